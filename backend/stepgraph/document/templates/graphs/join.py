"""A join.

Two nodes run side by side and add to one list, which a reducer keeps together. The last node waits for both.
"""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    """What is known of a place."""

    place: str
    findings: Annotated[list[str], operator.add]
    report: str


INPUT = {"place": "the old harbour"}


def weather(state: State) -> dict[str, list[str]]:
    """Look at the sky."""
    return {"findings": [f"sun over {state['place']}"]}


def traffic(state: State) -> dict[str, list[str]]:
    """Look at the street."""
    return {"findings": [f"no queue before {state['place']}"]}


def report(state: State) -> dict[str, str]:
    """Put together what both have found."""
    return {"report": " and ".join(state["findings"])}


builder = StateGraph(State)
builder.add_node("weather", weather)
builder.add_node("traffic", traffic)
builder.add_node("write", report)

builder.add_edge(START, "weather")
builder.add_edge(START, "traffic")
builder.add_edge(["weather", "traffic"], "write")
builder.add_edge("write", END)

graph = builder.compile()
