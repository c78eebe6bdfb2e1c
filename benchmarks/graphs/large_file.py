"""Writes the Python files of many functions that drawing is measured on: they are too long to be kept."""

from __future__ import annotations

FIELDS = 20

_HEAD = """\"\"\"Made to be drawn on.\"\"\"

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    log: Annotated[list[str], operator.add]
"""


def large_file(nodes: int, lines: int) -> str:
    """Return a file of about so many lines that builds a chain of so many nodes, each with a function of its own."""
    # A function takes six lines and its body, the graph two for each node.
    body = max(1, round((lines - FIELDS - 20) / nodes) - 8)
    fields = [f"    field_{index}: str" for index in range(FIELDS)]
    functions = [line for index in range(nodes) for line in _function(index, body)]
    added = [f'builder.add_node("node_{index}", node_{index})' for index in range(nodes)]
    edges = [f'builder.add_edge("node_{index}", "node_{index + 1}")' for index in range(nodes - 1)]
    ends = ['builder.add_edge(START, "node_0")', f'builder.add_edge("node_{nodes - 1}", END)']
    graph = ["", "", "builder = StateGraph(State)", *added, *edges, *ends, "graph = builder.compile()", ""]
    return _HEAD + "\n".join([*fields, *functions, *graph])


def _function(index: int, body: int) -> list[str]:
    work = [f'    value_{line} = state["field_{line % FIELDS}"] + "{index}"' for line in range(body)]
    return [
        "",
        "",
        f"def node_{index}(state: State):",
        f'    """Do the work of step {index}."""',
        *work,
        f'    return {{"log": ["{index}"], "field_{index % FIELDS}": value_0}}',
    ]
