"""How an update of messages meets the list: known ids are replaced, new ones added, named ones removed."""

from __future__ import annotations

from typing import Any

from stepgraph.graph.message_forms import MessageForm, is_removal, message_id

REMOVE_ALL_MESSAGES = "__remove_all__"
"""The id of a removal that clears the whole list."""


def merge_messages(left: Any, right: Any, *, form: MessageForm) -> list[Any]:
    """Return the list `left` with the update `right` merged in by id; both may be a single message."""
    known = [form.read(given) for given in _as_list(left)]
    update = [form.read(given) for given in _as_list(right)]
    for index in range(len(update) - 1, -1, -1):
        if is_removal(update[index]) and message_id(update[index]) == REMOVE_ALL_MESSAGES:
            return update[index + 1 :]
    return _merged(known, update)


def _as_list(given: Any) -> list[Any]:
    # A tuple is one message: (role, content).
    return given if isinstance(given, list) else [given]


def _merged(messages: list[Any], update: list[Any]) -> list[Any]:
    places = {message_id(message): place for place, message in enumerate(messages)}
    removed: set[Any] = set()
    for message in update:
        identity = message_id(message)
        if is_removal(message):
            if identity not in places:
                raise ValueError(f"Attempting to delete a message with an ID that doesn't exist ('{identity}')")
            removed.add(identity)
        elif identity in places:
            # Written again after its removal, it stays.
            removed.discard(identity)
            messages[places[identity]] = message
        else:
            places[identity] = len(messages)
            messages.append(message)
    return [message for message in messages if message_id(message) not in removed] if removed else messages
