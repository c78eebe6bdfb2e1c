"""Two nodes ask, one of them twice; one needs no answer."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt


class State(TypedDict):
    log: Annotated[list, operator.add]


def permit(state: State) -> dict:
    return {"log": [interrupt("where?"), interrupt("how deep?")]}


builder = StateGraph(State)
builder.add_node("permit", permit)
builder.add_node("funds", lambda state: {"log": [interrupt({"who": "pays?"})]})
builder.add_node("weather", lambda state: {"log": ["dry"]})
for node in ("permit", "funds", "weather"):
    builder.add_edge(START, node)
    builder.add_edge(node, END)
graph = builder.compile()
