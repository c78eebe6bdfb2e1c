"""One branch replaces the list, the other adds to it, in one superstep; then a router names no listed place."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import Overwrite

INPUT = {"shelf": ["old"]}


class State(TypedDict):
    shelf: Annotated[list, operator.add]


def clear(state):
    return {"shelf": Overwrite(["new"])}


def add(state):
    return {"shelf": ["extra"]}


def close(state):
    return {"shelf": ["closed"]}


def next_place(state):
    return END


graph = StateGraph(State)
graph.add_node(clear)
graph.add_node(add)
graph.add_node(close)
graph.add_edge(START, "clear")
graph.add_edge(START, "add")
graph.add_edge(["clear", "add"], "close")
graph.add_conditional_edges("close", next_place, ["clear"])
