"""What the text of a schema tells is what the engine makes of it: kinds, reducers, managed values, io."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest

from stepgraph.channels import BinaryOperatorAggregate, DeltaChannel, Topic
from stepgraph.document.model import Schema
from stepgraph.document.reading.merge import channels_of
from stepgraph.document.reading.schemas import read_schema
from stepgraph.graph import StateGraph
from tests.document.reading.asking import asked

HEADER = """
import operator
import typing as t
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, NotRequired, Optional, Required, TypedDict, Union
import typing_extensions as te
from pydantic import BaseModel, Field
from langgraph.channels import AnyValue, BinaryOperatorAggregate, DeltaChannel, EphemeralValue, Topic, UntrackedValue
from langgraph.channels import LastValue
from langgraph.channels.topic import Topic as Feed
from langgraph.graph import MessagesState
from langgraph.graph.message import add_messages
from langgraph.managed import IsLastStep, RemainingSteps

def longest(left, right):
    return max(left, right, key=len)

def keep(count):
    def merge(left, right):
        return (left + right)[-count:]
    return merge

class Merge:
    def __call__(self, left, right):
        return right

class Latest(LastValue):
    pass

class Note:
    pass

def batched(state, writes):
    return state

Log = Annotated[list[str], operator.add]
Deep = Log
Alias = operator.add
"""

SCHEMAS = {
    "plain keys": "class S(TypedDict):\n    a: int\n    b: list[str]",
    "a reducer": "class S(TypedDict):\n    a: Annotated[int, operator.add]\n    b: Annotated[str, longest]",
    "not total": "class S(TypedDict, total=False):\n    a: Required[Annotated[int, operator.add]]\n    b: str",
    "not required outside": "class S(TypedDict):\n    a: NotRequired[Annotated[list, add_messages]]",
    "required inside": "class S(te.TypedDict):\n    a: Annotated[NotRequired[list], operator.add]",
    "the functional form": 'S = TypedDict("S", {"a": Annotated[list, operator.add], "b": int}, total=False)',
    "inheritance": "class B(TypedDict):\n    a: Log\n    b: int\nclass S(B):\n    c: str\n    b: int",
    "two bases": "class A(TypedDict):\n    a: int\nclass B(TypedDict):\n    b: Log\nclass S(A, B):\n    c: str",
    "a dataclass": "@dataclass\nclass S:\n    a: Log = field(default_factory=list)\n    b: int = 0",
    "a frozen dataclass below another": (
        "@dataclass(frozen=True)\nclass B:\n    a: Log\n@dataclass(frozen=True)\nclass S(B):\n    b: int = 0"
    ),
    "a class variable": "@dataclass\nclass S:\n    a: int\n    b: ClassVar[int] = 3",
    "a model": "class S(BaseModel):\n    a: Annotated[int, Field(gt=0)] = 1\n    b: Annotated[list, longest] = []",
    "a plain class": "class S:\n    a: int\n    b: Annotated[dict, operator.or_]",
    "a named tuple": "class S(NamedTuple):\n    a: int\n    b: Log",
    "messages": "class S(MessagesState):\n    a: int",
    "messages alone": "S = MessagesState",
    "messages replaced": "class S(MessagesState):\n    messages: Annotated[list, operator.add]",
    "aliases": "class S(TypedDict):\n    a: Log\n    b: Deep\n    c: Annotated[list, Alias]",
    "strings": "class S(TypedDict):\n    a: 'Log'\n    b: 'Annotated[str, longest]'\n    c: \"int | None\"",
    "the last of several counts": (
        'class S(TypedDict):\n    a: Annotated[int, operator.add, "why"]\n    b: Annotated[int, "why", operator.add]'
    ),
    "nested metadata is joined": "class S(TypedDict):\n    a: Annotated[Log, longest]\n    b: Annotated[Log, 'why']",
    "reducers deeper down say nothing": (
        "class S(TypedDict):\n    a: Optional[Log]\n    b: list[Log]\n    c: Log | None\n    d: te.ReadOnly[Log]"
    ),
    "channel classes": (
        "class S(TypedDict):\n    a: Annotated[int, AnyValue]\n    b: Annotated[int, EphemeralValue]\n"
        "    c: Annotated[int, Topic]\n    d: Annotated[int, UntrackedValue]\n    e: Annotated[int, LastValue]"
    ),
    "channel objects": (
        "class S(TypedDict):\n    a: Annotated[list, Topic(int, True)]\n    b: Annotated[list, Feed(int)]\n"
        "    c: Annotated[list, Topic(int, accumulate=True)]\n    d: Annotated[int, EphemeralValue(int, guard=False)]"
    ),
    "a channel comes before a reducer": (
        "class S(TypedDict):\n    a: Annotated[int, EphemeralValue, longest]\n    b: Annotated[int, longest, AnyValue]"
    ),
    "a channel with a reducer": (
        "class S(TypedDict):\n    a: Annotated[int, BinaryOperatorAggregate(int, operator.mul)]\n"
        "    b: Annotated[list, DeltaChannel(batched)]"
    ),
    "own channels": "class S(TypedDict):\n    a: Annotated[int, Latest]\n    b: Annotated[int, Latest(int)]",
    "reducers that are no functions": (
        "class S(TypedDict):\n    a: Annotated[list, keep(3)]\n    b: Annotated[int, lambda x, y: x + y]\n"
        "    c: Annotated[list, add_messages(format='langchain-openai')]"
    ),
    "notes": 'class S(TypedDict):\n    a: Annotated[int, Note()]\n    b: Annotated[int, 3, ("x",)]',
    "managed values": (
        "class S(TypedDict):\n    a: RemainingSteps\n    b: IsLastStep\n    c: NotRequired[RemainingSteps]\n    x: int"
    ),
    "managed values in generics": (
        "class S(TypedDict):\n    a: Optional[RemainingSteps]\n    b: list[RemainingSteps]\n"
        "    c: dict[str, RemainingSteps]\n    d: Annotated[RemainingSteps, 'why']\n    e: Union[RemainingSteps, None]"
    ),
    "names of modules": "class S(t.TypedDict):\n    a: t.Annotated[t.List[int], operator.add]\n    b: t.Optional[int]",
    "no fields": "class S(TypedDict):\n    pass",
    "a builtin": "S = dict",
    "a generic": "S = list[int]",
    "an annotated root": "S = Annotated[list, operator.add]",
    "an aliased root": "S = Log",
    "a literal": 'class S(TypedDict):\n    a: Literal["x", "y"]\n    b: Sequence[int]',
}


def _read(source: str) -> Schema:
    modules, expr = asked("S", source)
    schema = read_schema(modules, expr)
    assert schema is not None
    return schema


def _compiled(source: str) -> Any:
    module = ModuleType("schema_under_test")
    code = compile(source.replace("langgraph", "stepgraph"), "schema.py", "exec", dont_inherit=True)
    # Annotations that are text are evaluated in the module that their class names.
    with patch.dict(sys.modules, {module.__name__: module}):
        exec(code, module.__dict__)
        return StateGraph(module.S)


def _told(channel: Any) -> tuple[str, str | None, bool]:
    reducer = None
    if isinstance(channel, BinaryOperatorAggregate):
        reducer = _name(channel.operator)
    if isinstance(channel, DeltaChannel):
        reducer = _name(channel.reducer)
    return type(channel).__name__, reducer, isinstance(channel, Topic) and channel.accumulate


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", None) or getattr(function, "func", function).__name__)


def _reducer(name: str | None, text: str) -> str:
    """Return the name that the engine's own function has: a lambda's, or that of what a call made."""
    if "lambda" in text:
        return "<lambda>"
    return {"Alias": "add", "keep(3)": "merge"}.get(text, "add_messages" if "add_messages" in text else name or text)


@pytest.mark.parametrize("case", SCHEMAS)
def test_each_field_has_the_kind_reducer_and_order_that_the_engine_gives_it(case: str) -> None:
    """The engine runs the annotation; the text is only read."""
    source = f"{HEADER}\n{SCHEMAS[case]}"

    schema, builder = _read(source), _compiled(source)

    told = {
        field.name: (
            field.kind,
            None if field.reducer is None else _reducer(field.reducer.name, field.reducer.text),
            field.accumulate,
        )
        for field in schema.fields
        if field.kind != "managed"
    }
    assert told == {name: _told(channel) for name, channel in builder.channels.items()}
    assert {field.name for field in schema.fields if field.kind == "managed"} == set(builder.managed)


@pytest.mark.parametrize("case", SCHEMAS)
def test_the_channels_stand_in_the_engines_order(case: str) -> None:
    """A table that reorders itself after a run would confuse."""
    source = f"{HEADER}\n{SCHEMAS[case]}"

    channels = channels_of([_read(source)])

    assert [channel.name for channel in channels] == list(_compiled(source).channels)


@pytest.mark.parametrize("quotes", ["", "from __future__ import annotations\n"])
def test_annotations_that_are_kept_as_text_mean_the_same(quotes: str) -> None:
    """As they do with the future import."""
    source = f"{quotes}{HEADER}\nclass S(TypedDict):\n    a: Log\n    b: RemainingSteps\n    c: int | None\n"

    assert [(field.name, field.kind) for field in _read(source).fields] == [
        ("a", "BinaryOperatorAggregate"),
        ("b", "managed"),
        ("c", "LastValue"),
    ]
