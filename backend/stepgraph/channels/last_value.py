"""Channels that hold the last value written: the plain state key, and its form that waits for the run's end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Self

from stepgraph.channels.base import BaseChannel, Value
from stepgraph.constants import MISSING, Missing
from stepgraph.errors import EmptyChannelError, ErrorCode, InvalidUpdateError, create_error_message


class LastValue(BaseChannel[Value, Value, Value], Generic[Value]):
    """Keeps the last value, and takes at most one write in a superstep: the channel of a plain state key."""

    __slots__ = ("value",)

    value: Value | Missing
    cares_about_empty = False

    def __init__(self, typ: Any, key: str = "") -> None:
        # Not handed on to the base: a run makes one for every key that is written.
        self.typ = typ
        self.key = key
        self.value = MISSING

    def is_same_kind(self, other: object) -> bool:
        """Every channel of this class is."""
        return isinstance(other, LastValue)

    def get(self) -> Value:
        """Return the last value written."""
        if self.value is MISSING:
            raise EmptyChannelError
        return self.value

    def is_available(self) -> bool:
        """Tell whether a value was ever written."""
        return self.value is not MISSING

    def update(self, values: Sequence[Value]) -> bool:
        """Store the one write; refuse two, because neither of them would be right."""
        if not values:
            return False
        if len(values) > 1:
            refusal = "Can receive only one value per step. Use an Annotated key to handle multiple values."
            code = ErrorCode.INVALID_CONCURRENT_GRAPH_UPDATE
            text = create_error_message(message=f"At key '{self.key}': {refusal}", error_code=code)
            raise InvalidUpdateError(text, code=code, channel=self.key, values=values)
        self.value = values[0]
        return True

    def checkpoint(self) -> Value | Missing:
        """Return the value, or MISSING."""
        return self.value

    def from_checkpoint(self, checkpoint: Value | Missing) -> Self:
        """Return a channel of the same key that holds the stored value."""
        channel = self.__class__(self.typ, self.key)
        channel.value = checkpoint
        return channel


class LastValueAfterFinish(BaseChannel[Value, Value, tuple[Value, bool]], Generic[Value]):
    """Keeps the last value hidden until the run is about to end; consuming it empties the channel.

    The trigger of a deferred node: a write withdraws what was already shown, so the node waits for the new end.
    """

    __slots__ = ("finished", "value")

    value: Value | Missing
    finished: bool
    cares_about_empty = False

    def __init__(self, typ: Any, key: str = "") -> None:
        super().__init__(typ, key)
        self.value = MISSING
        self.finished = False

    def is_same_kind(self, other: object) -> bool:
        """Every channel of this class is."""
        return isinstance(other, LastValueAfterFinish)

    def get(self) -> Value:
        """Return the last value written, once the run was about to end."""
        if self.value is MISSING or not self.finished:
            raise EmptyChannelError
        return self.value

    def is_available(self) -> bool:
        """Tell whether there is a value and the run was about to end since it was written."""
        return self.value is not MISSING and self.finished

    def update(self, values: Sequence[Value]) -> bool:
        """Store the last of the writes and hide it."""
        if not values:
            return False
        self.finished = False
        self.value = values[-1]
        return True

    def consume(self) -> bool:
        """Forget a value that was shown and has now woken its node."""
        if not self.finished:
            return False
        self.finished = False
        self.value = MISSING
        return True

    def finish(self) -> bool:
        """Show the value, now that nothing else is due."""
        if self.finished or self.value is MISSING:
            return False
        self.finished = True
        return True

    def checkpoint(self) -> tuple[Value, bool] | Missing:
        """Return the value and whether it is shown, or MISSING."""
        return MISSING if self.value is MISSING else (self.value, self.finished)

    def from_checkpoint(self, checkpoint: tuple[Value, bool] | Missing) -> Self:
        """Return a channel of the same key that holds the stored value, shown or hidden."""
        channel = self.__class__(self.typ)
        channel.key = self.key
        if checkpoint is not MISSING:
            channel.value, channel.finished = checkpoint
        return channel
