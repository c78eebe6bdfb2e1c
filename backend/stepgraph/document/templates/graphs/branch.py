"""A branch.

A router looks at the state and names the node that is next: small orders are accepted at once, large ones are checked.
"""

from typing import Literal, TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    """An order, and what becomes of it."""

    amount: int
    decision: str


INPUT = {"amount": 1200}


def receive(state: State) -> dict[str, int]:
    """Take the order down; nobody orders less than nothing."""
    return {"amount": max(state["amount"], 0)}


def size(state: State) -> Literal["accept", "check"]:
    """Route by the amount."""
    return "accept" if state["amount"] < 1000 else "check"


def accept(state: State) -> dict[str, str]:
    """Accept without looking."""
    return {"decision": f"accepted {state['amount']} at once"}


def check(state: State) -> dict[str, str]:
    """Look at a large order first."""
    return {"decision": "accepted after a check" if state["amount"] < 5000 else "refused"}


builder = StateGraph(State)
builder.add_node("receive", receive)
builder.add_node("accept", accept)
builder.add_node("check", check)

builder.add_edge(START, "receive")
builder.add_conditional_edges("receive", size)
builder.add_edge("accept", END)
builder.add_edge("check", END)

graph = builder.compile()
