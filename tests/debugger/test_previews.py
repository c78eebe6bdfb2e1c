"""Values as a person sees them: bounded, honest about what is left out, and safe whatever the value is."""

from __future__ import annotations

import collections
import dataclasses
import datetime as dt
import decimal
import enum
import json
import threading
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from stepgraph.constants import MISSING as NO_VALUE
from stepgraph.debugger.blobs import Blobs
from stepgraph.debugger.previews import Previews
from stepgraph.debugger.shelf import Shelf
from stepgraph.protocol.values import MISSING, PREVIEW_CHARACTERS, Preview
from stepgraph.protocol.worker_frames import Blob


@dataclasses.dataclass
class Point:
    x: int
    tags: list[str]
    hidden: int = dataclasses.field(default=0, repr=False)


class Model(BaseModel):
    name: str = "n"
    extra: dict[str, int] = {}


class Colour(enum.Enum):
    RED = 1


class Pair(NamedTuple):
    left: int
    right: str


class Plain:
    def __init__(self) -> None:
        self.shown = 1
        self._private = 2


class Slotted:
    __slots__ = ("mark",)

    def __init__(self) -> None:
        self.mark = "m"


class Hostile:
    """Every way in is barred."""

    def __repr__(self) -> str:
        raise RuntimeError

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]  # barred, too

    @property  # type: ignore[misc]  # what no class should do
    def __class__(self) -> type:
        raise RuntimeError


class HostileField:
    """Some fields can be read."""

    def __init__(self) -> None:
        self.ok = 1
        self.bad = Hostile()


class Liar(dict[str, int]):
    def __len__(self) -> int:
        raise RuntimeError

    def items(self) -> Any:
        raise RuntimeError


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


def shown(value: object, shelf: Shelf | None = None) -> Preview:
    return Previews(Blobs((shelf or Shelf()).keep)).of(value)


@pytest.mark.parametrize(
    ("value", "preview"),
    [
        (None, Preview(kind="none", text="None")),
        (NO_VALUE, MISSING),
        (True, Preview(kind="bool", text="True", type="bool")),
        (7, Preview(kind="int", text="7", type="int")),
        (2**70, Preview(kind="int", text="1180591620717411303424", type="int")),
        (1.5, Preview(kind="float", text="1.5", type="float")),
        (float("nan"), Preview(kind="float", text="nan", type="float")),
        ('a "b"\n', Preview(kind="str", text='"a \\"b\\"\\n"', type="str", size=6)),
        ("\ud800", Preview(kind="str", text='"\\ud800"', type="str", size=1)),
        (b"\x00a", Preview(kind="bytes", text="b'\\x00a'", type="bytes", size=2)),
        ([1, "a"], Preview(kind="list", text='[1, "a"]', type="list", size=2, json='[1, "a"]')),
        ([None], Preview(kind="list", text="[None]", type="list", size=1, json="[null]")),
        ({"a": []}, Preview(kind="dict", text='{"a": []}', type="dict", size=1, json='{"a": []}')),
        ({1: 2}, Preview(kind="dict", text="{1: 2}", type="dict", size=1)),
        ((1,), Preview(kind="tuple", text="(1,)", type="tuple", size=1)),
        ([(1, 2)], Preview(kind="list", text="[(1, 2)]", type="list", size=1)),
        ({"b", "a"}, Preview(kind="set", text='{"a", "b"}', type="set", size=2)),
        (set(), Preview(kind="set", text="set()", type="set", size=0)),
        (collections.deque([1]), Preview(kind="list", text="[1]", type="deque", size=1)),
        (Point(1, ["t"]), Preview(kind="object", text='Point(x=1, tags=["t"])', type="Point")),
        (Model(), Preview(kind="object", text='Model(name="n")', type="Model")),
        (Colour.RED, Preview(kind="object", text="Colour.RED", type="Colour")),
        (Pair(1, "r"), Preview(kind="object", text='Pair(left=1, right="r")', type="Pair")),
        (Plain(), Preview(kind="object", text="Plain(shown=1)", type="Plain")),
        (Slotted(), Preview(kind="object", text='Slotted(mark="m")', type="Slotted")),
        (decimal.Decimal("1.5"), Preview(kind="object", text="Decimal('1.5')", type="Decimal")),
        (dt.date(2024, 1, 2), Preview(kind="object", text="datetime.date(2024, 1, 2)", type="date")),
        (len, Preview(kind="opaque", text="<function len>", type="builtin_function_or_method")),
        (int, Preview(kind="opaque", text="<class int>", type="type")),
        (Liar(a=1), Preview(kind="dict", text='{"a": 1}', type="Liar", size=1)),
    ],
)
def test_a_value_reads_like_python(value: object, preview: Preview) -> None:
    """With its kind, its class and its size; JSON only for what JSON holds exactly."""
    assert shown(value) == preview


