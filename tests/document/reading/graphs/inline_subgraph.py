"""A graph that is written where the node is added, and one that a function makes."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Box(TypedDict):
    inside: str


def fill(state: Box):
    return {"inside": "sand"}


def inner():
    box = StateGraph(Box)
    box.add_node(fill)
    box.add_edge(START, "fill")
    return box.compile()


outer = StateGraph(Box)
outer.add_node("small", StateGraph(Box).add_node(fill).add_edge(START, "fill").compile())
outer.add_node("large", inner())
outer.add_edge(START, "small")
outer.add_edge("small", "large")
outer.add_edge("large", END)
