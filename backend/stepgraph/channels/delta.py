"""A channel with a reducer over batches of writes, stored as the writes themselves instead of as its value."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, Generic, Self

from stepgraph.channels.annotations import concrete_type
from stepgraph.channels.base import BaseChannel, Value
from stepgraph.channels.binop import same_operator
from stepgraph.channels.overwrites import Replacement, replacement, second_replacement
from stepgraph.constants import MISSING, Missing
from stepgraph.errors import EmptyChannelError


class DeltaChannel(BaseChannel[Value, Any, Value], Generic[Value]):
    """Keeps `reducer(value, [write, ...])`; a thread stores its writes, and now and then a whole value.

    The reducer must not care how writes are batched: reading a thread folds its stored writes in larger batches.
    """

    __slots__ = ("reducer", "snapshot_frequency", "value")

    value: Value | Missing
    reducer: Callable[[Any, Sequence[Any]], Any]
    snapshot_frequency: int
    cares_about_empty = False

    def __init__(
        self,
        reducer: Callable[[Any, Sequence[Any]], Any],
        typ: Any = None,
        *,
        snapshot_frequency: int = 100,
    ) -> None:
        if snapshot_frequency <= 0:
            raise ValueError(f"snapshot_frequency must be a positive int, got {snapshot_frequency}")
        super().__init__(list if typ is None else concrete_type(typ))
        self.reducer = reducer
        self.snapshot_frequency = snapshot_frequency
        self.value = MISSING

    def is_same_kind(self, other: object) -> bool:
        """A channel of this class with the same reducer and frequency is."""
        return (
            isinstance(other, DeltaChannel)
            and self.snapshot_frequency == other.snapshot_frequency
            and same_operator(self.reducer, other.reducer)
        )

    def get(self) -> Value:
        """Return the value folded so far."""
        if self.value is MISSING:
            raise EmptyChannelError
        return self.value

    def is_available(self) -> bool:
        """Tell whether there is a value."""
        return self.value is not MISSING

    def update(self, values: Sequence[Any]) -> bool:
        """Hand all writes to the reducer at once; a replacement takes the place of everything."""
        if not values:
            return False
        replacements = [found for write in values if (found := replacement(write)) is not None]
        if len(replacements) > 1:
            raise second_replacement(self.key)
        self.value = self._replaced(replacements[0]) if replacements else self.reducer(self._base(), values)
        return True

    def replay_writes(self, writes: Sequence[tuple[str, str, Any]]) -> None:
        """Fold stored writes (task id, channel, value) into the value, beginning at the last replacement."""
        values = [value for _, _, value in writes]
        for index in range(len(values) - 1, -1, -1):
            if (found := replacement(values[index])) is not None:
                self.value = self._replaced(found)
                values = values[index + 1 :]
                break
        if values:
            self.value = self.reducer(self._base(), values)

    def checkpoint(self) -> Value | Missing:
        """Return MISSING: the thread stores the writes."""
        return MISSING

    def from_checkpoint(self, checkpoint: Value | Missing) -> Self:
        """Return a channel of the same reducer that holds a stored whole value, or the type's empty one."""
        channel = self._same()
        channel.value = self.typ() if checkpoint is MISSING else checkpoint
        return channel

    def copy(self) -> Self:
        """Return a channel of the same configuration and value."""
        channel = self._same()
        channel.value = self.value
        return channel

    def _same(self) -> Self:
        channel = self.__class__(self.reducer, self.typ, snapshot_frequency=self.snapshot_frequency)
        channel.key = self.key
        return channel

    def _base(self) -> Any:
        return self.typ() if self.value is MISSING else self.value

    def _replaced(self, found: Replacement) -> Any:
        # The caller keeps its own object; a reducer that changes its left argument must not reach it.
        return self.typ() if found.value is None else copy.copy(found.value)
