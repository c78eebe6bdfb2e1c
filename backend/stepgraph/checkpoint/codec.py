"""The checkpoint codec: state to bytes and back, to go on with later.

It loses what the reference loses, no more: a tuple comes back as a list, an exception as its repr. It never pickles,
and decoding imports nothing: of the user's classes only those in the registry come back as objects, others as their
plain fields.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import Enum
from typing import Any

import msgspec

from stepgraph.checkpoint.standard import STANDARD_LOADERS, standard_form
from stepgraph.interrupts import Interrupt
from stepgraph.types import Command, Overwrite, Send, TimeoutPolicy

_STANDARD, _MODEL, _DATACLASS, _NAMED_TUPLE, _ENUM, _PAIRS, _SEND, _BIG_INTEGER, _ODD_TEXT = range(9)

_ALWAYS_PLAIN: frozenset[type] = frozenset({bool, float, bytes, type(None)})
_LARGEST = 2**64 - 1
_SMALLEST = -(2**63)

ClassName = tuple[str, str]


class CannotStore(TypeError):
    """A value of a class that no checkpoint can hold; a subclass of what the reference raises.

    The message is the reference's, which names the class only. Where the value stands, who wrote it and what helps is
    its note, shown below the message wherever Python shows the error.
    """

    code = "checkpoint.cannot_store"

    def __init__(
        self, offender: object, *, path: str = "", channel: str | None = None, node: str | None = None
    ) -> None:
        self.offender = offender
        self.path = path
        self.channel = channel
        self.node = node
        where, by = (f" at {path}" if path else ""), (f" by node {node!r}" if node else "")
        told = "" if channel is None else f"Channel {channel!r} was given one{where}{by}. "
        super().__init__(f"Type is not msgpack serializable: {type(offender).__name__}")
        self.add_note(
            f"{told}Give the state plain values, a dataclass or a pydantic model, or mark the key as UntrackedValue."
        )

    def in_channel(self, channel: str) -> CannotStore:
        """Return the same refusal, naming the channel whose value it is about."""
        return CannotStore(self.offender, path=self.path, channel=channel)

    def by_node(self, node: str) -> CannotStore:
        """Return the same refusal, naming the node that wrote the value."""
        return CannotStore(self.offender, path=self.path, channel=self.channel, node=node)


class Registry:
    """The classes that decoding may make objects of, by module and name."""

    __slots__ = ("_classes",)

    def __init__(self, classes: Iterable[type[Any]] = ()) -> None:
        self._classes: dict[ClassName, type[Any]] = {}
        for cls in (Interrupt, Command, Overwrite, TimeoutPolicy, *classes):
            self.add(cls)

    def add(self, cls: type[Any]) -> ClassName:
        """Let objects of `cls` come back as objects; return the name under which they are stored."""
        name = (cls.__module__, cls.__qualname__)
        self._classes[name] = cls
        return name

    def get(self, module: str, name: str) -> type[Any] | None:
        """Return the class of that name, None when it was never registered."""
        return self._classes.get((module, name))


def encode(value: object, registry: Registry | None = None) -> bytes:
    """Return `value` as bytes. Classes met on the way are added to `registry`, if one is given."""
    try:
        try:
            return _ENCODER.encode(_Plain(registry).of(value))
        except (OverflowError, UnicodeEncodeError):
            # Numbers beyond 64 bits and texts that are no Unicode are so rare that they are looked for only now.
            return _ENCODER.encode(_Careful(registry).of(value))
    except _Refused as refused:
        raise CannotStore(refused.offender, path=_path_to(value, refused.offender)) from None
    except RecursionError:
        raise CannotStore(value, path="(it contains itself)") from None


def decode(data: bytes, registry: Registry | None = None) -> Any:
    """Return the value that `encode` made `data` of, with objects of the registered classes only."""
    revive = _Revive(registry or Registry())
    return msgspec.msgpack.Decoder(ext_hook=revive.extension, strict=False).decode(data)


_ENCODER = msgspec.msgpack.Encoder()


class _Refused(Exception):  # never leaves this module
    def __init__(self, offender: object) -> None:
        super().__init__()
        self.offender = offender


class _Plain:
    """Turns values into what msgpack has, and extensions for the rest."""

    __slots__ = ("_registry",)

    plain: frozenset[type] = _ALWAYS_PLAIN | {int, str}
    is_careful = False

    def __init__(self, registry: Registry | None) -> None:
        self._registry = registry

    def of(self, value: Any) -> Any:
        kind, plain = type(value), self.plain
        if kind in plain:
            return value
        if kind is list or kind is tuple:
            return [item if type(item) in plain else self.of(item) for item in value]
        if kind is dict:
            return self._mapping(value)
        return self._object(value)

    def _mapping(self, value: Mapping[Any, Any]) -> Any:
        named = {}
        for key, item in value.items():
            if type(key) is not str or (self.is_careful and not _is_unicode(key)):
                break
            named[key] = item if type(item) in self.plain else self.of(item)
        else:
            return named
        return _extension(_PAIRS, [[self.of(key), self.of(item)] for key, item in value.items()])

    def _object(self, value: Any) -> Any:
        if isinstance(value, BaseException):
            return repr(value)
        if isinstance(value, Enum):
            return self._named(_ENUM, type(value), self.of(value.value))
        if isinstance(value, Send):
            return _extension(_SEND, [value.node, self.of(value.arg), self.of(value.timeout)])
        fields = self._fields(value)
        if fields is not None:
            code, named = fields
            return self._named(code, type(value), self.of(named))
        form = standard_form(value)
        if form is not None:
            tag, data = form
            return _extension(_STANDARD, [tag, self.of(data)])
        return self._as_plain_class(value)

    def _fields(self, value: Any) -> tuple[int, dict[str, Any]] | None:
        """Return what kind of record `value` is, and its fields; None when it is none."""
        if callable(getattr(value, "model_dump", None)):
            return _MODEL, value.model_dump()
        if isinstance(value, tuple) and callable(getattr(value, "_asdict", None)):
            return _NAMED_TUPLE, value._asdict()  # type: ignore[attr-defined]  # asked for in the line above
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return _DATACLASS, {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return None

    def _as_plain_class(self, value: Any) -> Any:
        """Store an object of a subclass of a plain class as the plain class, as the reference does."""
        if isinstance(value, dict):
            return self._mapping(value)
        if isinstance(value, (list, tuple)):
            return self.of(list(value))
        for kind in (str, int, float, bytes):
            if isinstance(value, kind):
                return self.of(kind(value))  # type: ignore[arg-type]  # the value is of that very kind
        raise _Refused(value)

    def _named(self, code: int, cls: type[Any], data: Any) -> msgspec.msgpack.Ext:
        name = (cls.__module__, cls.__qualname__) if self._registry is None else self._registry.add(cls)
        return _extension(code, [*name, data])


class _Careful(_Plain):
    """Looks at every number and every text."""

    __slots__ = ()

    plain = _ALWAYS_PLAIN
    is_careful = True

    def of(self, value: Any) -> Any:
        if type(value) is int:
            return value if _SMALLEST <= value <= _LARGEST else _extension(_BIG_INTEGER, str(value))
        if type(value) is str:
            return value if _is_unicode(value) else _extension(_ODD_TEXT, value.encode("utf-8", "surrogatepass"))
        return super().of(value)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _extension(code: int, data: object) -> msgspec.msgpack.Ext:
    return msgspec.msgpack.Ext(code, _ENCODER.encode(data))


class _Revive:
    """Turns extensions back into objects, of standard and registered classes only."""

    __slots__ = ("_registry",)

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def extension(self, code: int, data: memoryview) -> Any:
        content = msgspec.msgpack.Decoder(ext_hook=self.extension, strict=False).decode(data)
        if code == _STANDARD:
            tag, form = content
            return STANDARD_LOADERS[tag](form)
        if code == _BIG_INTEGER:
            return int(content)
        if code == _ODD_TEXT:
            return str(content, "utf-8", "surrogatepass")
        if code == _PAIRS:
            return {_hashable(key): item for key, item in content}
        if code == _SEND:
            node, arg, timeout = content
            return Send(node, arg, timeout=timeout)
        if code not in _MAKERS:
            raise ValueError(f"the bytes hold a value of kind {code}, which only a newer version knows")
        module, name, fields = content
        cls = self._registry.get(module, name)
        return fields if cls is None else _MAKERS[code](cls, fields)


def _hashable(key: Any) -> Hashable:
    return tuple(map(_hashable, key)) if isinstance(key, list) else key


def _make_model(cls: type[Any], fields: dict[str, Any]) -> Any:
    try:
        return cls(**fields)
    except Exception:  # noqa: BLE001  # whatever a validator raises; the value was accepted once
        return cls.model_construct(**fields)


def _make_dataclass(cls: type[Any], fields: dict[str, Any]) -> Any:
    given = {field.name: field.init for field in dataclasses.fields(cls)}
    if all(given.get(name, False) for name in fields):
        return cls(**fields)
    made = object.__new__(cls)
    for name, value in fields.items():
        object.__setattr__(made, name, value)
    return made


_MAKERS: Mapping[int, Callable[[type[Any], Any], Any]] = {
    _MODEL: _make_model,
    _DATACLASS: _make_dataclass,
    _NAMED_TUPLE: lambda cls, fields: cls(**fields),
    _ENUM: lambda cls, value: cls(value),
}


def _path_to(value: Any, offender: object, depth: int = 20) -> str:
    """Return where in `value` the object `offender` stands, as one would write it in Python."""
    if depth == 0 or value is offender:
        return ""
    if isinstance(value, Mapping):
        parts: Iterable[tuple[str, Any]] = ((f"[{key!r}]", item) for key, item in value.items())
    elif isinstance(value, (list, tuple)):
        parts = ((f"[{index}]", item) for index, item in enumerate(value))
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = ((f".{field.name}", getattr(value, field.name)) for field in dataclasses.fields(value))
    else:
        return ""
    for step, item in parts:
        if item is offender:
            return step
        below = _path_to(item, offender, depth - 1)
        if below:
            return step + below
    return ""