def test_hostile_values_are_shown_as_opaque() -> None:
    """Whatever their methods raise, and without asking them what they are."""
    assert shown(Hostile()) == Preview(
        kind="opaque", text="<not shown: Hostile.__repr__ raised RuntimeError>", type="Hostile"
    )
    assert shown(HostileField()).text == ("HostileField(ok=1, bad=<not shown: Hostile.__repr__ raised RuntimeError>)")


def test_a_cyclic_value_ends() -> None:
    """The cycle is marked where it closes; the same value twice is no cycle."""
    loop: list[object] = [1]
    loop.append({"again": loop})
    twice = [1]

    assert shown(loop).text == '[1, {"again": <cycle>}]'
    assert shown([twice, twice]).text == "[[1], [1]]"


def test_a_long_text_is_cut_and_its_whole_is_kept(shelf: Shelf) -> None:
    """The ref leads to all of it, as JSON if it is exactly that."""
    preview = shown("x" * 1_000, shelf)

    assert (len(preview.text), preview.text[-1], preview.size, preview.truncated) == (240, "…", 1_000, True)
    assert preview.ref is not None
    assert json.loads(shelf.value(preview.ref)) == "x" * 1_000


def test_a_long_value_that_is_not_json_is_kept_as_it_reads(shelf: Shelf) -> None:
    """So that a person can read it to its end."""
    preview = shown(tuple(range(300)), shelf)

    assert preview.ref is not None
    assert shelf.value(preview.ref).decode() == repr(tuple(range(300)))


def test_beyond_the_bound_nothing_of_the_users_is_called() -> None:
    """A list of a million objects costs what its first few cost."""
    calls = []

    class Counted:
        def __repr__(self) -> str:
            calls.append(1)
            return "x" * 50

    previews = Previews(Blobs(Shelf().keep))

    previews.of([Counted()] * 5)
    few = len(calls)
    text = previews.of({"many": [Counted()] * 10, "rest": "y" * 1_000}).text

    assert (few, len(text)) == (10, 240)  # once for the preview and once for the whole


def test_an_integer_that_python_refuses_to_write_is_told_by_its_size() -> None:
    """Writing it would take for ever."""
    assert shown(10**6000).text == "<int of 19,932 bits>"


def test_sets_are_shown_in_one_order_everywhere() -> None:
    """Python's own order depends on the process."""
    assert shown({"pear", "apple", 3, 1, None}).text == '{None, 1, 3, "apple", "pear"}'


def test_what_a_checkpoint_would_lose_is_said_with_the_value() -> None:
    """Of values that JSON holds exactly nothing is lost, so nobody is asked."""
    previews = Previews(Blobs(Shelf().keep), lambda value: f"loses {type(value).__name__}")

    assert previews.of((1, 2)).loss == "loses tuple"
    assert previews.of([1, 2]).loss is None
    assert previews.of(threading.Lock()).loss == "loses lock"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=30,
)
anything = st.recursive(
    json_values | st.binary() | st.complex_numbers() | st.dates() | st.floats(),
    lambda inner: (
        st.lists(inner) | st.tuples(inner, inner) | st.frozensets(st.integers()) | st.dictionaries(st.integers(), inner)
    ),
    max_leaves=30,
)


@given(value=json_values)
def test_a_json_form_says_exactly_the_value(value: object) -> None:
    """Whether it is in the preview or behind its ref."""
    shelf = Shelf()
    preview = shown(value, shelf)

    text = preview.json
    if text is None and preview.ref is not None:
        text = shelf.value(preview.ref).decode()

    if text is not None:
        assert json.loads(text) == value
    elif preview.kind in {"list", "dict"}:
        assert len(json.dumps(value, ensure_ascii=False)) > PREVIEW_CHARACTERS - 40


@given(value=anything)
def test_no_preview_is_longer_than_agreed(value: object) -> None:
    """And it says so when it left something out."""
    preview = shown(value)

    assert len(preview.text) <= PREVIEW_CHARACTERS
    assert preview.truncated == (preview.ref is not None)
    preview.text.encode()


def test_an_input_with_a_growing_list_is_sent_as_its_growth() -> None:
    """Its lists come first behind the ref, since what follows a change is sent again; the preview keeps the order."""
    sent: list[Blob] = []
    previews = Previews(Blobs(sent.append))
    previews.of_input({"n": 1, "log": ["entry"] * 500}, "input:")

    shown = previews.of_input({"n": 2, "log": ["entry"] * 501}, "input:")

    assert shown.text.startswith('{"n": 2, "log": ["entry", "entry"')
    assert sent[-1].data == b', "entry"], "n": 2}'
