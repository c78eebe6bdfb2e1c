"""A channel that folds every write into its value with an operator: a state key with a reducer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Self

from stepgraph.channels.annotations import empty_value
from stepgraph.channels.base import BaseChannel, Value
from stepgraph.channels.overwrites import replacement, second_replacement
from stepgraph.constants import MISSING, Missing
from stepgraph.errors import EmptyChannelError


class BinaryOperatorAggregate(BaseChannel[Value, Value, Value], Generic[Value]):
    """Keeps `operator(value, write)` of all writes in order, starting with the type's empty value if it has one."""

    __slots__ = ("operator", "value")

    value: Value | Missing
    operator: Callable[[Value, Value], Value]
    cares_about_empty = False

    def __init__(self, typ: Any, operator: Callable[[Value, Value], Value]) -> None:
        super().__init__(typ)
        self.operator = operator
        self.value = empty_value(typ)

    def is_same_kind(self, other: object) -> bool:
        """A channel of this class with the same reducer is."""
        return isinstance(other, BinaryOperatorAggregate) and same_operator(self.operator, other.operator)

    def get(self) -> Value:
        """Return the value folded so far."""
        if self.value is MISSING:
            raise EmptyChannelError
        return self.value

    def is_available(self) -> bool:
        """Tell whether there is a first value to fold into."""
        return self.value is not MISSING

    def update(self, values: Sequence[Value]) -> bool:
        """Fold the writes in order; a replacement drops the ones before it and closes the superstep for the rest."""
        if not values:
            return False
        value = self.value
        if value is MISSING:
            # The first write is taken as it is, even a replacement: callers of the reference rely on it.
            self.value = value = values[0]
            values = values[1:]
        replaced = False
        for write in values:
            replacing = replacement(write)
            if replacing is not None:
                if replaced:
                    raise second_replacement(self.key)
                self.value = value = replacing.value
                replaced = True
            elif not replaced:
                self.value = value = self.operator(value, write)
        return True

    def checkpoint(self) -> Value | Missing:
        """Return the value, or MISSING."""
        return self.value

    def from_checkpoint(self, checkpoint: Value | Missing) -> Self:
        """Return a channel of the same operator that holds the stored value, or the type's empty one."""
        channel = self.__class__(self.typ, self.operator)
        channel.key = self.key
        if checkpoint is not MISSING:
            channel.value = checkpoint
        return channel


def same_operator(left: Callable[..., Any], right: Callable[..., Any]) -> bool:
    """Tell whether two reducers count as one: the same object, or any two of which one is a lambda."""
    # Two evaluations of one lambda cannot be told apart from two lambdas; the reference lets all of them pass.
    if left.__name__ == "<lambda>" or right.__name__ == "<lambda>":
        return True
    return left is right
