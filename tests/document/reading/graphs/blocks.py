"""Builders inside blocks that run for certain, and one that is whole inside a condition."""

import contextlib
from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Ferry(TypedDict):
    cars: int


def load(state: Ferry):
    return {"cars": 12}


try:
    with contextlib.suppress(ImportError):
        ferry = StateGraph(Ferry)
        ferry.add_node("load", load)
        ferry.add_edge(START, "load")
finally:
    ferry.add_edge("load", END)

crossing = ferry.compile()

if __debug__:
    spare = StateGraph(Ferry)
    spare.add_node("load", load)
    spare.add_edge(START, "load")
    spare_crossing = spare.compile()
