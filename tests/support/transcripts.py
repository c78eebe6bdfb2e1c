"""Transcripts: logs as the wire tells them, a frame on each line, with the picture at some of their seqs.

Both sides fold them: the Python tests and the page's. A transcript is also what the page shows without a server.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.fold import Folder
from stepgraph.protocol.frames import AnyServerFrame, EventFrame, SnapshotFrame

FOLDER = Path(__file__).parents[1] / "transcripts"
EPOCH = "epoch-1"

_decoder = msgspec.json.Decoder(AnyServerFrame)


def names() -> list[str]:
    """All transcripts, by file name without its end."""
    return sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def read(name: str) -> list[AnyServerFrame]:
    """The frames of one transcript."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_decoder.decode(line) for line in lines]


def text(frames: Iterable[AnyServerFrame]) -> str:
    """A transcript as its file holds it."""
    return "".join(msgspec.json.encode(frame, order="sorted").decode() + "\n" for frame in frames)


def with_pictures(log: Sequence[AnyEvent], *, every: int) -> list[AnyServerFrame]:
    """A log as frames, with the picture after each so many events and at the end."""
    folder = Folder()
    frames: list[AnyServerFrame] = []
    for seq, event in enumerate(log, start=1):
        folder.fold(seq, event)
        frames.append(EventFrame(epoch=EPOCH, seq=seq, event=event))
        if seq % every == 0 or seq == len(log):
            frames.append(SnapshotFrame(epoch=EPOCH, seq=seq, snapshot=folder.snapshot()))
    return frames
