"""The two forms in which a list of messages is kept: LangChain's classes when it is installed, else plain records."""

from __future__ import annotations

import importlib
import importlib.util
import uuid
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, Protocol

_ROLES = ("human", "user", "ai", "assistant", "function", "tool", "system", "developer")


@dataclass(frozen=True, slots=True)
class RemoveMessage:
    """An item of an update that removes the message of the same id from the list."""

    id: str
    content: str = ""
    type: Literal["remove"] = "remove"


class MessageForm(Protocol):
    """One way of keeping messages."""

    def read(self, given: Any) -> Any:
        """Return the message that `given` stands for, with an id."""

    def to_openai(self, messages: list[Any]) -> list[Any]:
        """Return `messages` with contents in the form that OpenAI's interface has."""


def new_message_id() -> str:
    """Return an id for a message that came without one."""
    return str(uuid.uuid4())


def message_id(message: Any) -> Any:
    """Return the id by which `message` is found again."""
    return message["id"] if isinstance(message, dict) else message.id


def is_removal(message: Any) -> bool:
    """Tell whether `message` asks to remove another one."""
    kind = _kind(message) if isinstance(message, dict) else getattr(message, "type", None)
    return kind == "remove"


class PlainForm:
    """Messages are dicts with role, content and id, as they were given; an object that has these is kept as well."""

    def read(self, given: Any) -> Any:
        """Return a record of its own for `given`, so that the caller's is not changed."""
        if isinstance(given, str):
            given = {"role": "user", "content": given}
        elif isinstance(given, (list, tuple)):
            if len(given) != 2 or not isinstance(given[0], str):
                raise NotImplementedError("Message as a sequence must be (role string, template)")
            given = {"role": given[0], "content": given[1]}
        if isinstance(given, dict):
            _check_record(given)
            return {**given, "id": given["id"] if given.get("id") is not None else new_message_id()}
        if not hasattr(given, "content") or not hasattr(given, "id"):
            raise NotImplementedError(f"Unsupported message type: {type(given)}")
        if given.id is None:
            given.id = new_message_id()
        return given

    def to_openai(self, messages: list[Any]) -> list[Any]:  # noqa: ARG002  # none is converted
        """Refuse, because the conversion is LangChain's."""
        raise ImportError("Must have langchain-core>=0.3.11 installed to use format='langchain-openai'.")


class LangChainForm:
    """Messages are objects of LangChain's classes."""

    def __init__(self, messages: Any) -> None:
        self._messages = messages

    def read(self, given: Any) -> Any:
        """Return the object that `given` converts to; a chunk becomes the whole message."""
        if isinstance(given, RemoveMessage) or (isinstance(given, dict) and is_removal(given)):
            return self._messages.RemoveMessage(id=message_id(given))
        (message,) = self._messages.convert_to_messages([given])
        whole = self._messages.message_chunk_to_message(message)
        if whole.id is None:
            whole.id = new_message_id()
        return whole

    def to_openai(self, messages: list[Any]) -> list[Any]:
        """Return LangChain messages whose contents are OpenAI's."""
        converted: list[Any] = self._messages.convert_to_messages(self._messages.convert_to_openai_messages(messages))
        return converted


@cache
def installed_form() -> MessageForm:
    """Return LangChain's form when it is installed; asked once, and only when messages are first merged."""
    if importlib.util.find_spec("langchain_core") is None:
        return PlainForm()
    return LangChainForm(importlib.import_module("langchain_core.messages"))


def _kind(record: dict[str, Any]) -> Any:
    return record.get("role", record.get("type"))


def _check_record(record: dict[str, Any]) -> None:
    kind = _kind(record)
    if kind == "remove" and record.get("id") is not None:
        return
    if kind is None or "content" not in record:
        raise ValueError(f"Message dict must contain 'role' and 'content' keys, got {record}")
    if kind not in _ROLES:
        expected = ", ".join(f"'{role}'" for role in _ROLES[:-1])
        raise ValueError(f"Unexpected message type: {kind!r}. Use one of {expected}, or '{_ROLES[-1]}'.")
