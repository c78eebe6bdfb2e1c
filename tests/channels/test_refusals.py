"""What a channel refuses, in which words, and what it holds afterwards."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import pytest

from stepgraph.channels import (
    BinaryOperatorAggregate,
    DeltaChannel,
    EphemeralValue,
    LastValue,
    NamedBarrierValue,
    NamedBarrierValueAfterFinish,
    UntrackedValue,
)
from stepgraph.errors import EmptyChannelError, ErrorCode, InvalidUpdateError
from stepgraph.types import Overwrite
from tests.channels.seen import Channel, value_of

CONCURRENT = ErrorCode.INVALID_CONCURRENT_GRAPH_UPDATE
PAGE = "\nFor troubleshooting, visit: https://docs.langchain.com/oss/python/langgraph/errors/INVALID_CONCURRENT_GRAPH_UPDATE"


def refusal(channel: Channel, values: list[Any]) -> InvalidUpdateError:
    channel.key = "field"
    with pytest.raises(InvalidUpdateError) as caught:
        channel.update(values)
    return caught.value


def test_last_value_refuses_a_second_write_and_says_what_was_written() -> None:
    """Neither of two writes is right, so both are refused and the old value stays."""
    channel: Channel = LastValue(int)
    channel.update([0])

    error = refusal(channel, [1, 2])

    assert str(error) == (
        "At key 'field': Can receive only one value per step. Use an Annotated key to handle multiple values." + PAGE
    )
    assert (error.code, error.channel, error.values, value_of(channel)) == (CONCURRENT, "field", (1, 2), 0)


@pytest.mark.parametrize("make", [EphemeralValue, UntrackedValue])
def test_a_guarded_channel_refuses_a_second_write_without_a_code(make: type[Channel]) -> None:
    """The guard names the class and the way out of it."""
    channel = make(int)
    channel.update([0])

    error = refusal(channel, [1, 2])

    assert str(error) == (
        f"At key 'field': {make.__name__}(guard=True) can receive only one value per step. "
        "Use guard=False if you want to store any one of multiple values."
    )
    assert (error.code, error.values, value_of(channel)) == (None, (1, 2), 0)


@pytest.mark.parametrize("make", [NamedBarrierValue, NamedBarrierValueAfterFinish])
def test_a_barrier_refuses_a_name_that_it_does_not_wait_for(make: Callable[..., Channel]) -> None:
    """Names before the unknown one were seen."""
    channel = make(str, {"a"})

    error = refusal(channel, ["a", "z"])

    assert str(error) == "At key 'field': Value z not in {'a'}"
    assert (error.code, error.values) == (None, ("z",))
    assert channel.checkpoint() in ({"a"}, ({"a"}, False))


def test_a_second_replacement_in_a_superstep_is_refused_after_the_first_is_stored() -> None:
    """Two replacements cannot both hold."""
    channel: Channel = BinaryOperatorAggregate(int, operator.add)

    error = refusal(channel, [Overwrite(1), Overwrite(2)])

    assert str(error) == "Can receive only one Overwrite value per super-step." + PAGE
    assert (error.code, error.channel, value_of(channel)) == (CONCURRENT, "field", 1)


def test_a_batch_with_two_replacements_is_refused_whole() -> None:
    """A reducer over batches has stored nothing of it."""
    channel: Channel = DeltaChannel(lambda value, writes: [*value, *writes], list)
    channel.update([0])

    error = refusal(channel, [Overwrite([1]), Overwrite([2])])

    assert (error.code, value_of(channel)) == (CONCURRENT, [0])


def test_reading_an_empty_channel_has_no_message() -> None:
    """The class of the error says everything."""
    with pytest.raises(EmptyChannelError) as caught:
        LastValue(int).get()

    assert caught.value.args == ()


def test_a_delta_channel_wants_a_positive_snapshot_frequency() -> None:
    """Never storing a whole value would make a thread unreadable."""
    with pytest.raises(ValueError, match=r"^snapshot_frequency must be a positive int, got 0$"):
        DeltaChannel(lambda value, writes: value, list, snapshot_frequency=0)
