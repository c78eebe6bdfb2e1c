"""How a store is set up: what it searches by, and how long it remembers."""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class NotProvided:
    """The type of `NOT_PROVIDED`: nothing was said, which is not the same as None."""

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_PROVIDED = NotProvided()
"""Stands where a caller said nothing."""


class TTLConfig(TypedDict, total=False):
    """How long items live, in minutes, and whether reading one begins its time anew."""

    refresh_on_read: bool
    default_ttl: float | None
    sweep_interval_minutes: int | None


class IndexConfig(TypedDict, total=False):
    """How items are found by what they are about: `embed` makes `dims` numbers of each text at the paths `fields`."""

    dims: int
    embed: Any  # an `Embeddings`, or a function from texts to vectors
    fields: list[str] | None
