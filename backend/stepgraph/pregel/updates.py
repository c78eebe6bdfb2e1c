"""From an update, whatever its form, to writes: before any schema is asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any

from stepgraph.constants import MISSING, ROOT
from stepgraph.pregel.program import ChannelPair


def update_pairs(update: Any) -> list[ChannelPair]:
    """Return the writes that a command's update means, before any schema is asked."""
    if isinstance(update, dict):
        return list(update.items())
    if isinstance(update, (list, tuple)) and all(_is_pair(item) for item in update):
        return list(update)
    keys = annotated_keys(update.__class__)
    if keys:
        return attribute_writes(update, keys)
    return [] if update is None else [(ROOT, update)]


@lru_cache(maxsize=1024)
def annotated_keys(cls: type[object]) -> tuple[str, ...]:
    """Return the names that a class and its bases annotate, the oldest base first."""
    # Of functions and the like it is a descriptor, for what each of them annotates.
    annotated = (vars(base).get("__annotations__") for base in reversed(cls.__mro__))
    return tuple(dict.fromkeys(key for found in annotated if isinstance(found, dict) for key in found))


def attribute_writes(source: Any, keys: Iterable[str]) -> list[ChannelPair]:
    """Return the attributes of `source` that are named like `keys`.

    Of a pydantic model, a None that is only the field's default means "nothing said".
    """
    fields: Mapping[str, Any] = getattr(type(source), "model_fields", {})
    said: Collection[str] = getattr(source, "model_fields_set", ())
    writes = [(key, getattr(source, key, MISSING)) for key in keys]
    return [
        (key, value)
        for key, value in writes
        if value is not MISSING
        and (value is not None or key in said or key not in fields or fields[key].default is not None)
    ]


def _is_pair(item: Any) -> bool:
    return isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str)
