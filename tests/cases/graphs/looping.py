"""Rounds that end by a router, rounds that never end, and a way out that is none."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Rounds(TypedDict):
    n: int
    beside: int


def go(state):
    return {"n": state["n"] + 1}


def with_router():
    """Three supersteps of two nodes each."""
    g = StateGraph(Rounds)
    g.add_node("go", go)
    g.add_node("walk", lambda state: {"beside": 1})
    g.add_edge(START, "go")
    g.add_edge(START, "walk")
    g.add_conditional_edges("go", lambda state: ["go", "walk"] if state["n"] < 3 else END, ["go", "walk", END])
    return g


def self_edge(end=False):
    g = StateGraph(Rounds)
    g.add_node("go", go)
    g.add_edge(START, "go")
    g.add_edge("go", "go")
    if end:
        g.add_edge("go", END)
    return g


ended = with_router()
endless = self_edge()
endless_with_end = self_edge(end=True)
