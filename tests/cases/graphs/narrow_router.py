"""A signpost that reads more than the node it hangs on is given."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Journey(TypedDict):
    place: str
    days: int


class PlaceOnly(TypedDict):
    place: str


def walk(state: PlaceOnly):
    return {"place": state["place"] + "!"}


def bare(state):
    return END if state["days"] else "walk"


def typed(state: Journey):
    return END if state["days"] else "walk"


def make(router):
    g = StateGraph(Journey)
    g.add_node("walk", walk)
    g.add_edge(START, "walk")
    g.add_conditional_edges("walk", router, ["walk", END])
    return g


with_bare = make(bare)
with_typed = make(typed)
