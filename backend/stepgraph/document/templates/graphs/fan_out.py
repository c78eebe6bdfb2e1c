"""A fan-out with Send.

A router sends each item to a run of its own of the same node. All of them run side by side, and the last node has all
that they found.
"""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import Send


class State(TypedDict):
    """Texts, and what was counted in them."""

    texts: list[str]
    counts: Annotated[list[int], operator.add]
    total: int


class Job(TypedDict):
    """What one run of the node is given."""

    text: str


INPUT = {"texts": ["a short one", "one that is a little longer", "two words"]}


def split(state: State) -> list[Send]:
    """Send each text to a run of its own."""
    return [Send("count", {"text": text}) for text in state["texts"]]


def count(state: Job) -> dict[str, list[int]]:
    """Count the words of one text."""
    return {"counts": [len(state["text"].split())]}


def add_up(state: State) -> dict[str, int]:
    """Add up what all of them have counted."""
    return {"total": sum(state["counts"])}


builder = StateGraph(State)
builder.add_node("count", count, input_schema=Job)
builder.add_node("add_up", add_up)

builder.add_conditional_edges(START, split, ["count"])
builder.add_edge("count", "add_up")
builder.add_edge("add_up", END)

graph = builder.compile()
