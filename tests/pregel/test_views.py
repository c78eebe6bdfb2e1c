"""Kept copies of the state always show what a walk over all channels would show."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stepgraph.constants import MISSING
from stepgraph.pregel.views import Values, View

KEYS = ("a", "b", "c", "d")
RANK = {"a": 0, "other": 1, "b": 2, "c": 3, "d": 4}
changes = st.lists(st.tuples(st.sampled_from((*KEYS, "other")), st.sampled_from([1, 2, MISSING, None])), max_size=12)


@given(rounds=st.lists(changes, max_size=8), every=st.integers(1, 3))
def test_a_view_shows_available_keys_in_the_order_of_the_schema(
    rounds: list[list[tuple[str, object]]], every: int
) -> None:
    """Whatever comes, goes and comes again, and however rarely it is looked at."""
    values, walked = Values(RANK), dict[str, object]()
    view = View(KEYS, values)

    for number, changed in enumerate(rounds):
        for key, value in changed:
            values.put(key, value)
            walked[key] = value
        if number % every == 0:
            expected = [(key, walked[key]) for key in KEYS if walked.get(key, MISSING) is not MISSING]
            assert list(view.read().items()) == expected


def test_a_read_is_the_readers_own() -> None:
    """What a node does to its dict does not reach the next reader."""
    values = Values(RANK)
    view = View(KEYS, values)
    values.put("a", 1)

    view.read()["a"] = 2

    assert view.read() == {"a": 1}


def test_a_view_that_slept_through_a_long_run_wakes_up_right() -> None:
    """The log of changes is cut in long runs; a view that missed the cut is built anew."""
    values = Values(RANK)
    view = View(KEYS, values)
    view.read()

    for number in range(25_000):
        values.put(KEYS[number % 3], number)

    assert view.read() == {"a": 24_999, "b": 24_997, "c": 24_998}


@given(rounds=st.lists(changes, max_size=8))
def test_readers_of_all_keys_see_them_in_the_order_of_the_channels(rounds: list[list[tuple[str, object]]]) -> None:
    """In whichever order they came."""
    values, walked = Values(RANK), {}

    for changed in rounds:
        for key, value in changed:
            values.put(key, value)
            walked[key] = value
        expected = [(key, walked[key]) for key in RANK if walked.get(key, MISSING) is not MISSING]
        assert list(values.read().items()) == expected


@given(before=changes, after=changes)
def test_a_mark_brings_back_what_was_there(before: list[tuple[str, object]], after: list[tuple[str, object]]) -> None:
    """A run's output is the state at its last values event, not what came after."""
    values, walked = Values(RANK), dict[str, object]()
    for key, value in before:
        values.put(key, value)
        walked[key] = value

    values.mark()
    for key, value in after:
        values.put(key, value)

    expected = [(key, walked[key]) for key in KEYS if walked.get(key, MISSING) is not MISSING]
    assert list(values.marked(KEYS).items()) == expected


def test_a_later_mark_takes_the_place_of_an_earlier_one() -> None:
    """Only the last values event counts."""
    values = Values(RANK)
    values.put("a", 1)
    values.mark()
    values.put("a", 2)

    values.mark()

    assert values.marked(KEYS) == {"a": 2}
