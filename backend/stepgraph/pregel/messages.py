"""The messages stream: whole messages that nodes return, where they were not streamed piece by piece before."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stepgraph.pregel.context import TaskScopes
from stepgraph.pregel.streams import Streams
from stepgraph.pregel.tasks import Task
from stepgraph.types import Command


class Messages:
    """What one run tells of messages; each is told once, and those that were there before are no news."""

    def __init__(self, streams: Streams, scopes: TaskScopes) -> None:
        self._streams = streams
        self._scopes = scopes

    def given(self, tasks: Sequence[Task]) -> None:
        """Note the messages that tasks get as their input."""
        for task in tasks:
            for message in _messages_of(task.input):
                self._streams.seen_messages.add(message.id)

    def returned(self, task: Task) -> None:
        """Tell the messages that a task returned."""
        if task.node.is_hidden:
            return
        result: Any = task.result
        is_list = isinstance(result, (list, tuple)) and any(isinstance(part, Command) for part in result)
        for part in result if is_list else (result,):
            for message in _messages_of(part.update if isinstance(part, Command) else part):
                self._tell(task, message)

    def _tell(self, task: Task, message: Any) -> None:
        seen = self._streams.seen_messages
        if message.id is None:
            # So that it is known again; a message that cannot be changed is told every time.
            with contextlib.suppress(AttributeError, TypeError):
                message.id = str(uuid.uuid4())
        if message.id in seen:
            return
        seen.add(message.id)
        metadata = {"ls_integration": "langgraph", **self._scopes.of(task).config["metadata"]}
        self._streams.message(self._streams.ns, (message, metadata))


def _messages_of(value: Any) -> Iterator[Any]:
    """Yield the messages in a state or an update: those that its values are, or lists of them."""
    if is_message(value):
        yield value
        return
    for item in _values_of(value):
        if is_message(item):
            yield item
        elif isinstance(item, (list, tuple)):
            yield from (part for part in item if is_message(part))


def _values_of(value: Any) -> Sequence[Any]:
    if isinstance(value, Mapping):
        return list(value.values())
    if isinstance(value, (list, tuple)):
        return value
    return list(vars(value).values()) if hasattr(value, "__dict__") and not callable(value) else ()


def is_message(value: Any) -> bool:
    """Tell whether a value is a message: an object with a type, a content and an id, as LangChain's have."""
    return (
        not isinstance(value, (type, Mapping))
        and isinstance(getattr(value, "type", None), str)
        and hasattr(value, "content")
        and hasattr(value, "id")
    )
