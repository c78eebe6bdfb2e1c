"""Functions that make graphs of what they are given."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Cake(TypedDict):
    layers: int


def stack(state: Cake):
    return {"layers": state["layers"] + 1}


def make(schema, topping=None, *, name="stack", plain=False):
    builder = StateGraph(schema)
    builder.add_node(name, stack)
    builder.add_edge(START, name)
    if topping is not None:
        builder.add_node("top", topping)
        builder.add_edge(name, "top")
    if plain:
        builder.add_edge(name, END)
    return builder.compile()


def bake(nodes=("mix", "heat")):
    oven = StateGraph(Cake)
    for node in nodes:
        oven.add_node(node, stack)
        oven.add_edge(START, node)
    return oven


cake = make(Cake, stack, name="pile")
