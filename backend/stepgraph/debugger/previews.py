"""Previews: what the wire shows of a value, bounded, with the whole text behind a ref."""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from stepgraph.constants import MISSING as NO_VALUE
from stepgraph.debugger.blobs import MAX_VALUE_BYTES, Blobs
from stepgraph.debugger.exact_json import clean, dumps, is_exact, quoted
from stepgraph.debugger.object_parts import UNSHOWN, described
from stepgraph.debugger.render import BudgetSpent, Writer, cut
from stepgraph.protocol.values import MISSING, PREVIEW_CHARACTERS, Preview, ValueKind

LossOf: TypeAlias = Callable[[object], str | None]
"""Says what a checkpoint does not keep of a value, or None when it keeps all of it."""

_NONE = Preview(kind="none", text="None")
_TRUE = Preview(kind="bool", text="True", type="bool")
_FALSE = Preview(kind="bool", text="False", type="bool")
_SHORT_STRING = 100
_SMALL_INT = 1 << 62
_SIZED: tuple[tuple[type, ValueKind], ...] = (
    (str, "str"),
    (bytes, "bytes"),
    (bytearray, "bytes"),
    (dict, "dict"),
    (list, "list"),
    (deque, "list"),
    (tuple, "tuple"),
    (set, "set"),
    (frozenset, "set"),
)
_NUMBERS: tuple[tuple[type, ValueKind], ...] = ((bool, "bool"), (int, "int"), (float, "float"))


def loses_nothing(_value: object) -> str | None:
    """Say of every value that all of it is kept: for runs whose state is never stored."""
    return None


class Previews:
    """Makes previews, and keeps the whole text of what does not fit one."""

    def __init__(self, blobs: Blobs, loss_of: LossOf = loses_nothing) -> None:
        self._blobs = blobs
        self._loss_of = loss_of

    def of(self, value: object, stem: str | None = None) -> Preview:
        """Return the preview of `value`; `stem` names the place whose last value this one may extend."""
        if value is None:
            return _NONE
        if type(value) is int and -_SMALL_INT < value < _SMALL_INT:
            return Preview(kind="int", text=str(value), type="int")
        if type(value) is bool:
            return _TRUE if value else _FALSE
        if value is NO_VALUE:
            return MISSING
        if type(value) is str and len(value) <= _SHORT_STRING and value.isascii() and value.isprintable():
            return Preview(kind="str", text=quoted(value), type="str", size=len(value))
        return self._of_any(value, stem)

    def of_input(self, value: object, stem: str) -> Preview:
        """Return the preview of a node's input, which has much in common with the input before.

        Behind its ref the lists and dicts come first: those are what grows, and what follows a change is sent again.
        """
        if type(value) is not dict or not all(type(key) is str for key in value):
            return self.of(value, stem)
        return self._of_any(value, stem, whole=_containers_first(value))

    def _of_any(self, value: object, stem: str | None, *, whole: object = NO_VALUE) -> Preview:
        writer = Writer(PREVIEW_CHARACTERS)
        ref = None
        try:
            writer.value(value)
            exact = writer.is_json and writer.is_whole
        except BudgetSpent:
            writer.is_whole = False
            exact = writer.is_json and is_exact(value)
            ref = self._whole(value if whole is NO_VALUE else whole, stem, is_json=exact)
        text = "".join(writer.pieces)
        kind, base = kind_of(value, text)
        return Preview(
            kind=kind,
            text=cut(text, PREVIEW_CHARACTERS),
            type=clean(type(value).__name__),
            size=None if base is None else base.__len__(value),  # type: ignore[attr-defined]  # its own base is sized
            truncated=not writer.is_whole,
            ref=ref,
            json=_json(value, text, writer) if exact and kind in {"list", "dict"} else None,
            loss=None if exact else self._loss_of(value),
        )

    def _whole(self, value: object, stem: str | None, *, is_json: bool) -> str | None:
        text = dumps(value) if is_json else _written(value)
        return None if text is None else self._blobs.keep(text.encode(), json=is_json, stem=stem)


def _containers_first(value: dict[str, object]) -> dict[str, object]:
    sizes = {key: len(item) for key, item in value.items() if type(item) is list or type(item) is dict}
    return {key: value[key] for key in (*sorted(sizes, key=lambda key: -sizes[key]), *value)}


def _json(value: object, text: str, writer: Writer) -> str | None:
    if not writer.is_whole:
        return None
    # Python and JSON differ in three words only.
    form = dumps(value) if writer.is_python_word else text
    return form if len(form) <= PREVIEW_CHARACTERS else None


def _written(value: object) -> str | None:
    writer = Writer(MAX_VALUE_BYTES)
    try:
        writer.value(value)
    except BudgetSpent:
        return None
    return "".join(writer.pieces)


def kind_of(value: object, text: str) -> tuple[ValueKind, type | None]:
    """Return what `value` is shown as, and the class that tells its size; `text` says when showing it failed."""
    cls = type(value)
    if not issubclass(cls, enum.Enum):
        for base, kind in _SIZED:
            if issubclass(cls, base):
                return ("object", None) if base is tuple and hasattr(cls, "_fields") else (kind, base)
        for base, kind in _NUMBERS:
            if issubclass(cls, base):
                return kind, None
    return ("opaque" if text.startswith(UNSHOWN) or described(value) is not None else "object"), None
