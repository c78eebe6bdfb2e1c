"""How reducers fold writes, where they start, and how a write replaces what they made."""

from __future__ import annotations

import collections
import operator
from collections.abc import Iterable, Mapping, MutableMapping, MutableSequence, MutableSet, Sequence, Set
from typing import Annotated, Any, Literal, NotRequired, Required

import pytest

from stepgraph.channels import BinaryOperatorAggregate, DeltaChannel
from stepgraph.constants import MISSING
from stepgraph.types import Overwrite
from tests.channels.seen import Channel, value_of


class Bag:
    """A user's class that can be made from nothing."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bag)

    __hash__ = object.__hash__


class Needy:
    """A user's class that cannot."""

    def __init__(self, thing: object) -> None:
        self.thing = thing


def joined(value: list[Any], writes: Sequence[Any]) -> list[Any]:
    return [*value, *writes]


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (int, 0),
        (str, ""),
        (bool, False),
        (list, []),
        (list[int], []),
        (tuple[int, ...], ()),
        (Sequence[int], []),
        (MutableSequence, []),
        (Set[int], set()),
        (MutableSet[int], set()),
        (Mapping[str, int], {}),
        (MutableMapping, {}),
        (collections.Counter, collections.Counter()),
        (Annotated[list[int], "said"], []),
        (Required[int], 0),
        (NotRequired[Annotated[int, "said"]], 0),
        (Bag, Bag()),
        (Needy, MISSING),
        (int | None, MISSING),
        (Literal["a"], MISSING),
        (Any, MISSING),
        (Iterable[int], MISSING),
        ("int", MISSING),
    ],
)
def test_a_reducer_starts_with_the_empty_value_of_its_type(annotation: Any, value: Any) -> None:
    """What the class behind an annotation makes of nothing; without such a class there is no value."""
    assert value_of(BinaryOperatorAggregate(annotation, operator.add)) == value


def test_writes_are_folded_one_by_one_in_order() -> None:
    """The operator gets the value first, the write second, once for each write, None included."""
    calls: list[tuple[object, object]] = []

    def last(value: object, write: object) -> object:
        calls.append((value, write))
        return write

    channel: Channel = BinaryOperatorAggregate(list, last)

    channel.update(["a", None, "b"])

    assert calls == [([], "a"), ("a", None), (None, "b")]


def test_the_first_write_of_a_channel_without_a_value_is_taken_as_it_is() -> None:
    """The operator is not asked, and a replacement is stored as the object it is."""
    channel: Channel = BinaryOperatorAggregate(int | None, operator.add)

    changed = channel.update([Overwrite(5)])

    assert (changed, channel.get()) == (True, Overwrite(5))


@pytest.mark.parametrize(
    "write",
    [Overwrite(["new"]), {"__overwrite__": ["new"]}, {"type": "__overwrite__", "value": ["new"], "more": 1}],
)
def test_a_replacement_drops_earlier_writes_and_closes_the_superstep(write: object) -> None:
    """Each of its three forms replaces the value, whatever stands around it."""
    channel: Channel = BinaryOperatorAggregate(list, operator.add)
    channel.update([["old"]])

    channel.update([["before"], write, ["after"]])

    assert channel.get() == ["new"]


def test_a_dict_that_only_looks_like_a_replacement_is_an_ordinary_write() -> None:
    """The marker beside other keys is the user's own."""
    channel: Channel = BinaryOperatorAggregate(dict, operator.or_)

    channel.update([{"__overwrite__": 1, "other": 2}, {"type": "__overwrite__"}])

    assert channel.get() == {"__overwrite__": 1, "other": 2, "type": "__overwrite__"}


def test_a_reducer_that_fails_leaves_the_writes_before_it_folded() -> None:
    """The superstep is refused as a whole by the engine, not by the channel."""
    channel: Channel = BinaryOperatorAggregate(int, operator.floordiv)
    channel.update([Overwrite(8)])

    with pytest.raises(ZeroDivisionError):
        channel.update([2, 0])

    assert channel.get() == 4


def test_a_delta_channel_hands_all_writes_to_its_reducer_at_once() -> None:
    """One call for each superstep."""
    calls: list[tuple[list[Any], list[Any]]] = []

    def reducer(value: list[Any], writes: Sequence[Any]) -> list[Any]:
        calls.append((value, list(writes)))
        return [*value, *writes]

    channel: Channel = DeltaChannel(reducer, list)
    channel.update([1, 2])
    channel.update([3])

    assert (calls, channel.get()) == ([([], [1, 2]), ([1, 2], [3])], [1, 2, 3])


def test_a_replacement_is_the_whole_value_of_a_delta_channel_and_a_copy() -> None:
    """What the caller keeps is never changed by a later fold; None means the empty value."""
    kept = [9]
    channel: Channel = DeltaChannel(joined, list)
    channel.update([1])

    channel.update([2, Overwrite(kept), 3])
    replaced = channel.get()
    channel.update([{"__overwrite__": None}])

    assert (replaced, replaced is kept, channel.get()) == ([9], False, [])


def test_replaying_stored_writes_begins_at_the_last_replacement() -> None:
    """Batches are larger when they are read than when they were written, and more than one may replace."""
    channel: DeltaChannel[Any] = DeltaChannel(joined, list)
    channel = channel.from_checkpoint(MISSING)

    channel.replay_writes([("t", "c", value) for value in (1, Overwrite([5]), Overwrite([6]), 2)])
    channel.replay_writes([("t", "c", 3)])

    assert channel.get() == [6, 2, 3]


def test_a_delta_channel_made_from_nothing_has_the_empty_value() -> None:
    """Before its first write it has none; restored without a whole value it has the type's."""
    channel: Channel = DeltaChannel(joined, dict[str, int])

    assert (value_of(channel), value_of(channel.from_checkpoint(MISSING)), value_of(channel.from_checkpoint([7]))) == (
        MISSING,
        {},
        [7],
    )
