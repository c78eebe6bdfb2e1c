"""Names that constants hold: of the module, of a class, of an enum, in f-strings."""

from enum import Enum
from typing import TypedDict

from langgraph.constants import END, START
from langgraph.graph import StateGraph

ROOM = "hall"
UPSTAIRS = f"upper {ROOM}"


class Rooms:
    """Names of rooms."""

    ATTIC = "attic"


class Door(Enum):
    """Names of doors."""

    FRONT = "front"


class House(TypedDict):
    lit: bool


def cellar(state: House):
    return {"lit": False}


house = StateGraph(House)
house.add_node(Door.FRONT.value, cellar)
house.add_node(ROOM, cellar)
house.add_node(UPSTAIRS, cellar)
house.add_node(Rooms.ATTIC, cellar)
house.add_node(cellar.__name__, cellar)
house.add_node("wing " + ROOM, cellar)
house.add_edge(START, Door.FRONT.value)
house.add_edge(Door.FRONT.value, ROOM)
house.add_edge(ROOM, UPSTAIRS)
house.add_edge([UPSTAIRS, ROOM], Rooms.ATTIC)
house.add_conditional_edges(Rooms.ATTIC, lambda state: ROOM, {ROOM: "cellar", "out": END})
tour = house.compile()
