"""A channel that lives as long as its run and is never stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Self

from stepgraph.channels.base import BaseChannel, Value
from stepgraph.channels.ephemeral_value import only_one_write
from stepgraph.constants import MISSING, Missing
from stepgraph.errors import EmptyChannelError, InvalidUpdateError


class UntrackedValue(BaseChannel[Value, Value, Value], Generic[Value]):
    """Keeps the last value for the rest of the run; with `guard` it takes at most one write in a superstep."""

    __slots__ = ("guard", "value")

    value: Value | Missing
    guard: bool
    cares_about_empty = False

    def __init__(self, typ: Any, guard: bool = True) -> None:
        super().__init__(typ)
        self.guard = guard
        self.value = MISSING

    def is_same_kind(self, other: object) -> bool:
        """A channel of this class with the same guard is."""
        return isinstance(other, UntrackedValue) and self.guard == other.guard

    def get(self) -> Value:
        """Return the last value written in this run."""
        if self.value is MISSING:
            raise EmptyChannelError
        return self.value

    def is_available(self) -> bool:
        """Tell whether a value was written in this run."""
        return self.value is not MISSING

    def update(self, values: Sequence[Value]) -> bool:
        """Store the write."""
        if not values:
            return False
        if self.guard and len(values) > 1:
            raise InvalidUpdateError(only_one_write(self, self.key), channel=self.key, values=values)
        self.value = values[-1]
        return True

    def checkpoint(self) -> Value | Missing:
        """Return MISSING: nothing of this channel is ever stored."""
        return MISSING

    def from_checkpoint(self, checkpoint: Value | Missing) -> Self:  # noqa: ARG002  # nothing was stored
        """Return an empty channel of the same key and guard."""
        channel = self.__class__(self.typ, self.guard)
        channel.key = self.key
        return channel

    def copy(self) -> Self:
        """Return a channel of the same configuration and value; only stored forms lose the value."""
        channel = self.from_checkpoint(MISSING)
        channel.value = self.value
        return channel
