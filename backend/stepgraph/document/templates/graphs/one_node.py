"""One node.

A node reads the state and returns what changes in it.
"""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    """Whom to greet, and how."""

    name: str
    greeting: str


INPUT = {"name": "Mira"}


def greet(state: State) -> dict[str, str]:
    """Greet by name."""
    return {"greeting": f"Good morning, {state['name']}."}


builder = StateGraph(State)
builder.add_node("greet", greet)

builder.add_edge(START, "greet")
builder.add_edge("greet", END)

graph = builder.compile()
