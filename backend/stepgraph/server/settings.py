"""What a server is started with. Nothing here can be changed through the web."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from time import time_ns

MAX_MESSAGE_BYTES = 4 * 1024 * 1024
"""The longest message that a page may send."""

MAX_SOCKETS = 300
MAX_SOCKETS_OF_A_SESSION = 64


def _now_ms() -> int:
    return time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Outside:
    """What comes from outside the program: the time of day, and names that nobody can guess."""

    now_ms: Callable[[], int] = _now_ms
    new_id: Callable[[], str] = field(default=lambda: token_hex(10))


@dataclass(frozen=True, slots=True)
class ShippedExample:
    """A graph file that comes with the product."""

    id: str
    title: str
    summary: str
    path: Path


@dataclass(frozen=True, slots=True)
class ShippedTemplate:
    """A graph file to begin with. ``text`` returns what a file of a given name begins as."""

    id: str
    title: str
    summary: str
    text: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server looks and keeps, and what its workers get to see.

    ``folder`` is the only one that documents are opened from in the browser. ``environment_names`` are variables that
    the person wants workers to have, beside those that every program needs.
    """

    folder: Path
    data: Path
    port: int
    examples: tuple[ShippedExample, ...] = ()
    templates: tuple[ShippedTemplate, ...] = ()
    environment_names: tuple[str, ...] = ()
    outside: Outside = field(default_factory=Outside)
