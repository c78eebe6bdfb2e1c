"""Who watches a session: the pages that follow it, and what all of them are told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from stepgraph.protocol.frames import ServerFrame, SnapshotFrame, Waiting, encoder
from stepgraph.protocol.snapshot import Snapshot
from stepgraph.server.outbox import Outbox


class Listener(Protocol):
    """Hears a session's events as frames, in order, after they are stored."""

    def publish(self, frames: Sequence[bytes]) -> None:
        """Take events; must not wait."""


class Audience:
    """The pages of one session, and anybody else who listens."""

    def __init__(self, listeners: Iterable[Listener]) -> None:
        self.pages: set[Outbox] = set()
        self.listeners = list(listeners)
        self._snapshot: tuple[str, Snapshot, bytes] | None = None

    def publish(self, frames: Sequence[bytes]) -> None:
        """Tell events."""
        for listener in (*self.pages, *self.listeners):
            listener.publish(frames)

    def tell(self, frame: ServerFrame) -> None:
        """Tell a frame that must arrive."""
        encoded = encoder.encode(frame)
        for page in self.pages:
            page.tell(encoded)

    def wait(self, sentence: str | None) -> None:
        """Tell what is being waited for."""
        encoded = encoder.encode(Waiting(sentence))
        for page in self.pages:
            page.note(encoded)

    def snapshot(self, epoch: str, picture: Snapshot) -> bytes:
        """Return the picture as a frame, encoded once for all pages that need the same one."""
        if self._snapshot is None or self._snapshot[0] != epoch or self._snapshot[1] is not picture:
            frame = SnapshotFrame(epoch=epoch, seq=picture.seq, snapshot=picture)
            self._snapshot = (epoch, picture, encoder.encode(frame))
        return self._snapshot[2]
