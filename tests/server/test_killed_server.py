"""A server that is killed while a run writes: what a page was told is on the disk, whole, and the run goes on."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from stepgraph.protocol.events import RunFailed, RunFinished, StepCommitted, WorkerLost
from stepgraph.protocol.frames import AnyServerFrame, EventFrame, Reply, SnapshotFrame
from tests.support.programs import started

GRAPH = Path(__file__).parent / "graphs" / "long_count.py"
ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+)/#c=([\w-]+)&s=(\w+)\n")

_decode = msgspec.json.Decoder(AnyServerFrame | list[AnyServerFrame]).decode


class Page:
    """A page's socket that keeps what it was told."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        address = ADDRESS.fullmatch(process.stdout.readline())
        assert address is not None
        self.server, code, self.session = address.groups()
        self.token = httpx2.post(f"{self.server}/api/launch", json={"code": code}).json()["token"]
        self.frames: list[AnyServerFrame] = []

    @contextmanager
    def connect(self) -> Iterator[ClientConnection]:
        """Say hello."""
        socket = f"{self.server.replace('http', 'ws', 1)}/api/socket"
        with connect(socket, origin=Origin(self.server), max_size=None) as connection:
            hello = {"frame": "hello", "version": 1, "token": self.token, "session": self.session}
            connection.send(json.dumps(hello))
            yield connection

    def take(self, connection: ClientConnection) -> list[AnyServerFrame]:
        """Take one message."""
        decoded = _decode(connection.recv(timeout=60))
        frames = decoded if isinstance(decoded, list) else [decoded]
        self.frames += frames
        return frames

    def events(self) -> list[EventFrame]:
        """All events that were told."""
        return [frame for frame in self.frames if isinstance(frame, EventFrame)]


def ask(connection: ClientConnection, number: str, **command: object) -> None:
    """Send a command."""
    connection.send(json.dumps({"frame": "ask", "id": number, "command": command}))


@pytest.mark.slow
@pytest.mark.parametrize("told", [10, 400, 3000])
def test_what_was_told_is_on_the_disk_and_the_run_goes_on(tmp_path: Path, told: int) -> None:
    """After a kill in the middle of a run: no gap, no half, each event with its checkpoint, and the same end."""
    with started("serve", str(GRAPH), "--port", "0", "--no-open", data=tmp_path) as killed:
        page = Page(killed)
        with page.connect() as connection:
            ask(connection, "1", type="run.start", input={"n": 0}, recursionLimit=100_000)
            while not any(frame.seq >= told for frame in page.events()):
                page.take(connection)
            killed.kill()
    stored = stored_events(tmp_path / "history.sqlite")
    seen = {frame.seq: frame.event for frame in page.events()}
    with started("serve", str(GRAPH), "--port", "0", "--no-open", data=tmp_path) as again:
        later = Page(again)
        with later.connect() as connection:
            while not any(isinstance(frame, SnapshotFrame) for frame in later.frames):
                later.take(connection)
            ask(connection, "2", type="run.continue")
            while not finished(later):
                later.take(connection)

    snapshot = next(frame.snapshot for frame in later.frames if isinstance(frame, SnapshotFrame))
    assert list(stored) == list(range(1, len(stored) + 1))
    assert {seq: stored[seq] for seq in seen} == {seq: msgspec.json.encode(event) for seq, event in seen.items()}
    assert committed(stored) == stored_checkpoints(tmp_path / "history.sqlite")[: len(committed(stored))]
    assert (snapshot.run.status, snapshot.open) == ("lost", None)
    assert finished(later) == "2000"


def finished(page: Page) -> str:
    """The number that the run ended with; "" while it has not ended."""
    for frame in page.frames:
        # What is over without that number would be waited for in vain.
        assert not (isinstance(frame, Reply) and frame.problem)
        assert not (isinstance(frame, EventFrame) and isinstance(frame.event, RunFailed | WorkerLost))
        if isinstance(frame, EventFrame) and isinstance(frame.event, RunFinished):
            return frame.event.output.text.removeprefix('{"n": ').removesuffix("}")
        if isinstance(frame, SnapshotFrame) and frame.snapshot.run.status == "finished":
            return frame.snapshot.cells["n"].value.text
    return ""


def stored_events(path: Path) -> dict[int, bytes]:
    """What is on the disk, read as anybody can."""
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return dict(connection.execute("SELECT seq, event FROM events ORDER BY seq").fetchall())


def committed(stored: dict[int, bytes]) -> list[str]:
    """The checkpoints that events tell of."""
    events = (msgspec.json.decode(event) for event in stored.values() if b'"step.committed"' in event)
    return [msgspec.convert(event, StepCommitted).checkpoint for event in events]


def stored_checkpoints(path: Path) -> list[str]:
    """The checkpoints that are on the disk."""
    with sqlite3.connect(path) as connection:
        return [row[0] for row in connection.execute("SELECT id FROM checkpoints ORDER BY number")]
