"""Two thousand nodes in layers of fifty, 1.5 edges for each."""

import random
from typing import TypedDict

from langgraph.graph import START, StateGraph

LAYERS, WIDTH = 40, 50
INPUT = {"count": 0}
chance = random.Random(7)


class State(TypedDict):
    """One number."""

    count: int


def visit(state: State) -> None:
    """Write nothing."""


def name(layer: int, place: int) -> str:
    """Name a node by its layer and its place in it."""
    return f"n{layer:02}_{place:02}"


graph = StateGraph(State)
for layer in range(LAYERS):
    for place in range(WIDTH):
        graph.add_node(name(layer, place), visit)
graph.add_edge(START, name(0, 0))
for layer in range(LAYERS - 1):
    for place in range(WIDTH):
        graph.add_edge(name(layer, place), name(layer + 1, place))
        if place % 2:
            graph.add_edge(name(layer, place), name(layer + 1, chance.randrange(WIDTH)))
