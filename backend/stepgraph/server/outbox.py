"""What one page is yet to be sent: a bounded queue that, when it is full, is emptied for a snapshot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

MAX_EVENTS = 4_000
MAX_EVENT_BYTES = 4 * 1024 * 1024
MAX_TOLD = 200
MESSAGE_BYTES = 256 * 1024
"""A message takes frames until it is this long."""


class Outbox:
    """The frames for one page. Putting never waits, so a slow page never slows a run.

    Events may be replaced by a snapshot of the moment in which the page can take it; everything else is kept.
    """

    def __init__(self) -> None:
        self._told: list[bytes] = []
        self._events: list[bytes] = []
        self._event_bytes = 0
        self._note: bytes | None = None
        self._snapshot: Callable[[], bytes] | None = None
        self._is_behind = False
        self._wake = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()

    @property
    def has_room(self) -> bool:
        """Whether the page has taken most of what must arrive."""
        return self._room.is_set()

    def tell(self, frame: bytes) -> None:
        """Put in what must arrive; it is sent before events that wait."""
        self._told.append(frame)
        if len(self._told) >= MAX_TOLD:
            self._room.clear()
        self._wake.set()

    def beat(self, frame: bytes) -> None:
        """Put in a sign of life, if nothing else waits."""
        if not self._told:
            self.tell(frame)

    async def room(self) -> None:
        """Wait until the page has taken most of what must arrive; who asks on and on has to read as well."""
        await self._room.wait()

    def note(self, frame: bytes) -> None:
        """Put in what only matters until the next note."""
        self._note = frame
        self._wake.set()

    def follow(self, snapshot: Callable[[], bytes]) -> None:
        """From here on events are of this log: forget those of the one before."""
        self._snapshot = snapshot
        self._forget_events()
        self._is_behind = False

    def start_over(self) -> None:
        """Send a snapshot in place of events."""
        self._forget_events()
        self._is_behind = True
        self._wake.set()

    def publish(self, frames: Sequence[bytes]) -> None:
        """Put in events, unless a snapshot is due that will hold them."""
        if self._is_behind:
            return
        self._events += frames
        self._event_bytes += sum(map(len, frames))
        if len(self._events) > MAX_EVENTS or self._event_bytes > MAX_EVENT_BYTES:
            self.start_over()
        self._wake.set()

    async def messages(self) -> list[str]:
        """Wait until there is something to send; return it as messages, each one frame or an array of frames."""
        await self._wake.wait()
        self._wake.clear()
        frames = self._told + self._take_events()
        self._told = []
        self._room.set()
        if self._note is not None:
            frames.append(self._note)
            self._note = None
        return _messages(frames)

    def _take_events(self) -> list[bytes]:
        if self._is_behind and self._snapshot is not None:
            self._is_behind = False
            return [self._snapshot()]
        events = self._events
        self._forget_events()
        return events

    def _forget_events(self) -> None:
        self._events = []
        self._event_bytes = 0


def _messages(frames: Sequence[bytes]) -> list[str]:
    messages: list[str] = []
    group: list[bytes] = []
    size = 0
    for frame in frames:
        if group and size + len(frame) > MESSAGE_BYTES:
            messages.append(_message(group))
            group, size = [], 0
        group.append(frame)
        size += len(frame)
    if group:
        messages.append(_message(group))
    return messages


def _message(group: Sequence[bytes]) -> str:
    return (group[0] if len(group) == 1 else b"[" + b",".join(group) + b"]").decode()
