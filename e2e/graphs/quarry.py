"""Surveys a quarry: two nodes hold graphs, and one of these holds another."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    log: Annotated[list, operator.add]
    depth: int


class Sieve(TypedDict):
    depth: int
    grain: str


class Dig(TypedDict):
    log: Annotated[list, operator.add]
    depth: int
    grain: str


INPUT = {"log": [], "depth": 1}


def weigh(state: Sieve) -> dict:
    return {"grain": "fine" if state["depth"] > 3 else "coarse"}


def shake(state: Sieve) -> dict:
    return {"depth": state["depth"] + 1}


def sieve():
    inside = StateGraph(Sieve)
    inside.add_node("shake", shake)
    inside.add_node("weigh", weigh)
    inside.add_edge(START, "shake")
    inside.add_edge("shake", "weigh")
    inside.add_edge("weigh", END)
    return inside.compile()


def drill(state: Dig) -> dict:
    return {"depth": state["depth"] + 2, "log": ["drilled"]}


def enough(state: Dig) -> str:
    return "haul" if state["depth"] > 5 else "drill"


def haul(state: Dig) -> dict:
    return {"log": [f"hauled {state['grain']}"]}


def pit():
    inside = StateGraph(Dig)
    inside.add_node("drill", drill)
    inside.add_node("sift", sieve())
    inside.add_node("haul", haul)
    inside.add_edge(START, "drill")
    inside.add_edge("drill", "sift")
    inside.add_conditional_edges("sift", enough, ["haul", "drill"])
    inside.add_edge("haul", END)
    return inside.compile()


def plan(state: State) -> dict:
    return {"log": ["planned"]}


def report(state: State) -> dict:
    return {"log": [f"{state['depth']} m"]}


builder = StateGraph(State)
builder.add_node("plan", plan)
builder.add_node("dig", pit())
builder.add_node("map", lambda state: {"log": ["mapped"]})
builder.add_node("report", report)
builder.add_edge(START, "plan")
builder.add_edge("plan", "dig")
builder.add_edge("plan", "map")
builder.add_edge(["dig", "map"], "report")
builder.add_edge("report", END)
graph = builder.compile()
