"""Documents of these tests."""

from __future__ import annotations

CHAIN = """\
from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    n: int


def ask(state: State) -> dict:
    return {"n": 1}


def check(state: State) -> dict:
    return {"n": 2}


builder = StateGraph(State)
builder.add_node("ask", ask)
builder.add_node("check", check)
builder.add_edge(START, "ask")
builder.add_edge("check", END)
graph = builder.compile()
"""

LOOP = """\
from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    n: int


def ask(state: State) -> dict:
    return {"n": 1}


builder = StateGraph(State)
builder.add_node("first", ask)
builder.add_edge(START, "first")
for name in make_names():
    builder.add_node(name, ask)
    builder.add_edge("first", name)
graph = builder.compile()
"""
LOOP_LINE = 18
