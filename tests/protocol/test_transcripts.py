"""Recorded logs fold to their recorded pictures, here and in the page."""

from __future__ import annotations

import msgspec
import pytest

from stepgraph.protocol.fold import EMPTY, Folder
from stepgraph.protocol.frames import EventFrame, SnapshotFrame
from stepgraph.protocol.snapshot import Snapshot
from tests.protocol.odd_logs import odd_log, odd_nested_log
from tests.support import transcripts


def pictures(name: str, start: Snapshot) -> list[Snapshot]:
    """The pictures at the recorded seqs after ``start``, folded from it."""
    folder = Folder(start)
    folded = []
    for frame in transcripts.read(name):
        if isinstance(frame, EventFrame) and frame.seq > start.seq:
            folder.fold(frame.seq, frame.event)
        elif isinstance(frame, SnapshotFrame) and frame.seq > start.seq:
            folded.append(folder.snapshot())
    return folded


@pytest.mark.parametrize("name", transcripts.names())
def test_a_log_folds_to_its_pictures(name: str) -> None:
    """The page folds the same files in its own tests: both sides show the same."""
    recorded = [frame.snapshot for frame in transcripts.read(name) if isinstance(frame, SnapshotFrame)]

    assert pictures(name, EMPTY) == recorded


@pytest.mark.parametrize("name", transcripts.names())
def test_a_picture_and_the_later_events_are_the_whole_log(name: str) -> None:
    """From each recorded picture on."""
    recorded = [frame.snapshot for frame in transcripts.read(name) if isinstance(frame, SnapshotFrame)]

    assert [pictures(name, start) for start in recorded] == [recorded[after:] for after in range(1, len(recorded) + 1)]


@pytest.mark.parametrize("name", transcripts.names())
def test_each_picture_and_the_next_event_are_the_next_picture(name: str) -> None:
    """At every seq, over the wire: so a picture and all later events are the whole log, wherever it is taken."""
    folder = Folder()
    for frame in transcripts.read(name):
        if isinstance(frame, EventFrame):
            sent = msgspec.json.encode(folder.snapshot())
            folder.fold(frame.seq, frame.event)

            received = Folder(msgspec.json.decode(sent, type=Snapshot))
            received.fold(frame.seq, frame.event)
            assert received.snapshot() == folder.snapshot(), frame.seq


def test_the_odd_logs_are_those_that_the_page_folds() -> None:
    """A changed rule or record needs them written anew: ``python -m tests.protocol.test_transcripts``."""
    assert {name: (transcripts.FOLDER / f"{name}.jsonl").read_text(encoding="utf-8") for name in odd()} == odd()


def odd() -> dict[str, str]:
    """The odd logs as files, by name."""
    logs = {f"odd-{seed}": odd_log(seed, 300) for seed in (1, 2, 3)}
    logs |= {f"odd-nested-{seed}": odd_nested_log(seed, 300) for seed in (1, 2, 3)}
    return {name: transcripts.text(transcripts.with_pictures(log, every=30)) for name, log in logs.items()}


if __name__ == "__main__":
    for name, content in odd().items():
        (transcripts.FOLDER / f"{name}.jsonl").write_text(content, encoding="utf-8")
