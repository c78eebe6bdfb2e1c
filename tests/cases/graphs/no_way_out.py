"""A router that answers END, of which its list of destinations knows nothing."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Walk(TypedDict):
    tired: bool


def step(state):
    return {"tired": True}


def onward(state):
    return END if state["tired"] else "step"


def make(destinations):
    g = StateGraph(Walk)
    g.add_node("step", step)
    g.add_edge(START, "step")
    g.add_conditional_edges("step", onward, destinations)
    return g


without_end = make(["step"])
with_end = make(["step", END])
