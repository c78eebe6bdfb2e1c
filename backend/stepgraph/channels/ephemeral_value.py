"""A channel for what matters in the next superstep only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Self

from stepgraph.channels.base import BaseChannel, Value
from stepgraph.constants import MISSING, Missing
from stepgraph.errors import EmptyChannelError, InvalidUpdateError


class EphemeralValue(BaseChannel[Value, Value, Value], Generic[Value]):
    """Keeps a value for one superstep; with `guard` it takes at most one write, else the last one."""

    __slots__ = ("guard", "value")

    value: Value | Missing
    guard: bool
    cares_about_empty = True

    def __init__(self, typ: Any, guard: bool = True) -> None:
        # Not handed on to the base: one is made for every node that runs.
        self.typ = typ
        self.key = ""
        self.guard = guard
        self.value = MISSING

    def is_same_kind(self, other: object) -> bool:
        """A channel of this class with the same guard is."""
        return isinstance(other, EphemeralValue) and self.guard == other.guard

    def get(self) -> Value:
        """Return the value of the last superstep."""
        if self.value is MISSING:
            raise EmptyChannelError
        return self.value

    def is_available(self) -> bool:
        """Tell whether the last superstep wrote a value."""
        return self.value is not MISSING

    def update(self, values: Sequence[Value]) -> bool:
        """Store the write, or forget the value when there is none."""
        if not values and self.value is MISSING:
            return False
        if self.guard and len(values) > 1:
            raise InvalidUpdateError(only_one_write(self, self.key), channel=self.key, values=values)
        self.value = values[-1] if values else MISSING
        return True

    def checkpoint(self) -> Value | Missing:
        """Return the value, or MISSING."""
        return self.value

    def from_checkpoint(self, checkpoint: Value | Missing) -> Self:
        """Return a channel of the same key and guard that holds the stored value."""
        channel = self.__class__(self.typ, self.guard)
        channel.key = self.key
        channel.value = checkpoint
        return channel


def only_one_write(channel: object, key: str) -> str:
    """Return the text with which a guarded `channel` refuses a second write."""
    return (
        f"At key '{key}': {type(channel).__name__}(guard=True) can receive only one value per step. "
        "Use guard=False if you want to store any one of multiple values."
    )
