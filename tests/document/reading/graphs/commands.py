"""Nodes that say by themselves where to go on."""

from typing import Literal, TypedDict, Union

from langgraph.graph import END, START, StateGraph
from langgraph.types import Command

Desk = Literal["visa", "tax"]


class Office(TypedDict):
    ticket: int


def door(state: Office) -> Command[Literal["visa", "tax"]]:
    return Command(goto="visa", update={"ticket": 1})


def visa(state: Office) -> Union[Command[Desk], dict]:  # noqa: UP007  this spelling is read too
    if state["ticket"]:
        return Command(goto=["tax", "cafe"])
    return {"ticket": 0}


def tax(state: Office) -> "Command[Literal['cafe', '__end__']]":
    return Command(goto=END)


def cafe(state: Office):
    return Command(goto="door")


class Guard:
    """Sends people away."""

    def __call__(self, state: Office) -> Command[Literal["door"]]:
        return Command(goto="door")


office = StateGraph(Office)
office.add_node("door", door)
office.add_node("visa", visa)
office.add_node("tax", tax)
office.add_node("cafe", cafe, destinations=("door", END))
office.add_node("guard", Guard())
office.add_node("annexe", door, destinations={"tax": "pay first"})
office.add_edge(START, "door")
office.add_edge(START, "guard")
open_office = office.compile()
