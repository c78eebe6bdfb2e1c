"""The base of every record on the wire."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

PROTOCOL_VERSION = 1
"""Raised when a field is removed or narrowed; both ends refuse another version with a sentence."""

Until: TypeAlias = Literal["end", "superstep", "phase"]
"""How far to go: to the end, to the root's next committed, aborted or paused superstep, or to the next phase."""


class Shape(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A frozen record: camelCase on the wire, unknown fields refused, defaults always written."""
