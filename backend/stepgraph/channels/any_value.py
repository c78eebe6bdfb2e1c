"""A channel for writers that agree: it keeps one of the values and forgets it when nobody writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Self

from stepgraph.channels.base import BaseChannel, Value
from stepgraph.constants import MISSING, Missing
from stepgraph.errors import EmptyChannelError


class AnyValue(BaseChannel[Value, Value, Value], Generic[Value]):
    """Keeps the last write of a superstep, assuming that all are equal; a superstep without a write empties it."""

    __slots__ = ("value",)

    value: Value | Missing
    cares_about_empty = True

    def __init__(self, typ: Any, key: str = "") -> None:
        super().__init__(typ, key)
        self.value = MISSING

    def is_same_kind(self, other: object) -> bool:
        """Every channel of this class is."""
        return isinstance(other, AnyValue)

    def get(self) -> Value:
        """Return the value of the last superstep."""
        if self.value is MISSING:
            raise EmptyChannelError
        return self.value

    def is_available(self) -> bool:
        """Tell whether the last superstep wrote a value."""
        return self.value is not MISSING

    def update(self, values: Sequence[Value]) -> bool:
        """Store the last write, or forget the value when there is none."""
        if not values and self.value is MISSING:
            return False
        self.value = values[-1] if values else MISSING
        return True

    def checkpoint(self) -> Value | Missing:
        """Return the value, or MISSING."""
        return self.value

    def from_checkpoint(self, checkpoint: Value | Missing) -> Self:
        """Return a channel of the same key that holds the stored value."""
        channel = self.__class__(self.typ, self.key)
        channel.value = checkpoint
        return channel
