"""Where a debugger's events go."""

from __future__ import annotations

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
    """An outlet that keeps everything, for runs that are watched in their own process."""

    def __init__(self) -> None:
        self.events: list[AnyEvent] = []
        self.blobs: list[Blob] = []

    def tell(self, event: AnyEvent) -> None:
        """Keep one event."""
        self.events.append(event)

    def keep(self, blob: Blob) -> None:
        """Keep one piece of a value."""
        self.blobs.append(blob)

    def flush(self) -> None:
        """Do nothing: what is kept is there at once."""
