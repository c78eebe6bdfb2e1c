# script: {"target": 3, "at": {"1": "orphan"}}
"""Tells a checkpoint without its parent (only a worker of its own making can)."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    n: int


def add(state: State) -> dict[str, int]:
    if state["n"] == 1:
        pass
    return {"n": state["n"] + 1}


def again(state: State) -> str:
    return "add" if state["n"] < 3 else END


builder = StateGraph(State)
builder.add_node("add", add)
builder.add_edge(START, "add")
builder.add_conditional_edges("add", again, ["add", END])
graph = builder.compile()
