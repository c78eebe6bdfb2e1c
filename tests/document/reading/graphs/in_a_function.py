"""A function makes the graph and returns it compiled."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Walk(TypedDict):
    steps: int


FIRST = "lace up"


def make_walk():
    """Return the walk."""

    def go(state: Walk):
        return {"steps": state["steps"] + 1}

    second = "go"
    builder = StateGraph(Walk)
    builder.add_node(FIRST, lambda state: {"steps": 0})
    builder.add_node(second, go)
    builder.add_edge(START, FIRST)
    builder.add_edge(FIRST, second)
    builder.add_edge(second, END)
    return builder.compile()
