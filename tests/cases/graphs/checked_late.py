"""A model that checks what nodes are given, not what they return."""

from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel


class Recipe(BaseModel):
    eggs: int
    name: str = "cake"


def spoil(state: Recipe):
    return {"eggs": "a few"}


def keep(state: Recipe):
    return {"name": f"{state.eggs + 1} eggs"}


def make(first, last):
    g = StateGraph(Recipe)
    g.add_node("first", first)
    g.add_node("last", last)
    g.add_edge(START, "first")
    g.add_edge("first", "last")
    g.add_edge("last", END)
    return g


spoiled_first = make(spoil, keep)
spoiled_last = make(keep, spoil)
