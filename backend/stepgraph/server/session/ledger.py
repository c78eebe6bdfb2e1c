"""A log in the server's memory: it numbers events, folds them, and says what is to be stored and published."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.fold import Folder
from stepgraph.protocol.snapshot import Snapshot, StepEntry
from stepgraph.server.store.log import Addition, encode_event, encode_keyframe

EVENTS_BETWEEN_PICTURES = 200
"""A picture lists the newest steps only, and each step has at least one event, so none is missed."""

MIN_KEYFRAME_BYTES = 64 * 1024
"""A stored moment is at most so many bytes of events (or two pictures' worth) away from a stored picture."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a batch of events comes to: rows for the store, frames for the pages, and the picture after it."""

    addition: Addition
    frames: tuple[bytes, ...]
    picture: Snapshot


class Ledger:
    """Numbers the events of one log, from the picture of its newest one on."""

    def __init__(self, epoch: str, picture: Snapshot) -> None:
        self._epoch = epoch
        self._seq = picture.seq
        self._folder = Folder(picture)
        self._steps = _ended(picture)
        self._bytes_since_keyframe = 0
        self._keyframe_bytes = 0

    def enter(self, events: Sequence[AnyEvent]) -> Entry:
        """Give events their numbers."""
        first_seq = self._seq + 1
        encoded: list[bytes] = []
        steps: list[StepEntry] = []
        for event in events:
            self._seq += 1
            self._folder.fold(self._seq, event)
            encoded.append(encode_event(event))
            if len(encoded) % EVENTS_BETWEEN_PICTURES == 0:
                steps += self._newly_ended(self._folder.snapshot())
        picture = self._folder.snapshot()
        steps += self._newly_ended(picture)
        addition = Addition(first_seq, encoded, steps, self._keyframe(picture, sum(map(len, encoded))))
        return Entry(addition, tuple(event_frames(self._epoch, first_seq, encoded)), picture)

    def _newly_ended(self, picture: Snapshot) -> list[StepEntry]:
        before, self._steps = self._steps, _ended(picture)
        return [entry for entry in picture.steps if entry.key >= before]

    def _keyframe(self, picture: Snapshot, size: int) -> bytes | None:
        self._bytes_since_keyframe += size
        if self._bytes_since_keyframe < max(MIN_KEYFRAME_BYTES, 2 * self._keyframe_bytes):
            return None
        keyframe = encode_keyframe(picture)
        self._bytes_since_keyframe, self._keyframe_bytes = 0, len(keyframe)
        return keyframe


class RecentEvents:
    """The newest events as frames, for pages that were away for a moment."""

    def __init__(self, *, limit: int) -> None:
        self._frames: deque[bytes] = deque(maxlen=limit)
        self._last = 0

    def extend(self, entry: Entry) -> None:
        """Take in what was published."""
        self._frames.extend(entry.frames)
        self._last = entry.picture.seq

    def since(self, seq: int) -> list[bytes] | None:
        """Return all events after that one, or None when they are not all here."""
        missing = self._last - seq
        if missing < 0 or missing > len(self._frames):
            return None
        return list(self._frames)[len(self._frames) - missing :]


def event_frames(epoch: str, first_seq: int, encoded: Sequence[bytes]) -> list[bytes]:
    """Put the frame of the wire around encoded events; encoding them a second time would cost as much as the first."""
    start = b'{"frame":"event","epoch":"%s","seq":' % epoch.encode()
    return [b'%s%d,"event":%s}' % (start, seq, event) for seq, event in enumerate(encoded, start=first_seq)]


def _ended(picture: Snapshot) -> int:
    """How many supersteps have ended: the key of the one that is open, or of the next."""
    return picture.step_count if picture.open is None else picture.open.key
