"""Several schemas make the channels that the engine makes of them, and are refused where the engine refuses them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from stepgraph.document.model import Role, Schema
from stepgraph.document.reading.merge import channels_of, conflicts
from stepgraph.document.reading.schemas import read_schema
from stepgraph.graph import START, StateGraph
from tests.document.reading.asking import asked

SOURCE = """
import operator
from typing import Annotated, TypedDict
from langgraph.channels import EphemeralValue, Topic
from langgraph.managed import RemainingSteps

class State(TypedDict):
    total: Annotated[int, operator.add]
    name: str
    left: RemainingSteps

class Plain(TypedDict):
    total: int
    name: str

class Asked(TypedDict):
    name: str

class Told(TypedDict):
    total: int
    more: list

class Other(TypedDict):
    total: Annotated[int, operator.mul]

class Picked(TypedDict):
    total: Annotated[int, lambda a, b: a]

class Twice(TypedDict):
    name: Annotated[str, operator.add]

class Fed(TypedDict):
    feed: Annotated[list, Topic(int)]

class Kept(TypedDict):
    feed: Annotated[list, Topic(int, accumulate=True)]

class Brief(TypedDict):
    total: Annotated[int, EphemeralValue]
"""


def _schema(name: str, *roles: Role) -> Schema:
    modules, expr = asked(name, SOURCE)
    schema = read_schema(modules, expr)
    assert schema is not None
    return replace(schema, roles=roles)


def _scope() -> dict[str, Any]:
    scope: dict[str, Any] = {"__name__": __name__}
    exec(compile(SOURCE.replace("langgraph", "stepgraph"), "merge.py", "exec", dont_inherit=True), scope)
    return scope


def _schemas(state: str, given: str | None, told: str | None) -> list[Schema]:
    schemas = [_schema(state, "state")]
    schemas += [_schema(given, "input")] if given else []
    schemas += [_schema(told, "output")] if told else []
    return schemas


@pytest.mark.parametrize(
    ("state", "given", "told"),
    [("State", None, None), ("State", "Asked", None), ("State", None, "Told"), ("State", "Asked", "Told")],
)
def test_channels_have_the_kind_order_and_io_that_the_compiled_graph_has(
    state: str, given: str | None, told: str | None
) -> None:
    """Whichever schemas take part."""
    scope = _scope()
    builder = StateGraph(scope[state], input_schema=scope.get(given or ""), output_schema=scope.get(told or ""))
    described = builder.add_node("a", lambda _: None).add_edge(START, "a").compile().describe()

    channels = channels_of(_schemas(state, given, told))

    assert [(one.name, one.kind, one.io) for one in channels] == [
        (one.name, one.kind, one.io) for one in described.channels if one.role == "state"
    ]


def test_a_channel_names_all_the_schemas_that_declare_it() -> None:
    """A person has to find them all."""
    channels = channels_of(_schemas("State", "Asked", "Told"))

    assert {one.name: one.schemas for one in channels} == {
        "total": ("State", "Told"),
        "name": ("State", "Asked"),
        "more": ("Told",),
    }


def test_a_context_makes_no_channels() -> None:
    """It is given, not kept."""
    assert channels_of([_schema("Asked", "context")]) == ()


@pytest.mark.parametrize("second", ["Plain", "Other", "Picked", "Told", "Twice", "Brief", "Fed", "Kept"])
@pytest.mark.parametrize("first", ["State", "Plain", "Other", "Picked", "Twice", "Brief", "Fed", "Kept"])
def test_two_schemas_conflict_where_the_engine_refuses_them(first: str, second: str) -> None:
    """And nowhere else."""
    scope = _scope()

    found = conflicts([_schema(first, "state"), _schema(second, "output")])

    try:
        StateGraph(scope[first], output_schema=scope[second])
    except ValueError as error:
        refused = {str(error).split("'")[1]}
    else:
        refused = set()
    assert {conflict.key for conflict in found} == refused
