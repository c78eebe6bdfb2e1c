"""A router that sends packets, and a node that does."""

import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send


class Survey(TypedDict):
    houses: list[str]
    answers: Annotated[list[str], operator.add]


class House(TypedDict):
    name: str


def ask_all(state: Survey):
    return [Send("ask", {"name": house}) for house in state["houses"]]


def ask(house: House):
    return {"answers": [house["name"]]}


def again(state: Survey) -> Command:
    return Command(goto=[Send("ask", {"name": "last"})])


survey = StateGraph(Survey)
survey.add_node("plan", lambda state: {"houses": ["a", "b"]})
survey.add_node("ask", ask)
survey.add_node("again", again)
survey.add_edge(START, "plan")
survey.add_conditional_edges("plan", ask_all, ["ask"])
survey.add_conditional_edges("again", ask_all)
survey.add_edge("ask", END)
done = survey.compile()
