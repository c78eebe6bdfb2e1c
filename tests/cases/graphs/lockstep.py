"""A quick pair of nodes beside a slow one that nothing leads from."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import START, StateGraph


class Race(TypedDict):
    log: Annotated[list, operator.add]


def run(name):
    return lambda state: {"log": [name]}


graph = StateGraph(Race)
for name in ("hare", "carrot", "tortoise"):
    graph.add_node(name, run(name))
graph.add_edge(START, "hare")
graph.add_edge(START, "tortoise")
graph.add_edge("hare", "carrot")
