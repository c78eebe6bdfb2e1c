# script: {"target": 2000}
"""Counts to two thousand, one superstep for each."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    n: int


def add(state: State) -> dict[str, int]:
    return {"n": state["n"] + 1}


def again(state: State) -> str:
    return "add" if state["n"] < 2000 else END


builder = StateGraph(State)
builder.add_node("add", add)
builder.add_edge(START, "add")
builder.add_conditional_edges("add", again, ["add", END])
graph = builder.compile()
