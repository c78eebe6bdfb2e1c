"""The five verbs of a channel: update, get, checkpoint, consume, finish."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, Self, TypeVar

from stepgraph.constants import MISSING, Missing
from stepgraph.errors import EmptyChannelError

Value = TypeVar("Value")
Update = TypeVar("Update")
Stored = TypeVar("Stored")


class BaseChannel(Generic[Value, Update, Stored], ABC):
    """One cell of state, changed only between supersteps and only through `update`, `consume` and `finish`.

    `key` is the state key under which a graph holds the channel. Channels are equal when they are of the same kind,
    whatever their values, and therefore have no hash.
    """

    __slots__ = ("key", "typ")

    key: str
    typ: Any  # a type or any other annotation

    def __init__(self, typ: Any, key: str = "") -> None:
        self.typ = typ
        self.key = key

    def __eq__(self, other: object) -> bool:
        return self.is_same_kind(other)

    def __hash__(self) -> int:
        raise TypeError(f"unhashable type: '{type(self).__name__}'")

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        # A class that brings its own `update` and says nothing about empty updates may care about them.
        if "update" in vars(cls) and "cares_about_empty" not in vars(cls):
            type.__setattr__(cls, "cares_about_empty", True)

    @property
    def cares_about_empty(self) -> bool:
        """Whether `update(())` may return True while the channel is available.

        The engine leaves channels that do not care alone in a superstep that did not write them.
        """
        return True

    @property
    def ValueType(self) -> Any:  # noqa: N802  # the reference's name
        """The type of what `get` returns."""
        return self.typ

    @property
    def UpdateType(self) -> Any:  # noqa: N802  # the reference's name
        """The type of one write."""
        return self.typ

    def is_same_kind(self, other: object) -> bool:
        """Tell whether one of the two may stand for both when two schemas name the same key."""
        return self is other

    @abstractmethod
    def get(self) -> Value:
        """Return the value; raise EmptyChannelError when there is none."""

    @abstractmethod
    def update(self, values: Sequence[Update]) -> bool:
        """Take all writes of one superstep, none included, and tell whether the channel changed."""

    @abstractmethod
    def from_checkpoint(self, checkpoint: Stored | Missing) -> Self:
        """Return a new channel of the same configuration that holds what `checkpoint` returned, or nothing."""

    def checkpoint(self) -> Stored | Missing:
        """Return what has to be stored to go on later, or MISSING."""
        try:
            return self.get()  # type: ignore[return-value]  # a class that stores another form overrides this
        except EmptyChannelError:
            return MISSING

    def copy(self) -> Self:
        """Return a channel with the same configuration, key and value."""
        return self.from_checkpoint(self.checkpoint())

    def is_available(self) -> bool:
        """Tell whether `get` would return a value."""
        try:
            self.get()
        except EmptyChannelError:
            return False
        return True

    def consume(self) -> bool:
        """Note that a task which this channel woke has run; tell whether that changed the channel."""
        return False

    def finish(self) -> bool:
        """Note that the run is about to end; tell whether that changed the channel."""
        return False
