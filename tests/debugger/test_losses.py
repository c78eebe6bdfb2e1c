"""What a checkpoint loses of a value, said by the class and proved by the codec."""

from __future__ import annotations

import dataclasses
import datetime as dt
import enum
import threading
from collections.abc import Callable
from typing import Annotated, Any, TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stepgraph.checkpoint.codec import CannotStore, Registry
from stepgraph.debugger.losses import Losses
from stepgraph.debugger.schema_classes import classes_of, message_classes
from stepgraph.debugger.stored_form import from_bytes, to_bytes
from stepgraph.graph.message import add_messages


@dataclasses.dataclass
class Known:
    value: Any


@dataclasses.dataclass
class Inner:
    n: int


class Shade(enum.Enum):
    DARK = 1


@dataclasses.dataclass
class Stranger:
    value: Any


class Word(str):
    """A string of its own kind."""

    __slots__ = ()


class State(TypedDict):
    known: Annotated[list[Known | None], Callable]
    inner: dict[str, tuple[Inner, ...]]
    shade: Shade


REGISTRY = Registry(classes_of([State]))


def shape(value: object) -> object:
    """Return a value with the classes of all its parts."""
    if type(value) is dict:
        return {key: shape(item) for key, item in value.items()}
    if type(value) in {list, tuple}:
        return (type(value), [shape(item) for item in value])  # type: ignore[attr-defined]  # a list or a tuple here
    return (type(value), str(value))


def loop() -> list[object]:
    made: list[object] = []
    made.append(made)
    return made


@pytest.mark.parametrize(
    "value",
    [1, "a", [1, {"a": None}], {1: 2}, {1, 2}, dt.date(2024, 1, 2), Known([1]), Shade.DARK, b"x", 2**70],
)
def test_nothing_is_said_of_what_comes_back_as_it_was(value: object) -> None:
    """And it does come back."""
    assert Losses(REGISTRY).of(value) is None
    assert from_bytes(to_bytes(value), REGISTRY) == value


@pytest.mark.parametrize(
    ("value", "loss"),
    [
        ([(1, 2)], "A tuple comes back as a list."),
        (ValueError("x"), "An exception comes back as its text."),
        ({"w": Word("x")}, "A Word comes back as a plain str."),
        (Stranger(1), "No schema of the graph names Stranger, so a new process gets its plain fields instead."),
    ],
)
def test_what_comes_back_as_something_else_is_said(value: object, loss: str) -> None:
    """And it does not come back."""
    back = from_bytes(to_bytes(value), REGISTRY)

    assert Losses(REGISTRY).of(value) == loss
    assert shape(back) != shape(value)


@pytest.mark.parametrize(
    ("value", "loss"),
    [
        ([threading.Lock()], "A lock cannot be stored: the run cannot go on with it from a checkpoint."),
        (Known(lambda: 1), "A function cannot be stored: the run cannot go on with it from a checkpoint."),
        (loop(), "It contains itself or is nested too deeply, so it cannot be stored."),
    ],
)
def test_what_cannot_be_stored_is_said(value: object, loss: str) -> None:
    """And the codec refuses it."""
    assert Losses(REGISTRY).of(value) == loss
    with pytest.raises(CannotStore):
        to_bytes(value)


def test_classes_are_found_however_deep_a_schema_names_them() -> None:
    """In generics, in annotations, in the fields of other classes."""
    assert set(classes_of([State])) == {Known, Inner, Shade}


def test_message_classes_come_back_where_messages_are_added() -> None:
    """They are named by no schema, and still everybody's."""
    names = {cls.__name__ for cls in message_classes([add_messages])}

    assert {"HumanMessage", "AIMessage", "ToolMessage"} <= names
    assert message_classes([None, max]) == ()


@given(first=st.lists(st.integers() | st.text() | st.none()), more=st.lists(st.text(min_size=1), max_size=3))
def test_a_list_that_was_extended_starts_with_its_old_bytes(first: list[object], more: list[object]) -> None:
    """All but the count at the end, so that only the growth is stored."""
    before, after = to_bytes(first), to_bytes([*first, *more])

    assert after.startswith(before[:-4])
    assert from_bytes(after, REGISTRY) == [*first, *more]


@pytest.mark.parametrize("count", [0, 15, 16, 65_535, 65_536])
def test_lists_of_every_length_come_back(count: int) -> None:
    """Also where the codec changes its way of counting."""
    value = [None] * count

    assert from_bytes(to_bytes(value), REGISTRY) == value
