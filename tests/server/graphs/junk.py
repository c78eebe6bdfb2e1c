# script: {"target": 3, "at": {"1": "junk"}}
"""Writes junk into every open file that it has."""

import contextlib
import os
from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    n: int


def add(state: State) -> dict[str, int]:
    if state["n"] == 1:
        for number in range(3, 256):
            with contextlib.suppress(OSError):
                os.write(number, b"junk" * 8)
        while True:
            pass
    return {"n": state["n"] + 1}


def again(state: State) -> str:
    return "add" if state["n"] < 3 else END


builder = StateGraph(State)
builder.add_node("add", add)
builder.add_edge(START, "add")
builder.add_conditional_edges("add", again, ["add", END])
graph = builder.compile()
