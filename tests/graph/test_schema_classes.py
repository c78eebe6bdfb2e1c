"""Which classes can be a state, and which of their fields become keys."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import InitVar, dataclass
from typing import Annotated, Any, ClassVar, NamedTuple, TypedDict

import pytest
from pydantic import BaseModel, PrivateAttr

from stepgraph.graph import StateGraph
from stepgraph.graph.inputs import input_mapper
from stepgraph.managed import RemainingSteps
from tests.graph.schemas import kinds, typed


class Base(TypedDict):
    """The fields that another schema inherits."""

    x: int


class Derived(Base):
    """One field of its own."""

    y: Annotated[int, operator.add]


@dataclass
class Record:
    """A dataclass with every kind of field that is none."""

    x: int
    init: InitVar[int]
    shared: ClassVar[int] = 0


class Model(BaseModel):
    """A pydantic model with a private attribute."""

    x: int = 0
    _hidden: int = PrivateAttr(default=0)


class Point(NamedTuple):
    """A named tuple."""

    x: int


class Plain:
    """Any annotated class, with slots."""

    __slots__: Any = ("x",)
    x: int


class Nothing(TypedDict):
    """No fields at all."""


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (Derived, {"x": "LastValue", "y": "BinaryOperatorAggregate"}),
        (Record, {"x": "LastValue", "init": "LastValue", "shared": "LastValue"}),
        (Model, {"x": "LastValue", "_hidden": "LastValue"}),
        (Point, {"x": "LastValue"}),
        (Plain, {"x": "LastValue"}),
        (Nothing, {}),
        (list, {"__root__": "LastValue"}),
        (list[int], {"__root__": "LastValue"}),
        (int | str, {"__root__": "LastValue"}),
        (Annotated[list, operator.add], {"__root__": "BinaryOperatorAggregate"}),
    ],
)
def test_every_annotation_of_a_class_is_a_key(schema: Any, expected: dict[str, str]) -> None:
    """Whatever the kind of class; one without annotations is a single key called root."""
    assert kinds(StateGraph(schema)) == expected


def test_what_is_no_type_at_all_is_warned_of_and_used() -> None:
    """The graph then has one key of that annotation."""
    with pytest.warns(UserWarning, match=r"^Invalid state_schema: 3. Expected a type or Annotated\[type, reducer\]"):
        builder = StateGraph(3)

    assert kinds(builder) == {"__root__": "LastValue"}


def test_a_managed_value_cannot_be_the_whole_state() -> None:
    """There would be nothing to write."""
    with pytest.raises(ValueError, match=r"^This .*RemainingStepsManager'>] not allowed in this position$"):
        StateGraph(RemainingSteps)


def test_input_and_output_are_the_state_unless_said() -> None:
    """So a state with managed values may be both."""
    state = typed(x=int, left=RemainingSteps)

    builder = StateGraph(state)

    assert (builder.input_schema, builder.output_schema, builder.context_schema) == (state, state, None)


def made(schema: Any) -> Callable[..., Any]:
    mapper = input_mapper(schema)
    assert mapper is not None
    return mapper


def test_a_node_gets_an_object_when_its_schema_is_a_class_of_objects() -> None:
    """Made of the values that have one; the constructor refuses in its own words."""
    assert made(Point)({"x": 1}) == Point(1)
    assert made(Model)({}) == Model(x=0)
    with pytest.raises(TypeError, match="missing 2 required positional arguments: 'x' and 'init'"):
        made(Record)({})


@pytest.mark.parametrize("schema", [Derived, list, list[int]])
def test_a_node_gets_the_values_themselves_of_a_typed_dict_or_root(schema: Any) -> None:
    """Nothing has to be made of them."""
    assert input_mapper(schema) is None
