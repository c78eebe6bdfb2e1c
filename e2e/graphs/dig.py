"""Digs where a graph inside its node looks first and asks then."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt


class State(TypedDict):
    log: Annotated[list, operator.add]


INPUT = {"log": []}


def look(state: State) -> dict:
    return {"log": ["looked"]}


def inner():
    inside = StateGraph(State)
    inside.add_node("look", look)
    inside.add_node("ask", lambda state: {"log": [interrupt("dig here?")]})
    inside.add_edge(START, "look")
    inside.add_edge("look", "ask")
    inside.add_edge("ask", END)
    return inside.compile()


builder = StateGraph(State)
builder.add_node("dig", inner())
builder.add_edge(START, "dig")
builder.add_edge("dig", END)
graph = builder.compile()
