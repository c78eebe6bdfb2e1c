"""Values on their way to another process and back: pickled here, so that what cannot travel is named."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

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
    try:
        return pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001  a value's own way of being pickled may raise anything
        return f"{type(error).__name__}: {error}"


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
