"""A join waits, single edges do not

Breakfast has a short branch (toast) and a long one (boil, brew). `serve` hangs on one edge from a list and runs once,
when both are done. `taste` hangs on two single edges and runs each time that one of them arrives.
"""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph


class Breakfast(TypedDict):
    table: Annotated[list[str], operator.add]


INPUT = {"table": ["plates"]}


def toast(state: Breakfast) -> dict[str, list[str]]:
    return {"table": ["toast"]}


def boil(state: Breakfast) -> dict[str, list[str]]:
    return {"table": ["hot water"]}


def brew(state: Breakfast) -> dict[str, list[str]]:
    return {"table": ["tea"]}


def taste(state: Breakfast) -> dict[str, list[str]]:
    """Run twice: after toast, and after brew."""
    return {"table": [f"a taste of it, {len(state['table'])} things in"]}


def serve(state: Breakfast) -> dict[str, list[str]]:
    """Run once: the channel `join:toast+brew:serve` waits until both names are in it."""
    return {"table": ["breakfast is served"]}


builder = StateGraph(Breakfast)
for node in (toast, boil, brew, taste, serve):
    builder.add_node(node.__name__, node)

builder.add_edge(START, "toast")
builder.add_edge(START, "boil")
builder.add_edge("boil", "brew")
builder.add_edge("toast", "taste")
builder.add_edge("brew", "taste")
builder.add_edge(["toast", "brew"], "serve")
builder.add_edge("serve", END)

graph = builder.compile()
