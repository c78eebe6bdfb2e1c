"""What a checkpoint does not keep of a value: said when the value is shown, not found out when it is loaded."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterable

from stepgraph.checkpoint.codec import Registry
from stepgraph.checkpoint.standard import standard_form
from stepgraph.types import Command, Overwrite, Send

_EXACT = frozenset({str, bool, int, float, bytes, type(None)})
_BASES = (str, bool, int, float, bytes, list, tuple, dict)
_MOST_VALUES = 5_000
_MAX_DEPTH = 100


class Losses:
    """Looks for the first loss in a value. `registry` holds the classes that come back as objects."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def of(self, value: object) -> str | None:
        """Return what a checkpoint loses of `value`, or None; a very large value is looked at in part."""
        pending: list[tuple[object, int]] = [(value, 0)]
        looked_at = 0
        while pending and looked_at < _MOST_VALUES:
            looked_at += 1
            item, depth = pending.pop()
            if type(item) in _EXACT:
                continue
            if depth > _MAX_DEPTH:
                return "It contains itself or is nested too deeply, so it cannot be stored."
            try:
                loss, parts = self._look(item)
            except Exception as error:  # noqa: BLE001  whatever the user's class raises is the answer
                return f"It cannot be stored: reading a {type(item).__name__} raised {type(error).__name__}."
            if loss is not None:
                return loss
            pending.extend((part, depth + 1) for part in parts)
        return None

    def _look(self, item: object) -> tuple[str | None, Iterable[object]]:
        cls = type(item)
        if cls is list:
            return None, list.__iter__(item)  # type: ignore[arg-type]  # a list here
        if cls is dict:
            return None, [*dict.keys(item), *dict.values(item)]  # type: ignore[arg-type]  # a dict here
        if issubclass(cls, Send | Command | Overwrite):
            return None, ()
        if issubclass(cls, enum.Enum) or _fields(item) is not None:
            return self._object(item)
        if not issubclass(cls, BaseException) and standard_form(item) is not None:
            return None, iter(item) if isinstance(item, set | frozenset) else ()
        return _loss_of_class(cls), ()

    def _object(self, item: object) -> tuple[str | None, Iterable[object]]:
        cls = type(item)
        if self._registry.get(cls.__module__, cls.__qualname__) is None:
            return f"No schema of the graph names {cls.__name__}, so a new process gets its plain fields instead.", ()
        return None, _fields(item) or ()


def _loss_of_class(cls: type) -> str:
    if cls is tuple:
        return "A tuple comes back as a list."
    if issubclass(cls, BaseException):
        return "An exception comes back as its text."
    base = next((base for base in _BASES if issubclass(cls, base)), None)
    if base is not None:
        return f"A {cls.__name__} comes back as a plain {base.__name__}."
    return f"A {cls.__name__} cannot be stored: the run cannot go on with it from a checkpoint."


def _fields(item: object) -> list[object] | None:
    """Return the values of the fields that are stored, or None when the class has none."""
    if callable(getattr(item, "model_dump", None)):
        return list(vars(item).values())
    if isinstance(item, tuple) and callable(getattr(item, "_asdict", None)):
        return list(item)
    if dataclasses.is_dataclass(item) and not isinstance(item, type):
        return [getattr(item, field.name) for field in dataclasses.fields(item)]
    return None
