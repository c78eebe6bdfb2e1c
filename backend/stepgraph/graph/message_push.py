"""A message that a node tells and writes while it runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stepgraph.constants import NAMESPACE_SEPARATOR
from stepgraph.graph.message_forms import installed_form
from stepgraph.pregel.context import LiveScope
from stepgraph.scope import require_scope


def push_message(message: Any, *, state_key: str | None = "messages") -> Any:
    """Tell a message to the messages stream at once, and write it to `state_key` unless that is None.

    Returns the message in the form in which messages are kept. Raises `ValueError` for one without an id, and
    `RuntimeError` outside of a node.
    """
    scope = require_scope()
    if not isinstance(scope, LiveScope) or scope.family is None:
        raise RuntimeError("push_message() was called where no run can take a message: outside of a graph's node.")
    own_id = message.get("id") if isinstance(message, Mapping) else getattr(message, "id", None)
    if own_id is None:
        # One that was made here would be another message each time that the node runs.
        raise ValueError("Message ID is required")
    told = installed_form().read(message)
    streams, ns = scope.family.streams, scope.task.moment.ns
    if streams.wants_messages:
        streams.seen_messages.add(told.id)
        streams.message(tuple(ns.split(NAMESPACE_SEPARATOR)) if ns else (), (told, scope.config["metadata"]))
    if state_key:
        scope.task.writes.append((state_key, told))
    return told
