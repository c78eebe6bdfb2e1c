"""The text of any value, within a budget: reads like Python, and survives values that are cyclic, huge or hostile."""

from __future__ import annotations

import enum
import math
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from stepgraph.debugger.exact_json import clean, quoted
from stepgraph.debugger.object_parts import described, fields_of, safe_repr

MAX_DEPTH = 100
_MAX_SORTED = 1_000
_MAX_INT_BITS = 14_000  # below the 4,300 digits at which Python refuses to write an integer
CUT = "…"


class BudgetSpent(Exception):
    """The text is as long as it may be."""


class Writer:
    """Writes one value into pieces of text. Raises BudgetSpent when the budget is used up; what was written stays."""

    __slots__ = ("_open", "is_json", "is_python_word", "is_whole", "left", "pieces")

    def __init__(self, budget: int) -> None:
        self.pieces: list[str] = []
        self.left = budget
        """How many more characters may be written."""
        self._open: set[int] = set()
        self.is_json = True
        """Whether everything written so far is exactly JSON's."""
        self.is_python_word = False
        """Whether None, True or False was written, which JSON spells otherwise."""
        self.is_whole = True
        """Whether nothing was left out."""

    def value(self, value: object, depth: int = 0) -> None:
        """Write `value`."""
        write = _WRITERS.get(type(value))
        if write is not None:
            write(self, value, depth)
        else:
            self.is_json = False
            _write_instance(self, value, depth)

    def text(self, piece: str) -> None:
        """Write a piece as it is."""
        self.pieces.append(piece)
        self.left -= len(piece)
        if self.left < 0:
            raise BudgetSpent

    def string(self, value: str) -> None:
        """Write a string in quotes; of a long one, only what the budget holds is looked at."""
        self.text(quoted(value if len(value) <= self.left else value[: self.left + 1]))

    def items(self, container: object, brackets: str, items: Iterable[object], depth: int) -> None:
        """Write the items of a container between its brackets."""
        if not self._enter(container, depth):
            return
        self.text(brackets[0])
        separator = ""
        for item in items:
            if separator:
                self.text(separator)
            self.value(item, depth + 1)
            separator = ", "
        self.text(brackets[1:])
        self._open.discard(id(container))

    def pairs(self, container: object, pairs: Iterable[tuple[object, object]], depth: int) -> None:
        """Write the pairs of a dict."""
        if not self._enter(container, depth):
            return
        self.text("{")
        separator = ""
        for key, value in pairs:
            if separator:
                self.text(separator)
            if type(key) is not str:
                self.is_json = False
            self.value(key, depth + 1)
            self.text(": ")
            self.value(value, depth + 1)
            separator = ", "
        self.text("}")
        self._open.discard(id(container))

    def fields(self, container: object, name: str, fields: Iterable[tuple[str, object]], *, depth: int) -> None:
        """Write an instance as a call of its class."""
        if not self._enter(container, depth):
            return
        self.text(f"{name}(")
        separator = ""
        for key, value in fields:
            self.text(f"{separator}{key}=")
            self.value(value, depth + 1)
            separator = ", "
        self.text(")")
        self._open.discard(id(container))

    def _enter(self, container: object, depth: int) -> bool:
        if id(container) in self._open:
            self.is_json = False
            self.text("<cycle>")
            return False
        if depth >= MAX_DEPTH:
            self.is_json = self.is_whole = False
            self.text(CUT)
            return False
        self._open.add(id(container))
        return True


def _write_word(writer: Writer, value: object, _depth: int) -> None:
    writer.is_python_word = True
    writer.text(str(value))


def _write_int(writer: Writer, value: int, _depth: int) -> None:
    if value.bit_length() > _MAX_INT_BITS:
        writer.is_json = writer.is_whole = False
        writer.text(f"<int of {value.bit_length():,} bits>")
    else:
        writer.text(int.__repr__(value))


def _write_float(writer: Writer, value: float, _depth: int) -> None:
    if not math.isfinite(value):
        writer.is_json = False
    writer.text(float.__repr__(value))


def _write_str(writer: Writer, value: str, _depth: int) -> None:
    writer.string(value)


def _write_bytes(writer: Writer, value: bytes | bytearray, _depth: int) -> None:
    writer.is_json = False
    room = writer.left + 1
    writer.text(repr(bytes(value[:room])))


def _write_list(writer: Writer, value: list[object], depth: int) -> None:
    writer.items(value, "[]", list.__iter__(value), depth)


def _write_deque(writer: Writer, value: deque[object], depth: int) -> None:
    writer.is_json = False
    writer.items(value, "[]", deque.__iter__(value), depth)


def _write_tuple(writer: Writer, value: tuple[object, ...], depth: int) -> None:
    writer.is_json = False
    writer.items(value, "(,)" if len(value) == 1 else "()", tuple.__iter__(value), depth)


def _write_set(writer: Writer, value: set[object] | frozenset[object], depth: int) -> None:
    writer.is_json = False
    if not len(value):
        writer.text("set()")
    else:
        writer.items(value, "{}", _in_order(value), depth)


def _in_order(items: set[object] | frozenset[object]) -> Iterable[object]:
    """Return the items of a set in an order that is the same in every process, unless there are too many."""
    if len(items) > _MAX_SORTED:
        return items
    return sorted(items, key=lambda item: (type(item).__name__, short_text(item)))


def _write_dict(writer: Writer, value: dict[object, object], depth: int) -> None:
    writer.pairs(value, dict.items(value), depth)


# Any: each function takes the class that it stands behind.
_WRITERS: dict[type, Callable[[Writer, Any, int], None]] = {
    type(None): _write_word,
    bool: _write_word,
    int: _write_int,
    float: _write_float,
    str: _write_str,
    bytes: _write_bytes,
    bytearray: _write_bytes,
    list: _write_list,
    tuple: _write_tuple,
    set: _write_set,
    frozenset: _write_set,
    dict: _write_dict,
    deque: _write_deque,
}
_BASES = (str, bool, int, float, bytes, bytearray, list, set, frozenset, dict, deque)


def _write_instance(writer: Writer, value: object, depth: int) -> None:
    """Write an instance of any other class: by its fields, by its base, or by what its class says of it."""
    # `issubclass` of the type rather than `isinstance`, which asks the value for a `__class__` that may be the user's.
    cls = type(value)
    if issubclass(cls, enum.Enum):
        writer.text(clean(f"{cls.__name__}.{object.__getattribute__(value, '_name_')}"))
        return
    fields = fields_of(value)
    if fields is not None:
        writer.fields(value, clean(cls.__name__), fields, depth=depth)
        return
    if issubclass(cls, tuple):
        _write_tuple(writer, value, depth)  # type: ignore[arg-type]  # a tuple here
        return
    for base in _BASES:
        if issubclass(cls, base):
            _WRITERS[base](writer, value, depth)
            return
    room = writer.left + 1
    writer.text(clean(described(value) or safe_repr(value, limit=room)))


def short_text(value: object, limit: int = 240) -> str:
    """Return the text of `value`, cut to `limit` characters."""
    writer = Writer(limit)
    try:
        writer.value(value)
    except BudgetSpent:
        return cut("".join(writer.pieces), limit)
    return "".join(writer.pieces)


def cut(text: str, limit: int) -> str:
    """Return `text` when it fits, else as much of it as fits with a mark at its end."""
    return text if len(text) <= limit else text[: limit - 1] + CUT
