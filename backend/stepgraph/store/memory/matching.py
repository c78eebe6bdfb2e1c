"""Which items and namespaces a search or a list means."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from stepgraph.store.base import MatchCondition

_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "$eq": operator.eq,
    "$ne": operator.ne,
    "$gt": lambda value, limit: float(value) > float(limit),
    "$gte": lambda value, limit: float(value) >= float(limit),
    "$lt": lambda value, limit: float(value) < float(limit),
    "$lte": lambda value, limit: float(value) <= float(limit),
}


def fits(value: object, wanted: object) -> bool:
    """Tell whether a value is as a filter wants it.

    A dict of operators compares, another wants these fields to fit, a list its items one by one; all else is equality.
    Greater and less are of numbers: what is not one raises, as in the reference.
    """
    if isinstance(wanted, dict):
        if any(name.startswith("$") for name in wanted):
            return all(_compare(value, name, limit) for name, limit in wanted.items())
        return isinstance(value, dict) and all(fits(value.get(name), part) for name, part in wanted.items())
    if isinstance(wanted, (list, tuple)):
        return isinstance(value, (list, tuple)) and len(value) == len(wanted) and all(map(fits, value, wanted))
    return value == wanted


def _compare(value: object, name: str, limit: object) -> bool:
    if name not in _OPERATORS:
        raise ValueError(f"Unsupported operator: {name}")
    return _OPERATORS[name](value, limit)


def is_listed(namespace: tuple[str, ...], condition: MatchCondition) -> bool:
    """Tell whether a namespace begins or ends as the condition says."""
    kind, path = condition
    if kind not in ("prefix", "suffix"):
        raise ValueError(f"Unsupported match type: {kind}")
    if len(path) > len(namespace):
        return False
    labels = namespace[: len(path)] if kind == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", label) for label, wanted in zip(labels, path, strict=True))
