"""The codec where a near miss would do harm: what is hashed or compared, and classes that are odd."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, SecretStr

from stepgraph.checkpoint.codec import CannotStore, Registry, decode, encode
from stepgraph.checkpoint.kept import Forming
from stepgraph.checkpoint.serde.jsonplus import JsonPlusSerializer


class Corner(enum.Enum):
    """An enum whose values are tuples."""

    TOP = (0, 1)
    LOW = (1, (0,))


@dataclasses.dataclass(frozen=True)
class Point:
    """A record that is used as a key."""

    at: tuple[int, ...]


class Span(NamedTuple):
    """A named tuple that is used as a key."""

    ends: Any


@dataclasses.dataclass
class Sum:
    """A record whose constructor takes more than its fields."""

    total: int
    more: dataclasses.InitVar[int]

    def __post_init__(self, more: int) -> None:
        self.total += more


class Shouted(str):
    """A text that shows itself as another one."""

    __slots__ = ()

    def __str__(self) -> str:
        return self.upper()


class Label(bytes):
    """A kind of bytes."""


class Settings(BaseModel):
    """A model, whose class somebody may put into the state by mistake."""

    name: str = ""


class Shy(Exception):
    """An error that cannot be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


class Vague:
    """An object that does not say whether it equals something, as arrays do not."""

    __hash__ = None  # type: ignore[assignment]  # arrays have none either

    def __eq__(self, other: object) -> Any:
        raise ValueError("ambiguous")


hashable = st.recursive(
    st.none() | st.integers() | st.text() | st.sampled_from(Corner),
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple)
        | st.frozensets(inner, max_size=3)
        | st.builds(Point, st.lists(inner, max_size=2).map(tuple))
        | st.builds(Span, inner)
    ),
    max_leaves=8,
)


@given(keys=st.frozensets(hashable, max_size=4))
def test_whatever_can_be_in_a_set_or_be_a_key_comes_back_as_it_was(keys: frozenset[Any]) -> None:
    """Were a tuple to become a list there, nothing could be made of the bytes."""
    registry = Registry()
    value = [set(keys), keys, dict.fromkeys(keys, 1)]

    assert decode(encode(value, registry), registry) == value


@given(keys=st.frozensets(hashable, max_size=4))
def test_keys_of_unknown_classes_can_be_read_too(keys: frozenset[Any]) -> None:
    """A process that knows none of the classes reads the thread all the same."""
    found = decode(encode([set(keys), dict.fromkeys(keys, 1)]))

    assert all(found[1][key] == 1 for key in found[0])


@pytest.mark.parametrize("member", list(Corner))
def test_a_member_of_an_enum_of_tuples_comes_back(member: Corner) -> None:
    """A member is found by its value, which must be equal to the last bracket."""
    registry = Registry()

    assert decode(encode({"corner": member}, registry), registry) == {"corner": member}


def test_a_record_whose_constructor_takes_more_than_its_fields_comes_back() -> None:
    """It is made of its fields as they were, and not of what its constructor would make of them."""
    registry = Registry()

    assert decode(encode(Sum(1, 2), registry), registry).total == 3


def test_a_record_that_has_got_another_field_since_is_not_made_up() -> None:
    """A field that was not saved cannot be left out: who reads the record would stumble over it."""
    saved = encode(dataclasses.make_dataclass("Grown", [("name", str)])("a"))
    grown = dataclasses.make_dataclass("Grown", [("name", str), ("age", int)])

    with pytest.raises(TypeError, match="age"):
        decode(saved, Registry([grown]))


@pytest.mark.parametrize(("value", "found"), [(Shouted("a"), "a"), ([Shouted("a")], ["a"]), (Label(b"a"), b"a")])
def test_of_a_subclass_what_it_holds_is_stored(value: object, found: object) -> None:
    """What it makes of itself when it is shown is no concern of the codec's."""
    serde = JsonPlusSerializer()

    back = serde.loads_typed(serde.dumps_typed(value))

    assert back == found
    assert type(back) is type(found)


def test_numbers_beyond_what_python_writes_in_digits_come_back() -> None:
    """There is a limit to how many digits Python reads and writes, and none to numbers."""
    number = -(10**5000)

    assert decode(encode([number])) == [number]


def test_a_secret_is_stored_with_what_it_hides() -> None:
    """Its class hides it from who prints it, not from who goes on with the thread."""
    registry = Registry()

    found = decode(encode({"key": SecretStr("open")}, registry), registry)

    assert found["key"].get_secret_value() == "open"
    assert decode(encode(SecretStr("open"))) == "open"


@pytest.mark.parametrize("value", [Settings, Corner, Vague()], ids=["model", "enum", "vague"])
def test_what_cannot_be_stored_is_refused_whatever_it_answers(value: object) -> None:
    """A class has the methods of its objects, and some objects fail when they are compared."""
    forming = Forming(JsonPlusSerializer())

    for store in (encode, lambda value: forming.of("field", value)):
        with pytest.raises(CannotStore):
            store(value)


def test_an_error_that_cannot_be_shown_is_stored_by_its_class() -> None:
    """It is why a node failed, so it may not get in the way of saying so."""
    assert "Shy" in decode(encode(Shy("a")))
