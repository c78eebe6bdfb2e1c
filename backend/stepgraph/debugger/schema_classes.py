"""The classes whose objects come back from a checkpoint as objects: those that a graph's schemas name."""

from __future__ import annotations

import dataclasses
import enum
import functools
import sys
import typing
from collections.abc import Iterable

from stepgraph.graph.message import add_messages
from stepgraph.graph.message_forms import installed_form

_MOST_CLASSES = 2_000


def classes_of(schemas: Iterable[object]) -> tuple[type, ...]:
    """Return every class that is named in the type hints of `schemas`, and in theirs, and so on."""
    found: dict[type, None] = {}
    seen: set[int] = set()
    pending = list(schemas)
    while pending and len(seen) < _MOST_CLASSES:
        hint = pending.pop()
        if id(hint) in seen:
            continue
        seen.add(id(hint))
        pending.extend(typing.get_args(hint))
        if isinstance(hint, type):
            if _is_stored_as_object(hint):
                found[hint] = None
            pending.extend(_hints(hint))
    return tuple(found)


def message_classes(reducers: Iterable[object]) -> tuple[type, ...]:
    """Return LangChain's message classes if one of the reducers makes such messages and they are installed."""
    if not any(_is_add_messages(reducer) for reducer in reducers):
        return ()
    installed_form()
    # Looked up where the engine has put it, so that nothing is imported because a checkpoint names it.
    module = sys.modules.get("langchain_core.messages")
    named = (getattr(module, name, None) for name in getattr(module, "__all__", ()))
    return tuple(cls for cls in named if isinstance(cls, type) and _is_stored_as_object(cls))


def _is_add_messages(reducer: object) -> bool:
    return reducer is add_messages or (isinstance(reducer, functools.partial) and reducer.func is add_messages)


def _is_stored_as_object(cls: type) -> bool:
    is_record = dataclasses.is_dataclass(cls) or hasattr(cls, "_fields") or hasattr(cls, "model_dump")
    return is_record or issubclass(cls, enum.Enum)


def _hints(cls: type) -> list[object]:
    if cls.__module__ in {"builtins", "typing"}:
        return []
    try:
        return list(typing.get_type_hints(cls, include_extras=True).values())
    except Exception:  # noqa: BLE001  hints are the user's text, and evaluating it may raise anything
        return []
