"""The codec: what comes back of a value that was stored, and what is refused."""

from __future__ import annotations

import dataclasses
import datetime as dt
import decimal
import enum
import ipaddress
import pathlib
import re
import sys
import uuid
from collections import OrderedDict, deque
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, create_model

from stepgraph.checkpoint.codec import CannotStore, Registry, decode, encode
from stepgraph.interrupts import Interrupt
from stepgraph.types import Command, Overwrite, Send


class Colour(enum.Enum):
    """An enum of a user's."""

    RED = "red"


class Model(BaseModel):
    """A model of a user's, with a record inside."""

    name: str
    colour: Colour = Colour.RED


@dataclasses.dataclass
class Data:
    """A dataclass of a user's, with a field that its constructor does not take."""

    name: str
    computed: int = dataclasses.field(default=0, init=False)


class Pair(NamedTuple):
    """A named tuple of a user's."""

    left: int
    right: Any


CLASSES = (Colour, Model, Data, Pair)
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=20,
)


def stored(value: object) -> Any:
    """Return what comes back when the user's classes are registered."""
    return decode(encode(value), Registry(CLASSES))


@given(value=plain)
def test_plain_values_come_back_equal(value: object) -> None:
    """Lists, dicts with any keys, text, bytes, numbers of any size."""
    assert stored(value) == value


@pytest.mark.parametrize(
    "value",
    [
        {1, 2},
        frozenset({"a"}),
        deque([1, 2]),
        bytearray(b"a"),
        dt.datetime(2026, 1, 2, 3, 4, tzinfo=dt.UTC),
        dt.date(2026, 1, 2),
        dt.time(3, 4, 5),
        dt.timedelta(days=1, microseconds=2),
        dt.timezone(dt.timedelta(hours=2)),
        ZoneInfo("UTC"),
        uuid.UUID(int=5),
        decimal.Decimal("1.50"),
        pathlib.Path("a/b"),
        re.compile("a+", re.IGNORECASE),
        ipaddress.ip_address("10.0.0.1"),
        ipaddress.ip_network("10.0.0.0/8"),
        ipaddress.ip_interface("::1/64"),
        Colour.RED,
        Model(name="m"),
        Data("d"),
        Pair(1, {"deep": [Model(name="in")]}),
        Interrupt("q", "id"),
        Send("node", {"x": {1}}),
        Command(update={"x": 1}, goto="a"),
        Overwrite([1]),
        {("a", 1): "tuple keys"},
        2**80,
    ],
    ids=lambda value: type(value).__name__,
)
def test_objects_of_known_classes_come_back_as_objects(value: object) -> None:
    """Standard values, the engine's own, and those of registered classes."""
    found = stored({"deep": [value]})["deep"][0]

    assert (type(found), found) == (type(value), value)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ((1, (2, 3)), [1, [2, 3]]),
        (ValueError("x"), "ValueError('x')"),
        (OrderedDict(a=1), {"a": 1}),
    ],
)
def test_what_the_reference_loses_is_lost(value: object, found: object) -> None:
    """Tuples come back as lists, errors as their texts, subclasses of plain classes as these."""
    assert stored(value) == found


@pytest.mark.parametrize(
    ("value", "fields"),
    [
        (Model(name="m"), {"name": "m", "colour": "red"}),
        (Data("d"), {"name": "d", "computed": 0}),
        (Pair(1, 2), {"left": 1, "right": 2}),
        (Colour.RED, "red"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_objects_of_unknown_classes_come_back_as_their_fields(value: object, fields: object) -> None:
    """Whoever wrote the bytes cannot name a class for the reader to make."""
    assert decode(encode(value)) == fields


def test_decoding_imports_nothing() -> None:
    """A module named in the bytes stays unloaded."""
    name = "this_module_would_be_imported"
    data = encode(type("Evil", (BaseModel,), {"__module__": name})())

    decode(data)

    assert name not in sys.modules


def test_classes_met_while_encoding_are_registered() -> None:
    """So a saver that wrote a value can read it again without being told the classes."""
    registry = Registry()

    data = encode([Model(name="m")], registry)

    assert decode(data, registry) == [Model(name="m")]


def test_a_model_whose_validator_has_changed_its_mind_still_comes_back() -> None:
    """It was accepted when it was written."""
    before = create_model("Strict", number=(int, ...))
    after = create_model("Strict", number=(str, ...))

    found = decode(encode(before(number=5)), Registry([after]))

    assert (type(found), found.number) == (after, 5)


def test_a_value_that_cannot_be_stored_is_refused_with_its_place() -> None:
    """The sentence names the class, the channel and the place in the value."""

    class Handle:
        pass

    with pytest.raises(CannotStore) as refusal:
        encode({"deep": [1, Data(Handle())]})  # type: ignore[arg-type]  # what a user may do

    named = refusal.value.in_channel("conn")
    assert str(named) == "Type is not msgpack serializable: Handle"
    assert named.__notes__[0].startswith("Channel 'conn' was given one at ['deep'][1].name. ")
    assert isinstance(named, TypeError)


def test_a_value_that_contains_itself_is_refused() -> None:
    """Instead of running out of stack."""
    cycle: list[object] = []
    cycle.append(cycle)

    with pytest.raises(CannotStore, match="it contains itself"):
        raise_in_channel(cycle)


def raise_in_channel(value: object) -> None:
    """Encode like a saver does."""
    try:
        encode(value)
    except CannotStore as refusal:
        raise refusal.in_channel("x") from None


ODD = "half a pair: \ud83d"


@pytest.mark.parametrize(
    "value",
    [
        ODD,
        [ODD, 1],
        {ODD: "key"},
        {"deep": {ODD: [ODD]}},
        {(ODD, 1): 2},
        [ODD, 2**64, -(2**63) - 1, 2**64 - 1],
        {1: 2**70},
    ],
    ids=ascii,
)
def test_numbers_of_any_size_and_texts_that_are_no_unicode_come_back(value: Any) -> None:
    """Text from elsewhere may be torn; the reference stores a question mark in place of what it cannot say."""
    assert decode(encode(value)) == value


def test_records_with_odd_texts_come_back() -> None:
    """Wherever they stand in it."""
    registry = Registry(CLASSES)
    value = [Model(name="n"), Data(ODD), Pair(2**80, {ODD: Send("node", {"arg": ODD})})]

    assert decode(encode(value, registry), registry) == value
