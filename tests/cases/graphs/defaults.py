"""A purse whose field declares ten coins, and a letter of which only some keys are written."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import START, StateGraph
from pydantic import BaseModel


class Purse(BaseModel):
    coins: Annotated[int, operator.add] = 10


class Letter(TypedDict):
    text: str
    stamp: str
    notes: Annotated[list, operator.add]
    seen: Annotated[set, operator.or_]


def earn(state):
    return {"coins": 5}


def post(state):
    return {"text": state["text"] + state["stamp"]}


def one_node(schema, node):
    return StateGraph(schema).add_node("node", node).add_edge(START, "node")


purse = one_node(Purse, earn)
letter = one_node(Letter, post)
