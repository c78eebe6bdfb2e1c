"""What can be shown of an instance of the user's class without trusting it: its fields, or what it says of itself.

Reading a field or calling ``repr`` may run the user's code, which may raise anything. It cannot be bounded in time
here; a value that never ends its ``repr`` is ended with its worker.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterable, Iterator

UNSHOWN = "<not shown: "
_OPAQUE = (
    type,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.ModuleType,
    types.GeneratorType,
    types.CoroutineType,
    types.AsyncGeneratorType,
)
_EMPTY = frozenset({list, dict, tuple})
_OPAQUE_WORDS = {types.BuiltinFunctionType: "function", types.AsyncGeneratorType: "async generator"}


def fields_of(value: object) -> Iterable[tuple[str, object]] | None:
    """Return the names and values of an instance's fields, or None when it has none to show."""
    cls = type(value)
    if dataclasses.is_dataclass(cls):
        return _read(value, [field.name for field in dataclasses.fields(cls) if field.repr])
    if any("__pydantic_fields__" in vars(base) for base in type.mro(cls)):
        return _telling(value)
    if issubclass(cls, tuple) and isinstance(getattr(cls, "_fields", None), tuple):
        return _read(value, cls._fields)  # type: ignore[attr-defined]  # it has them
    if cls.__repr__ is object.__repr__ and not issubclass(cls, _OPAQUE):
        return [*_public(value), *_read(value, _slots(cls))]
    return None


def _read(value: object, names: Iterable[str]) -> Iterator[tuple[str, object]]:
    for name in names:
        try:
            field = getattr(value, name)
        except Exception:  # noqa: BLE001  whatever the user's class raises, the other fields are still shown
            field = NotImplemented
        if field is not NotImplemented:
            yield name, field


def _public(value: object) -> list[tuple[str, object]]:
    try:
        own = object.__getattribute__(value, "__dict__")
        return [(name, item) for name, item in dict.items(own) if isinstance(name, str) and not name.startswith("_")]
    except Exception:  # noqa: BLE001  a class may hide or break its own __dict__
        return []


def _telling(value: object) -> list[tuple[str, object]]:
    """Return the fields of a model without those that nobody set and that are empty: messages have many."""
    try:
        given = object.__getattribute__(value, "__pydantic_fields_set__")
        return [(name, item) for name, item in _public(value) if name in given or not _is_empty(item)]
    except Exception:  # noqa: BLE001  a model that was never initialised has no such set
        return _public(value)


def _is_empty(item: object) -> bool:
    return item is None or (type(item) in _EMPTY and not item)


def _slots(cls: type) -> list[str]:
    declared = (vars(base).get("__slots__", ()) for base in type.mro(cls))
    names = (name for slots in declared for name in ((slots,) if isinstance(slots, str) else slots))
    return [name for name in names if isinstance(name, str) and not name.startswith("_")]


def described(value: object) -> str | None:
    """Return the words for what is code rather than a value, or None."""
    cls = type(value)
    if issubclass(cls, type):
        return f"<class {type.__getattribute__(value, '__name__')}>"
    if not issubclass(cls, _OPAQUE):
        return None
    name = getattr(value, "__name__", "")
    return f"<{_OPAQUE_WORDS.get(cls, cls.__name__)} {name}>"


def safe_repr(value: object, *, limit: int) -> str:
    """Return what the class says of its instance, or its class's name when that fails."""
    name = type(value).__name__
    try:
        text = repr(value)
    except Exception as error:  # noqa: BLE001  whatever the user's __repr__ raises is only told
        return f"{UNSHOWN}{name}.__repr__ raised {type(error).__name__}>"
    return text[:limit]
