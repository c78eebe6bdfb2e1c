"""One node that is named in an edge, a join, a path map, a Literal, a goto and a Send."""

import operator
from typing import Annotated, Literal, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send

INPUT = {"orders": [3, 1200]}


class State(TypedDict, total=False):
    orders: list[int]
    notes: Annotated[list[str], operator.add]


def receive(state: State) -> State:
    return {"notes": ["received"]}


def spread(state: State) -> list[Send]:
    return [Send("check", {"orders": [order]}) for order in state["orders"]]


def check(state: State) -> State:
    return {"notes": [f"checked {state['orders'][0]}"]}


def doubt(state: State) -> Command[Literal["check", "pack"]]:
    return Command(goto="check" if len(state["notes"]) < 3 else "pack")


def pack(state: State) -> State:
    return {"notes": ["packed"]}


def size(state: State) -> Literal["many", "few"]:
    return "many" if len(state["orders"]) > 5 else "few"


graph = StateGraph(State)
graph.add_node("receive", receive)
graph.add_node("check", check)
graph.add_node("doubt", doubt)
graph.add_node("pack", pack)
graph.add_edge(START, "receive")
graph.add_conditional_edges("receive", spread)
graph.add_edge("check", "doubt")  # "check" is named in this comment, too
graph.add_edge(["check", "doubt"], "pack")
graph.add_conditional_edges("pack", size, {"many": "check", "few": END})
graph = graph.compile()
