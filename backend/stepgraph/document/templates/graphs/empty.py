"""An empty graph.

A state with one field, and a way from START straight to END. Draw the rest.
"""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    """What the nodes read and write."""

    text: str


INPUT = {"text": "hello"}


builder = StateGraph(State)

builder.add_edge(START, END)

graph = builder.compile()
