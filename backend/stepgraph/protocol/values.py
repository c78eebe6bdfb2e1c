"""Values as the wire shows them: inert, bounded previews of anything that Python can hold."""

from __future__ import annotations

from typing import Literal, TypeAlias

from stepgraph.protocol.shape import Shape

ValueKind: TypeAlias = Literal[
    "missing",  # no value at all; not the same as none
    "none",
    "bool",
    "int",
    "float",
    "str",
    "bytes",
    "list",
    "tuple",
    "set",
    "dict",
    "object",  # an instance whose fields are shown
    "opaque",  # only its class name is known: showing it failed or would not end
]

PREVIEW_CHARACTERS = 240
"""No preview's text is longer. The whole text is behind ``ref``."""


class Preview(Shape, frozen=True, omit_defaults=True):
    """One value, bounded.

    ``text`` reads like Python, with strings in double quotes (JSON escapes) and None, True, False. ``type`` is the
    class's name. ``size`` is the number of items of a container, of characters or bytes of a string; ``truncated``
    says that ``text`` is not all. ``ref`` names the whole text in the value store (SHA-256, hex). ``json`` is the
    value as JSON, for editing, when it has such a form, is a container, and is as short as a preview.
    """

    kind: ValueKind
    text: str
    type: str = ""
    size: int | None = None
    truncated: bool = False
    ref: str | None = None
    json: str | None = None
    loss: str | None = None
    """What a checkpoint does not keep of this value, or why it cannot be stored."""


MISSING = Preview(kind="missing", text="")
