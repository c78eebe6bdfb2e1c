"""Pairs of one channel from both engines, and what is observed of either."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import langgraph.channels
import langgraph.types
from langgraph._internal import _typing as reference_typing

import stepgraph.channels
import stepgraph.types
from stepgraph.constants import MISSING

REFERENCE, OURS = langgraph.channels, stepgraph.channels


def joined(value: Any, writes: Sequence[Any]) -> list[Any]:
    """A reducer over batches."""
    return [*value, *writes]


def either(value: Any, write: Any) -> Any:
    """A reducer that shows both of its arguments, whatever they are."""
    return [value, write]


MAKERS: dict[str, Callable[[ModuleType], Any]] = {
    "last value": lambda channels: channels.LastValue(int),
    "after finish": lambda channels: channels.LastValueAfterFinish(int),
    "any value": lambda channels: channels.AnyValue(int),
    "ephemeral": lambda channels: channels.EphemeralValue(int),
    "ephemeral unguarded": lambda channels: channels.EphemeralValue(int, guard=False),
    "topic": lambda channels: channels.Topic(int),
    "topic accumulating": lambda channels: channels.Topic(int, accumulate=True),
    "sum": lambda channels: channels.BinaryOperatorAggregate(int, operator.add),
    "list": lambda channels: channels.BinaryOperatorAggregate(list, either),
    "optional": lambda channels: channels.BinaryOperatorAggregate(int | None, either),
    "barrier": lambda channels: channels.NamedBarrierValue(str, {"a", "b", 1}),
    "barrier after finish": lambda channels: channels.NamedBarrierValueAfterFinish(str, {"a", "b", 1}),
    "untracked": lambda channels: channels.UntrackedValue(int),
    "untracked unguarded": lambda channels: channels.UntrackedValue(int, guard=False),
    "delta": lambda channels: channels.DeltaChannel(joined, list),
}


@dataclass(frozen=True)
class Replace:
    """A write that replaces; each engine gets its own class."""

    value: Any


def translated(write: Any, types: ModuleType) -> Any:
    """The write as `types` has it, also inside a list."""
    if isinstance(write, list):
        return [translated(item, types) for item in write]
    return types.Overwrite(write.value) if isinstance(write, Replace) else write


def comparable(value: Any) -> Any:
    """The same observation in the same form for both: sentinels are one, replacements are one."""
    if value is reference_typing.MISSING or value is MISSING:
        return "MISSING"
    if isinstance(value, (langgraph.types.Overwrite, stepgraph.types.Overwrite)):
        return ("Overwrite", comparable(value.value))
    if isinstance(value, (list, tuple)):
        return (type(value), [comparable(item) for item in value])
    return (type(value), frozenset(value)) if isinstance(value, set) else (type(value), value)


def outcome(action: Callable[[], Any]) -> Any:
    """What an action gives: its value, or the class and text of its error."""
    try:
        return comparable(action())
    except Exception as error:  # noqa: BLE001  # whatever either engine raises is what is compared
        # A set prints its items in any order.
        return (type(error).__name__, "".join(sorted(str(error))))


def observed(channel: Any) -> list[Any]:
    """All that can be seen of a channel without changing it."""
    return [
        type(channel).__name__,
        channel.key,
        repr(channel.ValueType),
        repr(channel.UpdateType),
        channel.is_available(),
        outcome(channel.get),
        outcome(channel.checkpoint),
    ]
