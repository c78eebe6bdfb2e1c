"""A diary whose reducer stands last, stands before a remark, or takes one thing too few."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import START, StateGraph


class Kept(TypedDict):
    diary: Annotated[list, "a line a day", operator.add]


class Lost(TypedDict):
    diary: Annotated[list, operator.add, "a line a day"]


class Lame(TypedDict):
    diary: Annotated[list, lambda old: old]


def make(schema):
    g = StateGraph(schema)
    g.add_sequence([("monday", lambda state: {"diary": ["mon"]}), ("tuesday", lambda state: {"diary": ["tue"]})])
    return g.add_edge(START, "monday")


def kept():
    return make(Kept)


def lost():
    return make(Lost)


def lame():
    return make(Lame)
