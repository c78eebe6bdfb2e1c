"""Plain statements on a variable of the module."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph


class Order(TypedDict):
    dish: str
    notes: Annotated[list[str], operator.add]


def take(state: Order):
    return {"notes": ["taken"]}


async def cook(state: Order):
    return {"dish": "soup", "notes": ["cooked"]}


def serve(state):
    return {"notes": [state["dish"]]}


kitchen = StateGraph(Order)
kitchen.add_node("take", take)
kitchen.add_node("cook", cook)
kitchen.add_node("serve", serve)

kitchen.add_edge(START, "take")
kitchen.add_edge("take", "cook")
kitchen.add_edge("cook", "serve")
kitchen.add_edge("serve", END)

service = kitchen.compile()
