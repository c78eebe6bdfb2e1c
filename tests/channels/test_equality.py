"""When two schemas may share a channel: it is of one kind, whatever it holds."""

from __future__ import annotations

import functools
import operator
from typing import Any

import pytest

from stepgraph.channels import (
    AnyValue,
    BaseChannel,
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
from tests.channels.seen import Channel


class OwnLastValue(LastValue[Any]):
    """A user's class on top of ours."""


def keep(left: Any, right: Any) -> Any:
    return left


EQUAL = [
    (LastValue(int), LastValue(str)),
    (LastValue(int), OwnLastValue(int)),
    (LastValueAfterFinish(int), LastValueAfterFinish(str)),
    (AnyValue(int), AnyValue(str)),
    (EphemeralValue(int), EphemeralValue(str)),
    (UntrackedValue(int, guard=False), UntrackedValue(str, guard=False)),
    (Topic(int), Topic(str)),
    (NamedBarrierValue(str, {"a"}), NamedBarrierValue(str, {"a"})),
    (NamedBarrierValueAfterFinish(str, {"a"}), NamedBarrierValueAfterFinish(str, {"a"})),
    (BinaryOperatorAggregate(int, operator.add), BinaryOperatorAggregate(str, operator.add)),
    (BinaryOperatorAggregate(int, lambda a, b: a), BinaryOperatorAggregate(int, operator.add)),
    (DeltaChannel(keep, list), DeltaChannel(keep, dict)),
]
DIFFERENT = [
    (LastValue(int), AnyValue(int)),
    (EphemeralValue(int), EphemeralValue(int, guard=False)),
    (UntrackedValue(int), UntrackedValue(int, guard=False)),
    (Topic(int), Topic(int, accumulate=True)),
    (NamedBarrierValue(str, {"a"}), NamedBarrierValue(str, {"b"})),
    (NamedBarrierValue(str, {"a"}), NamedBarrierValueAfterFinish(str, {"a"})),
    (BinaryOperatorAggregate(int, operator.mul), BinaryOperatorAggregate(int, operator.add)),
    (DeltaChannel(keep, list), DeltaChannel(keep, list, snapshot_frequency=2)),
]


@pytest.mark.parametrize(("left", "right"), EQUAL)
def test_channels_of_one_configuration_are_equal(left: Channel, right: Channel) -> None:
    """Neither type nor value counts, and any reducer that is a lambda passes for any other."""
    left.key = "elsewhere"

    assert left == right
    assert right == left


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_channels_of_other_configurations_differ(left: Channel, right: Channel) -> None:
    """Class, guard, accumulation, names and reducer count."""
    assert left != right


@pytest.mark.parametrize("channel", [pair[0] for pair in EQUAL])
def test_a_channel_has_no_hash(channel: Channel) -> None:
    """It is equal by configuration and changes, so it cannot be a key."""
    with pytest.raises(TypeError, match=f"unhashable type: '{type(channel).__name__}'"):
        hash(channel)


def test_a_reducer_without_a_name_cannot_be_compared() -> None:
    """Like the reference, which asks for the name first."""
    left = BinaryOperatorAggregate(int, functools.partial(operator.add))

    with pytest.raises(AttributeError, match="__name__"):
        assert left == BinaryOperatorAggregate(int, operator.add)


def test_a_channel_of_a_users_own_kind_equals_only_itself() -> None:
    """Whoever writes a kind of channel says when two are the same."""

    class Own(BaseChannel[Any, Any, Any]):
        def get(self) -> Any:
            return None

        def update(self, values: Any) -> bool:
            return bool(values)

        def from_checkpoint(self, checkpoint: Any) -> Own:
            return Own(self.typ)

    channel = Own(int)

    assert channel == channel  # noqa: PLR0124  # the point of the test
    assert channel != Own(int)


def test_a_users_own_update_is_taken_to_care_about_supersteps_without_writes() -> None:
    """Only a class that says otherwise is left alone."""

    class Silent(LastValue[Any]):
        def update(self, values: Any) -> bool:
            return super().update(values)

    class Spoken(LastValue[Any]):
        cares_about_empty = False

        def update(self, values: Any) -> bool:
            return super().update(values)

    assert (OwnLastValue(int).cares_about_empty, Silent(int).cares_about_empty, Spoken(int).cares_about_empty) == (
        False,
        True,
        False,
    )
