"""Two schemas that give one key different rules, in both orders."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import START, StateGraph


class Plain(TypedDict):
    todo: list


class Adds(TypedDict):
    todo: Annotated[list, operator.add]


def make(state, node):
    g = StateGraph(state)
    g.add_node("cook", lambda given: {"todo": ["cook"]}, input_schema=node)
    return g.add_edge(START, "cook")


def adds_then_plain():
    return make(Adds, Plain)


def plain_then_adds():
    return make(Plain, Adds)
