"""Nodes with error handlers of their own and one for all, and other options."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import RetryPolicy


class Kiln(TypedDict):
    heat: int


def fire(state: Kiln):
    return {"heat": 900}


def sweep(state: Kiln):
    return {"heat": 0}


kiln = StateGraph(Kiln)
kiln.set_node_defaults(retry_policy=RetryPolicy(max_attempts=2), error_handler=sweep)
kiln.add_node("load", fire, metadata={"who": "potter"})
kiln.add_node("fire", fire, error_handler=sweep, retry_policy=RetryPolicy(), defer=True)
kiln.add_edge(START, "load")
kiln.add_edge("load", "fire")
kiln.add_edge("fire", END)
firing = kiln.compile(interrupt_before=["fire"])
