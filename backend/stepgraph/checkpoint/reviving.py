"""From bytes back to values: the other half of the codec, which makes objects of known classes only."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeAlias

import msgspec

from stepgraph.checkpoint.standard import HASHING, STANDARD_LOADERS
from stepgraph.types import Send

FindClass: TypeAlias = Callable[[str, str], type[Any] | None]
"""Finds a class by module and name, if objects of it may be made."""


class Kind:
    """What msgpack does not have, by the number of its extension. Numbers stay, as there are files with them."""

    STANDARD = 0
    MODEL = 1
    DATACLASS = 2
    NAMED_TUPLE = 3
    ENUM = 4
    PAIRS = 5
    SEND = 6
    BIG_INTEGER = 7
    ODD_TEXT = 8
    TUPLE = 9
    HELD = 10  # a value in an object that hides it, as pydantic's secrets do


class Reviving:
    """Decodes bytes, with objects of the standard classes and of those that can be found."""

    __slots__ = ("_class_of", "_decode")

    def __init__(self, class_of: FindClass) -> None:
        self._class_of = class_of
        self._decode = msgspec.msgpack.Decoder(ext_hook=self._extension, strict=False).decode

    def of(self, data: bytes | memoryview) -> Any:
        """Return the value that the bytes hold."""
        return self._decode(data)

    def _extension(self, kind: int, data: memoryview) -> Any:
        content = self._decode(data)
        if kind in _VALUES:
            return _VALUES[kind](content)
        if kind not in _OBJECTS:
            raise ValueError(f"the bytes hold a value of kind {kind}, which only a newer version knows")
        module, name, fields = content
        cls = self._class_of(module, name)
        return fields if cls is None else _OBJECTS[kind](cls, fields)


def _standard(content: Any) -> Any:
    tag, form = content
    return STANDARD_LOADERS[tag](map(_hashable, form) if tag in HASHING else form)


def _mapping(pairs: Any) -> dict[Hashable, Any]:
    return {_hashable(key): item for key, item in pairs}


def _hashable(key: Any) -> Hashable:
    """Return what can be a key: of an object that comes back as its plain fields, their names and values."""
    if isinstance(key, dict):
        key = key.items()
    elif type(key) not in (list, tuple):
        return key  # type: ignore[no-any-return]  # it was a key before
    return tuple(map(_hashable, key))


def _send(content: Any) -> Send:
    node, arg, timeout = content
    return Send(node, arg, timeout=timeout)


_VALUES: Mapping[int, Callable[[Any], Any]] = {
    Kind.STANDARD: _standard,
    Kind.PAIRS: _mapping,
    Kind.SEND: _send,
    # There is a limit to how many decimal digits Python reads.
    Kind.BIG_INTEGER: lambda content: int(content, 16),
    Kind.ODD_TEXT: lambda content: str(content, "utf-8", "surrogatepass"),
    Kind.TUPLE: tuple,
}


def _model(cls: type[Any], fields: dict[str, Any]) -> Any:
    try:
        return cls(**fields)
    except Exception:  # noqa: BLE001  # whatever a validator raises; the value was accepted once
        return cls.model_construct(**fields)


def _dataclass(cls: type[Any], fields: dict[str, Any]) -> Any:
    given = {field.name: field.init for field in dataclasses.fields(cls)}
    if all(given.get(name, False) for name in fields):
        try:
            return cls(**fields)
        except TypeError:
            # It takes more than its fields. Where none is missing, they are all that there is.
            if given.keys() != fields.keys():
                raise
    made = object.__new__(cls)
    for name, value in fields.items():
        object.__setattr__(made, name, value)
    return made


_OBJECTS: Mapping[int, Callable[[type[Any], Any], Any]] = {
    Kind.MODEL: _model,
    Kind.DATACLASS: _dataclass,
    Kind.NAMED_TUPLE: lambda cls, fields: cls(**fields),
    Kind.ENUM: lambda cls, value: cls(value),
    Kind.HELD: lambda cls, value: cls(value),
}
