"""Two nodes of one superstep write one plain key."""

from typing import TypedDict

from langgraph.graph import START, StateGraph

INPUT = {"topic": "wells"}


class State(TypedDict, total=False):
    topic: str
    plan: str


def north(state: State) -> State:
    return {"plan": "drill at the mill"}


def south(state: State) -> State:
    return {"plan": "drill at the ford"}


graph = StateGraph(State)
graph.add_node(north)
graph.add_node(south)
graph.add_edge(START, "north")
graph.add_edge(START, "south")
