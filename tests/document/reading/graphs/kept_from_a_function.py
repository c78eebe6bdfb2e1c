"""A function returns the builder, and the module keeps what it compiles to."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Lamp(TypedDict):
    on: bool


def wiring() -> StateGraph:
    wires = StateGraph(Lamp)
    wires.add_node("switch", lambda lamp: {"on": not lamp["on"]})
    wires.add_edge(START, "switch")
    wires.add_edge("switch", END)
    return wires


lamp = wiring().compile()
