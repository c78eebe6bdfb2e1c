"""Paths into a value, and the texts that stand there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_TOKEN = re.compile(r"\[[^\]]*\]?|\{[^}]*\}?|[^.\[{]+")
_WHOLE = "$"


def tokenize_path(path: str) -> list[str]:
    """Return the steps of a path: names, `[0]` or `[*]` for items of a list, `*` for all, `{a,b}` for several."""
    return _TOKEN.findall(path)


def get_text_at_path(obj: Any, path: str | list[str]) -> list[str]:
    """Return the texts at `path` in `obj`: plain values as they read, containers as JSON, nothing for None."""
    if not path or path == _WHOLE:
        return [json.dumps(obj, sort_keys=True, ensure_ascii=False)]
    return list(_texts(obj, tokenize_path(path) if isinstance(path, str) else path))


def _texts(value: Any, steps: list[str]) -> Iterator[str]:
    if not steps:
        yield from _text(value)
        return
    for found in _step(value, steps[0]):
        yield from _texts(found, steps[1:])


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
    elif isinstance(value, dict):
        names = step.strip("{}").split(",") if step.startswith("{") else [step]
        yield from (value[name.strip()] for name in names if name.strip() in value)


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
