"""A node that never returns, until a file beside the document says that it may."""

from pathlib import Path
from typing import TypedDict

from langgraph.graph import START, StateGraph

INPUT = {"count": 0}
FREED = Path(__file__).with_suffix(".freed")


class State(TypedDict, total=False):
    count: int
    done: bool


def first(state: State) -> State:
    return {"count": state["count"] + 1}


def stuck(state: State) -> State:
    while not FREED.exists():
        pass
    return {"done": True}


graph = StateGraph(State)
graph.add_node(first)
graph.add_node(stuck)
graph.add_edge(START, "first")
graph.add_edge("first", "stuck")
