"""A clean sheet and another line, written in the same superstep."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import START, StateGraph
from langgraph.types import Overwrite


class Board(TypedDict):
    lines: Annotated[list, operator.add]
    note: list


def make(first, second):
    g = StateGraph(Board)
    g.add_node("ann", lambda state: first)
    g.add_node("bob", lambda state: second)
    g.add_edge(START, "ann")
    g.add_edge(START, "bob")
    return g


WIPE, ADD = {"lines": Overwrite(["clean"])}, {"lines": ["more"]}

wipe_then_add = make(WIPE, ADD)
add_then_wipe = make(ADD, WIPE)
two_wipes = make(WIPE, WIPE)
on_a_plain_key = make({"note": Overwrite([1])}, {})
