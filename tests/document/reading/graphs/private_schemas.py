"""Schemas of input, output, context and single nodes."""

import operator
from dataclasses import dataclass
from typing import Annotated, Literal, TypedDict

from langgraph.graph import END, START, StateGraph


class Question(TypedDict):
    text: str


class Answer(TypedDict):
    reply: str


class Whole(Question, Answer):
    trail: Annotated[list[str], operator.add]


class Scratch(TypedDict):
    draft: str


class Routing(TypedDict):
    votes: Annotated[int, operator.add]


@dataclass
class Settings:
    model: str = "small"


def think(state: Question) -> dict:
    return {"draft": state["text"]}


def write(state: Scratch):
    return {"reply": state["draft"], "trail": ["written"]}


def enough(state: Routing) -> Literal["think", "__end__"]:
    return END


talk = StateGraph(Whole, context_schema=Settings, input_schema=Question, output_schema=Answer)
talk.add_node("think", think)
talk.add_node("write", write)
talk.add_node("polish", lambda state: None, input_schema=Scratch)
talk.add_edge(START, "think")
talk.add_edge("think", "write")
talk.add_edge("write", "polish")
talk.add_conditional_edges("polish", enough)
conversation = talk.compile()
