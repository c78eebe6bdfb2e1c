"""What a channel shows of itself, as one value that tests compare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stepgraph.channels import BaseChannel
from stepgraph.constants import MISSING
from stepgraph.errors import EmptyChannelError

Channel = BaseChannel[Any, Any, Any]


def write(*values: object) -> tuple[str, Sequence[object]]:
    """The writes of one superstep; without values, a superstep that did not write the channel."""
    return ("update", values)


CONSUME = ("consume", None)
FINISH = ("finish", None)
Act = tuple[str, Sequence[object] | None]


def perform(channel: Channel, act: Act) -> bool:
    """Do one thing to `channel` and return what it says of it."""
    verb, values = act
    if values is not None:
        return channel.update(values)
    return channel.consume() if verb == "consume" else channel.finish()


def value_of(channel: Channel) -> Any:
    """The value that readers get, or MISSING; checks that `is_available` says the same."""
    try:
        value = channel.get()
    except EmptyChannelError:
        value = MISSING
    assert channel.is_available() is (value is not MISSING)
    return value
