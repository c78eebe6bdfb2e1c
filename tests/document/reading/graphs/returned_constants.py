"""Routers that say nothing: what they return tells where they lead, or nothing does."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph

CALM = "calm"


class Storm(TypedDict):
    wind: int


def watch(state):
    if state["wind"] > 9:
        return "shelter"
    elif state["wind"] > 5:
        return [CALM, "shelter"]
    return END


def unknown(state):
    if state["wind"] > 9:
        return "shelter"
    return state["where"]


storm = StateGraph(Storm)
storm.add_node("look", lambda state: {"wind": 3})
storm.add_node("shelter", lambda state: None)
storm.add_node(CALM, lambda state: None)
storm.add_edge(START, "look")
storm.add_conditional_edges("look", watch)
storm.add_conditional_edges("shelter", unknown)
storm.add_conditional_edges(CALM, lambda state: "look" if state["wind"] else END)
weather = storm.compile()
