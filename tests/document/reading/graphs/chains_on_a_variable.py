"""Chains that begin at the variable, and one whose result is kept under the same name."""

from typing import TypedDict

import langgraph.graph as lg


class Tide(TypedDict):
    level: float


def rise(state: Tide):
    return {"level": state["level"] + 1}


def fall(state: Tide):
    return {"level": state["level"] - 1}


sea: lg.StateGraph = lg.StateGraph(Tide)
sea.add_node("rise", rise).add_node("fall", fall)
sea = sea.add_edge(lg.START, "rise")
sea.add_edge("rise", "fall").add_edge("fall", lg.END)
tides = sea.compile().with_config({"recursion_limit": 9})
