"""The lights go out when the last guest is gone, or whenever somebody passes the switch."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import START, StateGraph


class House(TypedDict):
    log: Annotated[list, operator.add]


def guest(name):
    return lambda state: {"log": [name]}


def make(defer):
    g = StateGraph(House)
    for name in ("arrive", "call", "chat", "leave"):
        g.add_node(name, guest(name))
    g.add_node("dark", guest("dark"), defer=defer)
    g.add_edge(START, "arrive")
    g.add_edge("arrive", "call")
    g.add_edge("call", "dark")
    g.add_conditional_edges("arrive", lambda state: "chat", ["chat"])
    g.add_edge("chat", "leave")
    g.add_edge("leave", "dark")
    return g


deferred = make(True)
eager = make(False)
