"""What the type hints of a node's function say: the schema of its input and where its commands may go."""

from __future__ import annotations

import inspect
from collections.abc import Hashable
from dataclasses import dataclass
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from stepgraph.types import Command


@dataclass(frozen=True, slots=True)
class Hints:
    """The parts of a signature that the graph is built from; None and empty where nothing usable is said."""

    input_schema: type[Any] | None = None
    destinations: tuple[str, ...] = ()


def read_hints(source: Any) -> Hints:
    """Return what the hints of a function, method or callable object say; what cannot be resolved says nothing."""
    function = _hinted(source)
    if function is None:
        return Hints()
    try:
        hints = get_type_hints(function)
        first = next(iter(inspect.signature(function).parameters), None)
        if first is None:
            return Hints()
        return Hints(_schema(hints.get(first)), _destinations(hints.get("return")))
    except (NameError, TypeError):
        return Hints()


def literal_results(function: Any) -> dict[Hashable, str] | None:
    """Return the targets that a path names in a returned `Literal`, as a map, or None when it names none."""
    try:
        result = get_type_hints(function).get("return")
    except TypeError:
        return None  # a callable object has no hints of its own
    return {name: name for name in get_args(result)} if get_origin(result) is Literal else None


def _hinted(source: Any) -> Any:
    if inspect.isfunction(source) or inspect.ismethod(source):
        return source
    called = getattr(source, "__call__", None)  # noqa: B004  # the method itself is wanted, not whether there is one
    return called if inspect.ismethod(called) else None


def _schema(hint: Any) -> type[Any] | None:
    return hint if isinstance(hint, type) and get_type_hints(hint) else None


def _destinations(hint: Any) -> tuple[str, ...]:
    if get_origin(hint) in (Union, UnionType):
        hint = next((item for item in get_args(hint) if get_origin(item) is Command), None)
    if get_origin(hint) is not Command:
        return ()
    (names,) = get_args(hint)
    return get_args(names) if get_origin(names) is Literal else ()
