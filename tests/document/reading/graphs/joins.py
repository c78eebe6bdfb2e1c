"""Joins: of a list, of a tuple, of a list that has a name, to the end."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph


class Choir(TypedDict, total=False):
    sung: str


def sing(state: Choir):
    return None


VOICES = ["alto", "tenor"]

choir = StateGraph(Choir)
choir.add_node("alto", sing)
choir.add_node("tenor", sing)
choir.add_node("bass", sing)
choir.add_node("tutti", sing)
choir.add_node("bow", sing)
choir.add_edge(START, "alto")
choir.add_edge(START, "tenor")
choir.add_edge(START, "bass")
choir.add_edge(["alto", "tenor", "bass"], "tutti")
choir.add_edge(VOICES, "bow")
choir.add_edge(("tutti", "bow"), END)
concert = choir.compile()
