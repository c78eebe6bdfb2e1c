"""A path map whose answers are no names of nodes: a bool, a number, a text, END."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Gate(TypedDict):
    height: int


def measure(state: Gate):
    return {"height": 2}


def is_tall(state: Gate) -> bool:
    return state["height"] > 1


def lane(state):
    return state["height"]


gate = StateGraph(Gate)
gate.add_node("measure", measure)
gate.add_node("duck", measure)
gate.add_node("pass", measure)
gate.add_edge(START, "measure")
gate.add_conditional_edges("measure", is_tall, {True: "duck", False: "pass"})
gate.add_conditional_edges("duck", lane, path_map={1: "pass", 2: END, "pass": "pass"})
gate.add_edge("pass", END)
open_gate = gate.compile()
