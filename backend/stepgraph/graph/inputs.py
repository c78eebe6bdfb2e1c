"""How the values that a node reads become the object that its schema promises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import isclass
from typing import Any


def input_mapper(schema: Any) -> Callable[[Mapping[str, Any]], Any] | None:
    """Return what makes a node's input of its values, or None when the dict of values is the input.

    A TypedDict is a dict, and a schema without fields has a bare value. Of every other class an object is made; what
    its constructor raises is the node's problem, and is raised when the task is prepared.
    """
    if not isclass(schema) or issubclass(schema, dict) or not hasattr(schema, "__annotations__"):
        return None
    return lambda values: schema(**values)
