"""A graph inside a graph inside a node: each of its nodes writes its name."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    log: Annotated[list, operator.add]


def chain(*names, **graphs):
    builder = StateGraph(State)
    for name in names:
        builder.add_node(name, graphs.get(name, lambda state, name=name: {"log": [name]}))
    for before, after in zip([START, *names], [*names, END], strict=True):
        builder.add_edge(before, after)
    return builder.compile()


def make():
    return chain("plan", "dig", dig=chain("sift", "wash", sift=chain("shake", "sort")))
