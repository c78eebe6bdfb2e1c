"""Channels that wait until every one of a set of names was written: the joins of a graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Self

from stepgraph.channels.base import BaseChannel, Value
from stepgraph.constants import MISSING, Missing
from stepgraph.errors import EmptyChannelError, InvalidUpdateError


class NamedBarrierValue(BaseChannel[None, Value, set[Value]], Generic[Value]):
    """Available once every name was written; consuming it starts the wait anew."""

    __slots__ = ("names", "seen")

    names: set[Value]
    seen: set[Value]
    cares_about_empty = False

    def __init__(self, typ: Any, names: set[Value]) -> None:
        super().__init__(typ)
        self.names = names
        self.seen = set()

    def is_same_kind(self, other: object) -> bool:
        """A barrier of this class for the same names is."""
        return isinstance(other, NamedBarrierValue) and self.names == other.names

    def get(self) -> None:
        """Return None once all names were written."""
        if self.seen != self.names:
            raise EmptyChannelError

    def is_available(self) -> bool:
        """Tell whether all names were written."""
        return self.seen == self.names

    def update(self, values: Sequence[Value]) -> bool:
        """Note the names that were written; a name that was seen before changes nothing."""
        return note_names(self, values)

    def consume(self) -> bool:
        """Start the wait anew once the barrier was open and has woken its node."""
        if self.seen != self.names:
            return False
        self.seen = set()
        return True

    def checkpoint(self) -> set[Value]:
        """Return the set of names seen itself."""
        return self.seen

    def from_checkpoint(self, checkpoint: set[Value] | Missing) -> Self:
        """Return a barrier of the same names that has seen the stored ones."""
        channel = self.__class__(self.typ, self.names)
        channel.key = self.key
        if checkpoint is not MISSING:
            channel.seen = checkpoint
        return channel

    def copy(self) -> Self:
        """Return a barrier that goes on seeing names on its own."""
        return self.from_checkpoint(self.seen.copy())


class NamedBarrierValueAfterFinish(BaseChannel[None, Value, tuple[set[Value], bool]], Generic[Value]):
    """Available once every name was written and the run is about to end: the join into a deferred node."""

    __slots__ = ("finished", "names", "seen")

    names: set[Value]
    seen: set[Value]
    finished: bool
    cares_about_empty = False

    def __init__(self, typ: Any, names: set[Value]) -> None:
        super().__init__(typ)
        self.names = names
        self.seen = set()
        self.finished = False

    def is_same_kind(self, other: object) -> bool:
        """A barrier of this class for the same names is."""
        return isinstance(other, NamedBarrierValueAfterFinish) and self.names == other.names

    def get(self) -> None:
        """Return None once all names were written and the run was about to end."""
        if not self.is_available():
            raise EmptyChannelError

    def is_available(self) -> bool:
        """Tell whether all names were written and the run was about to end since."""
        return self.finished and self.seen == self.names

    def update(self, values: Sequence[Value]) -> bool:
        """Note the names that were written; a name that was seen before changes nothing."""
        return note_names(self, values)

    def consume(self) -> bool:
        """Start the wait anew once the barrier was open and has woken its node."""
        if not self.is_available():
            return False
        self.finished = False
        self.seen = set()
        return True

    def finish(self) -> bool:
        """Open the barrier if all names were written, now that nothing else is due."""
        if self.finished or self.seen != self.names:
            return False
        self.finished = True
        return True

    def checkpoint(self) -> tuple[set[Value], bool]:
        """Return the set of names seen itself, and whether the run was about to end."""
        return (self.seen, self.finished)

    def from_checkpoint(self, checkpoint: tuple[set[Value], bool] | Missing) -> Self:
        """Return a barrier of the same names in the stored condition."""
        channel = self.__class__(self.typ, self.names)
        channel.key = self.key
        if checkpoint is not MISSING:
            channel.seen, channel.finished = checkpoint
        return channel

    def copy(self) -> Self:
        """Return a barrier that goes on seeing names on its own."""
        return self.from_checkpoint((self.seen.copy(), self.finished))


def note_names(
    barrier: NamedBarrierValue[Value] | NamedBarrierValueAfterFinish[Value], values: Sequence[Value]
) -> bool:
    """Add `values` to what `barrier` has seen, refuse a name it does not wait for, and tell whether one was new."""
    changed = False
    for value in values:
        if value not in barrier.names:
            text = f"At key '{barrier.key}': Value {value} not in {barrier.names}"
            raise InvalidUpdateError(text, channel=barrier.key, values=(value,))
        if value not in barrier.seen:
            barrier.seen.add(value)
            changed = True
    return changed
