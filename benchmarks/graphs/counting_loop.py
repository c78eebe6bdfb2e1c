"""One node that counts in a loop: the smallest superstep there is."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    """How far it has come, and how far it goes."""

    n: int
    until: int


def add(state: State) -> dict[str, int]:
    """Count on."""
    return {"n": state["n"] + 1}


def again(state: State) -> str:
    """Say whether there is more to count."""
    return "add" if state["n"] < state["until"] else END


builder = StateGraph(State)
builder.add_node("add", add)
builder.add_edge(START, "add")
builder.add_conditional_edges("add", again, ["add", END])
graph = builder.compile()

INPUT = {"n": 0, "until": 10}
