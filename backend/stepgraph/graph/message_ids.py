"""Messages that are written to delta channels get an id before anything is stored, so that all readers see the same."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from typing import Any

from stepgraph.channels.overwrites import replacement
from stepgraph.graph.message_forms import installed_form, new_message_id
from stepgraph.pregel.program import ChannelPair

_ROLES = frozenset({"ai", "assistant", "function", "human", "system", "tool", "user"})
_TYPES = frozenset({"ai", "function", "human", "remove", "system", "tool"})


def with_message_ids(
    writes_of: Callable[[Any], Sequence[ChannelPair]], channels: Collection[str]
) -> Callable[[Any], Sequence[ChannelPair]]:
    """Return what makes the same writes with ids in the messages that go to these channels.

    Only the ids of message objects are set in place; lists and dicts of the caller's stay as they are. What is no
    message is passed on: a delta channel may hold anything.
    """

    def writes(result: Any) -> Sequence[ChannelPair]:
        return [(name, _identified(value) if name in channels else value) for name, value in writes_of(result)]

    return writes


def _identified(value: Any) -> Any:
    replaced = replacement(value)
    if replaced is not None:
        for item in replaced.value if isinstance(replaced.value, (list, tuple)) else ():
            _stamp(item)
        return value
    if isinstance(value, list):
        items = [_identified_item(item) for item in value]
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    if _is_message_dict(value):
        return value if value.get("id") else {**value, "id": new_message_id()}
    _stamp(value)
    return value


def _identified_item(item: Any) -> Any:
    if _is_message_dict(item):
        return installed_form().read(item)
    _stamp(item)
    return item


def _stamp(item: Any) -> None:
    # Who has an object of the class has imported it.
    messages: Any = sys.modules.get("langchain_core.messages")
    if messages is not None and isinstance(item, messages.BaseMessage) and item.id is None:
        item.id = new_message_id()


def _is_message_dict(item: Any) -> bool:
    return isinstance(item, dict) and (_is_in(item.get("role"), _ROLES) or _is_in(item.get("type"), _TYPES))


def _is_in(name: object, known: Collection[str]) -> bool:
    return isinstance(name, str) and name in known
