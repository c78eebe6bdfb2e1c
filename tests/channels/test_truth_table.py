"""What every channel class answers to every thing that can happen to it in a superstep."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import pytest

from stepgraph.channels import (
    AnyValue,
    BinaryOperatorAggregate,
    DeltaChannel,
    EphemeralValue,
    LastValue,
    LastValueAfterFinish,
    NamedBarrierValue,
    NamedBarrierValueAfterFinish,
    Topic,
    UntrackedValue,
)
from stepgraph.constants import MISSING
from tests.channels.seen import CONSUME, FINISH, Act, Channel, perform, value_of, write

EMPTY = write()


class Row(NamedTuple):
    """One line: a channel after `before`, what then happens, and all that is seen afterwards."""

    make: Callable[[], Channel]
    before: list[Act]
    act: Act
    returned: bool
    value: Any
    stored: Any


def last_value() -> Channel:
    return LastValue(int)


def after_finish() -> Channel:
    return LastValueAfterFinish(int)


def any_value() -> Channel:
    return AnyValue(int)


def guarded() -> Channel:
    return EphemeralValue(int)


def unguarded() -> Channel:
    return EphemeralValue(int, guard=False)


def topic() -> Channel:
    return Topic(int)


def growing_topic() -> Channel:
    return Topic(int, accumulate=True)


def total() -> Channel:
    return BinaryOperatorAggregate(int, operator.add)


def first_taken() -> Channel:
    return BinaryOperatorAggregate(int | None, operator.add)


def barrier() -> Channel:
    return NamedBarrierValue(str, {"a", "b"})


def late_barrier() -> Channel:
    return NamedBarrierValueAfterFinish(str, {"a", "b"})


def untracked() -> Channel:
    return UntrackedValue(int)


def untracked_unguarded() -> Channel:
    return UntrackedValue(int, guard=False)


def joined(value: list[int], writes: Sequence[int]) -> list[int]:
    return [*value, *writes]


def delta() -> Channel:
    return DeltaChannel(joined, list)


W1, W2, W12 = write(1), write(2), write(1, 2)
SEEN_A, SEEN_AB = {"a"}, {"a", "b"}

TABLE = {
    "LastValue": [
        Row(last_value, [], EMPTY, False, MISSING, MISSING),
        Row(last_value, [W1], EMPTY, False, 1, 1),
        Row(last_value, [], W1, True, 1, 1),
        Row(last_value, [W1], W1, True, 1, 1),
        Row(last_value, [W1], write(None), True, None, None),
        Row(last_value, [W1], CONSUME, False, 1, 1),
        Row(last_value, [W1], FINISH, False, 1, 1),
    ],
    "LastValueAfterFinish": [
        Row(after_finish, [], EMPTY, False, MISSING, MISSING),
        Row(after_finish, [], FINISH, False, MISSING, MISSING),
        Row(after_finish, [], CONSUME, False, MISSING, MISSING),
        Row(after_finish, [], W1, True, MISSING, (1, False)),
        Row(after_finish, [], W12, True, MISSING, (2, False)),
        Row(after_finish, [W1], CONSUME, False, MISSING, (1, False)),
        Row(after_finish, [W1], FINISH, True, 1, (1, True)),
        Row(after_finish, [W1, FINISH], FINISH, False, 1, (1, True)),
        Row(after_finish, [W1, FINISH], EMPTY, False, 1, (1, True)),
        Row(after_finish, [W1, FINISH], W2, True, MISSING, (2, False)),
        Row(after_finish, [W1, FINISH], CONSUME, True, MISSING, MISSING),
    ],
    "AnyValue": [
        Row(any_value, [], EMPTY, False, MISSING, MISSING),
        Row(any_value, [W1], EMPTY, True, MISSING, MISSING),
        Row(any_value, [], W1, True, 1, 1),
        Row(any_value, [], W12, True, 2, 2),
        Row(any_value, [W1], CONSUME, False, 1, 1),
        Row(any_value, [W1], FINISH, False, 1, 1),
    ],
    "EphemeralValue": [
        Row(guarded, [], EMPTY, False, MISSING, MISSING),
        Row(guarded, [W1], EMPTY, True, MISSING, MISSING),
        Row(guarded, [], W1, True, 1, 1),
        Row(guarded, [W1], CONSUME, False, 1, 1),
        Row(guarded, [W1], FINISH, False, 1, 1),
        Row(unguarded, [], EMPTY, False, MISSING, MISSING),
        Row(unguarded, [W1], EMPTY, True, MISSING, MISSING),
        Row(unguarded, [W1], W12, True, 2, 2),
    ],
    "Topic": [
        Row(topic, [], EMPTY, False, MISSING, []),
        Row(topic, [W1], EMPTY, True, MISSING, []),
        Row(topic, [], W1, True, [1], [1]),
        Row(topic, [W1], W2, True, [2], [2]),
        Row(topic, [W1], W12, True, [1, 2], [1, 2]),
        Row(topic, [], write([]), False, MISSING, []),
        Row(topic, [W1], write([]), True, MISSING, []),
        Row(topic, [], write(1, [2, 3], (4, 5)), True, [1, 2, 3, (4, 5)], [1, 2, 3, (4, 5)]),
        Row(topic, [], write([[1], 2]), True, [[1], 2], [[1], 2]),
        Row(topic, [W1], CONSUME, False, [1], [1]),
        Row(topic, [W1], FINISH, False, [1], [1]),
        Row(growing_topic, [], EMPTY, False, MISSING, []),
        Row(growing_topic, [W1], EMPTY, False, [1], [1]),
        Row(growing_topic, [W1], W12, True, [1, 1, 2], [1, 1, 2]),
        Row(growing_topic, [W1], write([]), False, [1], [1]),
    ],
    "BinaryOperatorAggregate": [
        Row(total, [], EMPTY, False, 0, 0),
        Row(total, [], W1, True, 1, 1),
        Row(total, [W1], W12, True, 4, 4),
        Row(total, [W1], EMPTY, False, 1, 1),
        Row(total, [W1], CONSUME, False, 1, 1),
        Row(total, [W1], FINISH, False, 1, 1),
        Row(first_taken, [], EMPTY, False, MISSING, MISSING),
        Row(first_taken, [], write(None), True, None, None),
        Row(first_taken, [], W12, True, 3, 3),
    ],
    "NamedBarrierValue": [
        Row(barrier, [], EMPTY, False, MISSING, set()),
        Row(barrier, [], write("a"), True, MISSING, SEEN_A),
        Row(barrier, [write("a")], write("a"), False, MISSING, SEEN_A),
        Row(barrier, [write("a")], write("a", "b"), True, None, SEEN_AB),
        Row(barrier, [write("a")], CONSUME, False, MISSING, SEEN_A),
        Row(barrier, [write("a", "b")], EMPTY, False, None, SEEN_AB),
        Row(barrier, [write("a", "b")], FINISH, False, None, SEEN_AB),
        Row(barrier, [write("a", "b")], CONSUME, True, MISSING, set()),
    ],
    "NamedBarrierValueAfterFinish": [
        Row(late_barrier, [], EMPTY, False, MISSING, (set(), False)),
        Row(late_barrier, [write("a")], FINISH, False, MISSING, (SEEN_A, False)),
        Row(late_barrier, [write("a")], write("b"), True, MISSING, (SEEN_AB, False)),
        Row(late_barrier, [write("a", "b")], CONSUME, False, MISSING, (SEEN_AB, False)),
        Row(late_barrier, [write("a", "b")], FINISH, True, None, (SEEN_AB, True)),
        Row(late_barrier, [write("a", "b"), FINISH], FINISH, False, None, (SEEN_AB, True)),
        Row(late_barrier, [write("a", "b"), FINISH], write("a"), False, None, (SEEN_AB, True)),
        Row(late_barrier, [write("a", "b"), FINISH], CONSUME, True, MISSING, (set(), False)),
    ],
    "UntrackedValue": [
        Row(untracked, [], EMPTY, False, MISSING, MISSING),
        Row(untracked, [W1], EMPTY, False, 1, MISSING),
        Row(untracked, [W1], W2, True, 2, MISSING),
        Row(untracked_unguarded, [], W12, True, 2, MISSING),
        Row(untracked, [W1], CONSUME, False, 1, MISSING),
        Row(untracked, [W1], FINISH, False, 1, MISSING),
    ],
    "DeltaChannel": [
        Row(delta, [], EMPTY, False, MISSING, MISSING),
        Row(delta, [], W1, True, [1], MISSING),
        Row(delta, [W1], W12, True, [1, 1, 2], MISSING),
        Row(delta, [W1], EMPTY, False, [1], MISSING),
        Row(delta, [W1], CONSUME, False, [1], MISSING),
        Row(delta, [W1], FINISH, False, [1], MISSING),
    ],
}
CASES = [pytest.param(row, id=f"{name}-{number}") for name, rows in TABLE.items() for number, row in enumerate(rows)]


@pytest.mark.parametrize("row", CASES)
def test_a_channel_answers_as_the_table_says(row: Row) -> None:
    """Return value, value, availability and stored form of each class in each situation."""
    channel = row.make()
    for act in row.before:
        perform(channel, act)

    returned = perform(channel, row.act)

    assert (returned, value_of(channel), channel.checkpoint()) == (row.returned, row.value, row.stored)


@pytest.mark.parametrize("row", CASES)
def test_a_channel_comes_back_from_its_stored_form(row: Row) -> None:
    """The stored form holds all of a channel, except of those whose class does not store a value."""
    original = row.make()
    for act in [*row.before, row.act]:
        perform(original, act)

    restored = original.from_checkpoint(original.checkpoint())

    expected = {"UntrackedValue": MISSING, "DeltaChannel": []}.get(type(original).__name__, value_of(original))
    assert (type(restored), value_of(restored), restored.checkpoint()) == (
        type(original),
        expected,
        original.checkpoint(),
    )


@pytest.mark.parametrize("row", CASES)
def test_a_copy_has_the_key_and_value_and_goes_its_own_way(row: Row) -> None:
    """Writing a copy never shows in the channel it was copied from."""
    original = row.make()
    original.key = "field"
    for act in row.before:
        perform(original, act)
    before = deepcopy((value_of(original), original.checkpoint()))

    copied = original.copy()
    same = deepcopy((copied.key, value_of(copied), copied.checkpoint()))
    perform(copied, row.act)

    assert same == ("field", *before)
    assert (value_of(original), original.checkpoint()) == before


@pytest.mark.parametrize("row", CASES)
def test_only_channels_that_say_so_change_without_a_write(row: Row) -> None:
    """The engine may skip a channel that says it does not care about a superstep without writes."""
    channel = row.make()
    for act in [*row.before, row.act]:
        perform(channel, act)

    changed = channel.is_available() and channel.update(())

    assert channel.cares_about_empty or not changed
