"""Where a debugger's events go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.worker_frames import Blob


class Outlet(Protocol):
    """Takes events in their order, and blobs before the events that name them."""

    def tell(self, event: AnyEvent) -> None:
        """Take one event."""

    def keep(self, blob: Blob) -> None:
        """Take one piece of a value."""

    def flush(self) -> None:
        """Pass on what was taken: somebody waits for it."""


class Collected:
    """An outlet that keeps events, for runs that are watched in their own process."""

    def __init__(self, keep: Callable[[Blob], None]) -> None:
        self.events: list[AnyEvent] = []
        self.keep = keep

    def tell(self, event: AnyEvent) -> None:
        """Keep one event."""
        self.events.append(event)

    def flush(self) -> None:
        """Do nothing: what was told is there at once."""
