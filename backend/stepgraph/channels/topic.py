"""A channel that collects: every write is an item of a list."""

from __future__ import annotations

from collections.abc import Sequence
from types import GenericAlias
from typing import Any, Generic, Self

from stepgraph.channels.base import BaseChannel, Value
from stepgraph.constants import MISSING, Missing
from stepgraph.errors import EmptyChannelError


class Topic(BaseChannel[Sequence[Value], Value | list[Value], list[Value]], Generic[Value]):
    """Collects the writes of one superstep, or with `accumulate` those of all; a list written counts as its items."""

    __slots__ = ("accumulate", "values")

    values: list[Value]
    accumulate: bool

    def __init__(self, typ: Any, accumulate: bool = False) -> None:
        super().__init__(typ)
        self.accumulate = accumulate
        self.values = []

    def is_same_kind(self, other: object) -> bool:
        """A topic that accumulates alike is, whatever its items are."""
        return isinstance(other, Topic) and self.accumulate == other.accumulate

    @property
    def cares_about_empty(self) -> bool:
        """A topic that does not accumulate is emptied by a superstep without a write."""
        return not self.accumulate

    @property
    def ValueType(self) -> Any:  # noqa: N802  # the reference's name
        """The type of the list of items."""
        return GenericAlias(Sequence, (self.typ,))

    @property
    def UpdateType(self) -> Any:  # noqa: N802  # the reference's name
        """The type of one write: an item or a list of items."""
        return self.typ | GenericAlias(list, (self.typ,))

    def get(self) -> Sequence[Value]:
        """Return a new list of the items; an empty topic has no value."""
        if not self.values:
            raise EmptyChannelError
        return list(self.values)

    def is_available(self) -> bool:
        """Tell whether there is an item."""
        return bool(self.values)

    def update(self, values: Sequence[Value | list[Value]]) -> bool:
        """Add the items of all writes, after dropping the old ones unless they accumulate."""
        changed = False
        if not self.accumulate:
            changed = bool(self.values)
            # A new list, because the old one may be what a checkpoint holds.
            self.values = []
        items = _flat(values)
        if not items:
            return changed
        self.values.extend(items)
        return True

    def checkpoint(self) -> list[Value]:
        """Return the list itself, even when it is empty."""
        return self.values

    def from_checkpoint(self, checkpoint: list[Value] | tuple[Any, list[Value]] | Missing) -> Self:
        """Return a channel of the same configuration that holds the stored list."""
        channel = self.__class__(self.typ, self.accumulate)
        channel.key = self.key
        if checkpoint is not MISSING:
            # Threads stored long ago hold a pair whose second part is the list.
            channel.values = checkpoint[1] if isinstance(checkpoint, tuple) else checkpoint
        return channel

    def copy(self) -> Self:
        """Return a topic with a list of its own, so that adding to one does not show in the other."""
        return self.from_checkpoint(self.values.copy())


def _flat(values: Sequence[Value | list[Value]]) -> list[Value]:
    items: list[Value] = []
    for value in values:
        if isinstance(value, list):
            items.extend(value)
        else:
            items.append(value)
    return items
