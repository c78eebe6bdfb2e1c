"""States that are models and dataclasses."""

from dataclasses import dataclass, field
from typing import Literal, Optional

from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel


class Form(BaseModel):
    name: str = ""
    age: Optional[int] = None  # noqa: UP045  this spelling is read too


@dataclass
class Card:
    title: str
    tags: list[str] = field(default_factory=list)


def fill(form: Form):
    return {"name": "Ada"}


def check(form: Form) -> Literal["fill", "__end__"]:
    return END


def print_card(card: Card):
    return Card(title="x")


forms = StateGraph(Form)
forms.add_node(fill)
forms.add_edge(START, "fill")
forms.add_conditional_edges("fill", check)
filled = forms.compile()

cards = StateGraph(state_schema=Card)
cards.add_node(print_card)
cards.add_edge(START, "print_card")
printed = cards.compile()
