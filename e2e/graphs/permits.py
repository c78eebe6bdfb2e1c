"""Asks for a permit and for the funds before it drills; the weather needs nobody."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt


class State(TypedDict):
    site: str
    log: Annotated[list, operator.add]


INPUT = {"site": "north"}


def permit(state: State) -> dict:
    granted = interrupt({"site": state["site"], "may we drill?": "yes or no"})
    depth = interrupt("how deep?", response_schema={"type": "integer"})
    return {"log": [f"permit: {granted}, {depth} m"]}


def funds(state: State) -> dict:
    return {"log": [f"funds: {interrupt('who pays?')}"]}


def weather(state: State) -> dict:
    return {"log": ["weather: dry"]}


def drill(state: State) -> dict:
    return {"log": ["drilled"]}


builder = StateGraph(State)
for node in (permit, funds, weather, drill):
    builder.add_node(node)
for node in ("permit", "funds", "weather"):
    builder.add_edge(START, node)
builder.add_edge(["permit", "funds", "weather"], "drill")
builder.add_edge("drill", END)
graph = builder.compile()
