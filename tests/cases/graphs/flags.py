"""Two checks of one parcel report that they are done, through the same plain key."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import START, StateGraph


class Parcel(TypedDict):
    fragile: bool
    checked: bool


class MergedParcel(TypedDict):
    fragile: bool
    checked: Annotated[bool, operator.or_]


def weigh(state):
    return {"checked": True}


def inspect(state):
    return {"checked": True} if state["fragile"] else {}


def make(schema):
    g = StateGraph(schema)
    for node in (weigh, inspect):
        g.add_node(node.__name__, node)
        g.add_edge(START, node.__name__)
    return g


plain = make(Parcel)
merged = make(MergedParcel)
