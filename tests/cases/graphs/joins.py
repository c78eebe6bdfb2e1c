"""Two couriers of unequal way, and an office that waits for both or for each."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import START, StateGraph


class Mail(TypedDict):
    bag: Annotated[list, operator.add]


def courier(name):
    return lambda state: {"bag": [name]}


def make(wait):
    g = StateGraph(Mail)
    for name in ("bike", "van", "ferry", "office"):
        g.add_node(name, courier(name))
    g.add_edge(START, "bike")
    g.add_edge(START, "van")
    g.add_edge("van", "ferry")
    if wait:
        g.add_edge(["bike", "ferry"], "office")
    else:
        g.add_edge("bike", "office")
        g.add_edge("ferry", "office")
    return g


barrier = make(True)
singles = make(False)
