"""A chain of fifty nodes, each of which counts and adds a line."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import START, StateGraph

INPUT = {"count": 0, "lines": []}


class State(TypedDict):
    """A number, and a list that grows."""

    count: int
    lines: Annotated[list[str], operator.add]


def visit(state: State) -> dict[str, object]:
    """Count, and add a line."""
    return {"count": state["count"] + 1, "lines": [f"line {state['count']}"]}


graph = StateGraph(State)
graph.add_sequence([(f"node_{number:02}", visit) for number in range(50)])
graph.add_edge(START, "node_00")
