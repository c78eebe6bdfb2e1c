"""The checkpoint codec: state to bytes and back, to go on with later.

It loses what the reference loses, no more: a tuple comes back as a list, an exception as its repr. In the key of a
mapping and in a set a tuple stays one, since a list could not be there. It never pickles, and decoding imports nothing:
of the user's classes only those in the registry come back as objects, others as their plain fields.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any

import msgspec

from stepgraph.checkpoint.reviving import Kind, Reviving
from stepgraph.checkpoint.standard import HASHING, standard_form
from stepgraph.interrupts import Interrupt
from stepgraph.types import Command, Overwrite, Send, TimeoutPolicy

_ALWAYS_PLAIN: frozenset[type] = frozenset({bool, float, bytes, type(None)})
_LARGEST = 2**64 - 1
_SMALLEST = -(2**63)
# Subclasses are stored as what they are of, whatever they make of themselves when they are shown.
_PLAIN_FORMS: tuple[tuple[type[Any], Callable[[Any], Any]], ...] = (
    (str, str.__str__),
    (int, int.__int__),
    (float, float.__float__),
    (bytes, bytes.__bytes__),
)

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
        raise CannotStore(value, path="(it contains itself or is nested too deeply)") from None


def decode(data: bytes, registry: Registry | None = None) -> Any:
    """Return the value that `encode` made `data` of, with objects of the registered classes only."""
    return Reviving((registry or Registry()).get).of(data)


_ENCODER = msgspec.msgpack.Encoder()


class _Refused(Exception):  # never leaves this module
    def __init__(self, offender: object) -> None:
        super().__init__()
        self.offender = offender


class _Plain:
    """Turns values into what msgpack has, and extensions for the rest."""

    __slots__ = ("_keeps_tuples", "_registry")

    plain: frozenset[type] = _ALWAYS_PLAIN | {int, str}
    is_careful = False

    def __init__(self, registry: Registry | None, *, keeps_tuples: bool = False) -> None:
        self._registry = registry
        self._keeps_tuples = keeps_tuples

    def of(self, value: Any) -> Any:
        kind, plain = type(value), self.plain
        if kind in plain:
            return value
        if kind is list or kind is tuple:
            items = [item if type(item) in plain else self.of(item) for item in value]
            return _extension(Kind.TUPLE, items) if self._keeps_tuples and kind is tuple else items
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
        exact = self._exact()
        return _extension(Kind.PAIRS, [[exact.of(key), self.of(item)] for key, item in value.items()])

    def _exact(self) -> _Plain:
        """Return what tells tuples from lists, for what is compared or hashed."""
        return self if self._keeps_tuples else type(self)(self._registry, keeps_tuples=True)

    def _object(self, value: Any) -> Any:
        if isinstance(value, BaseException):
            return self.of(_shown(value))
        if isinstance(value, Enum):
            return self._named(Kind.ENUM, type(value), self._exact().of(value.value))
        if isinstance(value, Send):
            return _extension(Kind.SEND, [value.node, self.of(value.arg), self.of(value.timeout)])
        record = self._record(value)
        if record is not None:
            kind, content = record
            return self._named(kind, type(value), self.of(content))
        form = standard_form(value)
        if form is not None:
            tag, data = form
            return _extension(Kind.STANDARD, [tag, (self._exact() if tag in HASHING else self).of(data)])
        return self._as_plain_class(value)

    def _record(self, value: Any) -> tuple[int, Any] | None:
        """Return what kind of record `value` is, and its fields or what it hides; None when it is none."""
        if isinstance(value, type):
            return None
        if callable(getattr(value, "get_secret_value", None)):
            return Kind.HELD, value.get_secret_value()
        if callable(getattr(value, "model_dump", None)):
            return Kind.MODEL, value.model_dump()
        if isinstance(value, tuple) and callable(getattr(value, "_asdict", None)):
            return Kind.NAMED_TUPLE, value._asdict()  # type: ignore[attr-defined]  # asked for in the line above
        if dataclasses.is_dataclass(value):
            return Kind.DATACLASS, {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return None

    def _as_plain_class(self, value: Any) -> Any:
        """Store an object of a subclass of a plain class as the plain class, as the reference does."""
        if isinstance(value, dict):
            return self._mapping(value)
        if isinstance(value, (list, tuple)):
            return self.of(list(value))
        for kind, form in _PLAIN_FORMS:
            if isinstance(value, kind):
                return self.of(form(value))
        raise _Refused(value)

    def _named(self, kind: int, cls: type[Any], data: Any) -> msgspec.msgpack.Ext:
        name = (cls.__module__, cls.__qualname__) if self._registry is None else self._registry.add(cls)
        return _extension(kind, [*name, data])


class _Careful(_Plain):
    """Looks at every number and every text."""

    __slots__ = ()

    plain = _ALWAYS_PLAIN
    is_careful = True

    def of(self, value: Any) -> Any:
        if type(value) is int:
            return value if _SMALLEST <= value <= _LARGEST else _extension(Kind.BIG_INTEGER, hex(value))
        if type(value) is str:
            return value if _is_unicode(value) else _extension(Kind.ODD_TEXT, value.encode("utf-8", "surrogatepass"))
        return super().of(value)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _shown(error: BaseException) -> str:
    try:
        return repr(error)
    except Exception:  # noqa: BLE001  # an error's own way of being shown may raise anything
        return object.__repr__(error)


def _extension(kind: int, data: object) -> msgspec.msgpack.Ext:
    return msgspec.msgpack.Ext(kind, _ENCODER.encode(data))


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
