"""One chain from the class to the compiled graph."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Parcel(TypedDict):
    weight: int


def weigh(state: Parcel):
    return {"weight": 3}


def stamp(state: Parcel):
    return None


post = (
    StateGraph(Parcel)
    .add_node(weigh)
    # the stamp needs the weight
    .add_node("stamp", stamp, defer=True)
    .add_edge(START, "weigh")
    .add_edge("weigh", "stamp")
    .add_edge("stamp", END)
    .compile(name="post office")
)
