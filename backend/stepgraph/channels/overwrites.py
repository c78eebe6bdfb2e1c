"""The three forms in which a write says "replace" to a channel with a reducer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stepgraph.constants import OVERWRITE
from stepgraph.errors import ErrorCode, InvalidUpdateError, create_error_message
from stepgraph.types import Overwrite


@dataclass(frozen=True, slots=True)
class Replacement:
    """The value with which one write replaces the channel's."""

    value: Any  # the user's


def replacement(write: object) -> Replacement | None:
    """Return what `write` replaces the value with, or None when it is an ordinary write.

    Besides the `Overwrite` object, both forms in which one comes back from JSON count.
    """
    if isinstance(write, Overwrite):
        return Replacement(write.value)
    if isinstance(write, dict):
        if len(write) == 1 and OVERWRITE in write:
            return Replacement(write[OVERWRITE])
        if write.get("type") == OVERWRITE and "value" in write:
            return Replacement(write["value"])
    return None


def second_replacement(key: str) -> InvalidUpdateError:
    """Return the error for a superstep that replaces the value of the channel `key` twice."""
    code = ErrorCode.INVALID_CONCURRENT_GRAPH_UPDATE
    text = create_error_message(message="Can receive only one Overwrite value per super-step.", error_code=code)
    return InvalidUpdateError(text, code=code, channel=key)
