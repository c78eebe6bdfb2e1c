"""Kept copies of the state always show what a walk over all channels would show."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stepgraph.constants import MISSING
from stepgraph.pregel.views import Values, View

KEYS = ("a", "b", "c", "d")
changes = st.lists(st.tuples(st.sampled_from((*KEYS, "other")), st.sampled_from([1, 2, MISSING, None])), max_size=12)


@given(rounds=st.lists(changes, max_size=8), every=st.integers(1, 3))
def test_a_view_shows_available_keys_in_the_order_of_the_schema(
    rounds: list[list[tuple[str, object]]], every: int
) -> None:
    """Whatever comes, goes and comes again, and however rarely it is looked at."""
    values, view, walked = Values(), View(KEYS), {}

    for number, changed in enumerate(rounds):
        for key, value in changed:
            values.put(key, value)
            walked[key] = value
        if number % every == 0:
            expected = [(key, walked[key]) for key in KEYS if walked.get(key, MISSING) is not MISSING]
            assert list(view.read(values).items()) == expected


def test_a_read_is_the_readers_own() -> None:
    """What a node does to its dict does not reach the next reader."""
    values, view = Values(), View(KEYS)
    values.put("a", 1)

    view.read(values)["a"] = 2

    assert view.read(values) == {"a": 1}


def test_a_view_that_slept_through_a_long_run_wakes_up_right() -> None:
    """The log of changes is cut in long runs; a view that missed the cut is built anew."""
    values, view = Values(), View(KEYS)
    view.read(values)

    for number in range(25_000):
        values.put(KEYS[number % 3], number)

    assert view.read(values) == {"a": 24_999, "b": 24_997, "c": 24_998}


def test_what_was_kept_stays_until_the_next_refresh() -> None:
    """A run's output is the state at its last values event, not what came after."""
    values, view = Values(), View(KEYS)
    values.put("a", 1)
    view.refresh(values)

    values.put("a", 2)

    assert view.kept() == {"a": 1}
