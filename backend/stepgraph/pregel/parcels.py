"""Values on their way to another process and back: pickled here, so that what cannot travel is named."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from io import BytesIO
from typing import Any

_DEEPEST = 6


class Unsendable(Exception):
    """A value cannot be pickled: `field` is where in it, `held` what is there, the text why not."""

    def __init__(self, field: str, held: object, why: str) -> None:
        super().__init__(why)
        self.field = field
        self.held = type(held).__name__


def pack(value: object) -> bytes:
    """Return the bytes of a value, or raise Unsendable."""
    why = _refusal(value)
    if isinstance(why, bytes):
        return why
    path, held, why = _culprit(value, why)
    raise Unsendable(".".join(path), held, why)


def unpack(content: bytes) -> object:
    """Return the value of bytes that this program's other half has made."""
    value: object = pickle.loads(content)  # noqa: S301  made by this program, in a process that it asked to
    return value


def _refusal(value: object) -> bytes | str:
    """Return the bytes of a value, or as text why there are none."""
    packed = BytesIO()
    try:
        _Packer(packed, pickle.HIGHEST_PROTOCOL).dump(value)
        return packed.getvalue()
    except Exception as error:  # noqa: BLE001  a value's own way of being pickled may raise anything
        return f"{type(error).__name__}: {said(error)}"


class _Packer(pickle.Pickler):
    """Takes errors apart so that their constructors are not needed to make them anew.

    Few of those take what they leave in `args`, and some take it for something else.
    """

    def reducer_override(self, value: Any) -> Any:
        cls: Any = type(value)
        if not isinstance(value, BaseException) or cls.__reduce__ is not BaseException.__reduce__:
            return NotImplemented
        return made_error, (cls, value.args), vars(value) or None


def made_error(cls: type[BaseException], args: tuple[Any, ...]) -> BaseException:
    """Return an error as Python's own class would make it of these arguments; its attributes are set after that."""
    kind: Any = next(base for base in cls.__mro__ if base.__module__ == "builtins")
    error: BaseException = kind.__new__(cls, *args)
    kind.__init__(error, *args)
    return error


def said(error: BaseException) -> str:
    """Return the text of an error, whose own way of saying it may raise anything."""
    try:
        return str(error)
    except Exception:  # noqa: BLE001  it is told without its text then
        return "(its text cannot be made)"


def _culprit(value: object, why: str) -> tuple[list[str], object, str]:
    """Return the way to the innermost part that cannot be pickled, that part, and why not."""
    path: list[str] = []
    while len(path) < _DEEPEST:
        found = next(_bad_parts(value), None)
        if found is None:
            break
        name, value, why = found
        path.append(name)
    return path, value, why


def _bad_parts(value: object) -> Iterator[tuple[str, object, str]]:
    for name, part in _parts(value):
        why = _refusal(part)
        if isinstance(why, str):
            yield name, part, why


def _parts(value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        yield from ((str(key), part) for key, part in value.items())
    elif isinstance(value, (list, tuple)):
        yield from ((str(index), part) for index, part in enumerate(value))
    elif is_dataclass(value):
        yield from ((field.name, getattr(value, field.name, None)) for field in fields(value))
    else:
        yield from getattr(value, "__dict__", {}).items()
