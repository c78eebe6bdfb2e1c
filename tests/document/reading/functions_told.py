"""What is told of a function of a small text."""

from __future__ import annotations

from stepgraph.document.reading.function_facts import FunctionFacts
from stepgraph.document.reading.functions import definition_of, facts_of
from tests.document.reading.asking import asked

HEADER = """
import operator
import re
from dataclasses import dataclass
from functools import partial, wraps
from typing import Annotated, Literal, TypedDict, Optional
from langgraph.graph import END, StateGraph
from langgraph.types import Command, Send

KEY = "named"
NEXT = "later"
ROUTES = {"yes": "go", "no": END}
Ways = Literal["left", "right"]

class State(TypedDict):
    a: int

@dataclass
class Data:
    a: int
    b: int = 0
"""


def facts_told(source: str, expression: str = "f") -> FunctionFacts:
    """Return what is told of the function that an expression names at the end of the source."""
    modules, expr = asked(expression, f"{HEADER}\n{source}")
    return facts_of(definition_of(modules, expr))
