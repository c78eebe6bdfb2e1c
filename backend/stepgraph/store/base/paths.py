"""Paths into a value, and the texts that stand there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_TOKEN = re.compile(r"\[[^\]]*\]?|\{[^}]*\}?|[^.\[{]+")
_WHOLE = "$"


def tokenize_path(path: str) -> list[str]:
    """Return the steps of a path: names, `[0]` or `[*]` for items of a list, `*` for all, `{a,b}` for several."""
    return _TOKEN.findall(path)


def get_text_at_path(obj: Any, path: str | list[str]) -> list[str]:
    """Return the texts at `path` in `obj`: plain values as they read, containers as JSON, nothing for None."""
    if isinstance(obj, Mapping) and not isinstance(obj, dict):
        obj = dict(obj)
    if not path or path == _WHOLE:
        return [json.dumps(obj, sort_keys=True, ensure_ascii=False)]
    return list(_texts(obj, tokenize_path(path) if isinstance(path, str) else path))


def _texts(value: Any, steps: list[str]) -> Iterator[str]:
    if not steps:
        yield from _text(value)
        return
    if steps[0].startswith("{"):
        # Several fields are the end of a path.
        yield from _fields(value, steps[0].strip("{}").split(","))
        return
    for found in _step(value, steps[0]):
        yield from _texts(found, steps[1:])


def _fields(value: Any, paths: list[str]) -> Iterator[str]:
    """Yield the texts of several fields, each a path of names."""
    for path in paths:
        found, steps = value, tokenize_path(path.strip())
        for step in steps:
            found = found.get(step) if isinstance(found, dict) else None
        if steps:
            yield from _text(found)


def _text(value: Any) -> Iterator[str]:
    if isinstance(value, (str, int, float, bool)):
        yield str(value)
    elif isinstance(value, (list, dict)):
        yield json.dumps(value, sort_keys=True, ensure_ascii=False)


def _step(value: Any, step: str) -> Iterator[Any]:
    """Yield what one step of a path leads to."""
    if step == "*":
        yield from value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    elif step.startswith("["):
        yield from _items(value, step.strip("[]"))
    elif isinstance(value, dict) and step in value:
        yield value[step]


def _items(value: Any, index: str) -> Iterator[Any]:
    if not isinstance(value, list):
        return
    if index == "*":
        yield from value
        return
    try:
        yield value[int(index)]
    except (ValueError, IndexError):
        return
