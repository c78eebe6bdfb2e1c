"""What one page is yet to be sent: a bounded queue that, when it is full, is emptied for a snapshot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence

MAX_EVENTS = 4_000
MAX_EVENT_BYTES = 4 * 1024 * 1024
MAX_TOLD = 200
MAX_CHANGES = 400
MAX_CHANGE_BYTES = 4 * 1024 * 1024
MESSAGE_BYTES = 256 * 1024
"""A message takes frames until it is this long."""


class Outbox:
    """The frames for one page. Putting never waits, so a slow page never slows a run.

    Events may be replaced by a snapshot of the moment in which the page can take it, and changes of a document by its
    whole text; of what is shown only the newest matters. Everything else is kept.
    """

    def __init__(self) -> None:
        self._told: list[bytes] = []
        self._events: list[bytes] = []
        self._event_bytes = 0
        self._note: bytes | None = None
        self._snapshot: Callable[[], bytes] | None = None
        self._is_behind = False
        self._changes = _Changes()
        self._shown: dict[str, bytes] = {}
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

    # The document.

    def follow_document(self, whole: Callable[[], bytes]) -> None:
        """From here on changes are of this document: send its whole text first, and forget those of the one before."""
        self.leave_document()
        self._changes = _Changes(whole, is_behind=True)
        self._wake.set()

    def leave_document(self) -> None:
        """Forget what waits of the document."""
        self._told = [frame for frame in self._told if not self._changes.waits(frame)]
        self._changes = _Changes()
        self._shown = {}

    def change(self, frame: bytes) -> None:
        """Put in a change of the document, in its order among what must arrive."""
        if self._changes.is_behind:
            return
        if self._changes.add(frame):
            self.tell(frame)
            return
        self._told = [told for told in self._told if not self._changes.waits(told)]
        self._changes.fall_behind()
        self._wake.set()

    def show(self, what: str, frame: bytes, *, instead_of: Collection[str] = ()) -> None:
        """Put in what only matters until the next of its kind, after the changes of the document."""
        for gone in (what, *instead_of):
            self._shown.pop(gone, None)
        self._shown[what] = frame
        self._wake.set()

    async def messages(self) -> list[str]:
        """Wait until there is something to send; return it as messages, each one frame or an array of frames."""
        await self._wake.wait()
        self._wake.clear()
        frames = self._told + self._changes.taken() + list(self._shown.values()) + self._take_events()
        self._told = []
        self._shown = {}
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


class _Changes:
    """The changes of one document that wait among what must arrive; too many are replaced by the whole text."""

    def __init__(self, whole: Callable[[], bytes] | None = None, *, is_behind: bool = False) -> None:
        self.is_behind = is_behind
        self._whole = whole
        self._waiting: set[int] = set()
        self._bytes = 0

    def waits(self, frame: bytes) -> bool:
        """Say whether a frame is one of them."""
        return id(frame) in self._waiting

    def add(self, frame: bytes) -> bool:
        """Note one; say no when there are too many."""
        self._waiting.add(id(frame))
        self._bytes += len(frame)
        return len(self._waiting) <= MAX_CHANGES and self._bytes <= MAX_CHANGE_BYTES

    def fall_behind(self) -> None:
        """They are no longer wanted: the whole text is due."""
        self.is_behind = True
        self._forget()

    def taken(self) -> list[bytes]:
        """Forget them, since they are sent; return the whole text if it is due in their place."""
        self._forget()
        if not self.is_behind or self._whole is None:
            return []
        self.is_behind = False
        return [self._whole()]

    def _forget(self) -> None:
        self._waiting = set()
        self._bytes = 0


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
