"""Our channels and the reference's, driven by the same random supersteps, never differ."""

from __future__ import annotations

import copy
import operator
from functools import partial
from types import ModuleType
from typing import Any

import langgraph.types
import pytest
from hypothesis import given
from hypothesis import strategies as st

import stepgraph.types
from tests.conformance.channel_pairs import MAKERS, OURS, REFERENCE, Replace, observed, outcome, translated

writes = st.one_of(
    st.sampled_from(
        ["a", "b", "z", 1, 0, None, True, (1, 2), {"__overwrite__": 7}, {"type": "__overwrite__", "value": 8}]
    ),
    st.lists(st.integers(0, 3), max_size=2),
    st.sampled_from([Replace(5), Replace([6]), Replace(None)]),
)
supersteps = st.lists(writes, max_size=3).map(lambda values: ("update", values))
acts = st.one_of(
    supersteps,
    supersteps,
    st.sampled_from([("consume", None), ("finish", None), ("store", None), ("copy", None)]),
)


def history(make: Any, acts: list[tuple[str, Any]], channels: ModuleType, types: ModuleType) -> list[Any]:
    """Everything that can be observed while `acts` happen to one channel."""
    channel = make(channels)
    channel.key = "field"
    seen = [observed(channel)]
    for verb, values in acts:
        returned: Any = None
        if verb == "store":
            channel = channel.from_checkpoint(channel.checkpoint())
        elif verb == "copy":
            channel = channel.copy()
        elif verb == "update":
            given = translated(copy.deepcopy(values), types)
            returned = outcome(lambda: channel.update(given))  # noqa: B023  # called at once
        else:
            returned = outcome(getattr(channel, verb))
        seen.append([verb, returned, *observed(channel)])
    return seen


@pytest.mark.parametrize("name", MAKERS)
@given(acts=st.lists(acts, max_size=8))
def test_a_channel_answers_like_the_references(name: str, acts: list[tuple[str, Any]]) -> None:
    """Returns, values, availability, stored forms and texts of errors are the same after every superstep."""
    make = MAKERS[name]

    ours = history(make, acts, OURS, stepgraph.types)
    reference = history(make, acts, REFERENCE, langgraph.types)

    assert ours == reference


def test_any_two_channels_are_equal_here_when_they_are_there() -> None:
    """Equality decides whether two schemas may share a key."""

    def equal(channels: ModuleType) -> list[Any]:
        made = [make(channels) for make in MAKERS.values()]
        return [outcome(partial(operator.eq, left, right)) for left in made for right in made]

    assert equal(OURS) == equal(REFERENCE)


def test_both_engines_name_the_same_channels() -> None:
    """Nothing a file can import from the reference's channels is missing."""
    assert sorted(OURS.__all__) == sorted(REFERENCE.__all__)
