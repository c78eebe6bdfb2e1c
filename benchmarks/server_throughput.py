"""A run through worker, server, SQLite and socket, each a real process: supersteps a second, and one step's way."""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import msgspec
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from benchmarks.rows import Row, held, told

GRAPH = Path(__file__).parent / "graphs" / "counting_loop.py"
SUPERSTEPS = 20_000
STEPS = 200
RUNS = 3


class _Run(msgspec.Struct):
    """What is looked at of a run."""

    status: str


class _Snapshot(msgspec.Struct):
    """What is looked at of a snapshot."""

    run: _Run


class _Event(msgspec.Struct):
    """What is looked at of an event."""

    type: str


class _Frame(msgspec.Struct):
    """What is looked at of a frame."""

    frame: str
    event: _Event | None = None
    snapshot: _Snapshot | None = None

    def says(self, status: str) -> bool:
        """Whether it tells that the run has come to this."""
        if self.snapshot is not None:
            return self.snapshot.run.status == status
        return self.event is not None and self.event.type == f"run.{status}"


_frames = msgspec.json.Decoder(list[_Frame])


def measure() -> Iterator[Row]:
    """Yield the figures."""
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as address, _page(address) as page:
        # The first run waits for the process that it needs.
        _rate(page, supersteps=10)
        rates = [_rate(page) for _ in range(RUNS)]
        yield held("one-node loop, stored and published", statistics.median(rates), "supersteps/s", 2_000, "at least")
        yield told("one-node loop, the best run", max(rates), "supersteps/s")
        yield told("snapshots in place of events", page.snapshots, "times")
        size = sum(path.stat().st_size for path in Path(folder).glob("history.sqlite*"))
        yield told("history on the disk", size / (SUPERSTEPS * RUNS), "bytes a superstep")
        yield told("Step until the pause is told", 1000 * statistics.median(_steps(page)), "ms")


class _Page:
    """A page's socket, which looks at as little as a page that keeps up has to."""

    def __init__(self, connection: ClientConnection) -> None:
        self.snapshots = 0
        self._connection = connection
        self._asked = 0

    def ask(self, **command: object) -> None:
        """Send a command."""
        self._asked += 1
        self._connection.send(json.dumps({"frame": "ask", "id": f"bench-{self._asked}", "command": command}))

    def wait_for(self, status: str) -> None:
        """Take frames until the run has come to this."""
        while True:
            text = self._connection.recv()
            message = text if isinstance(text, bytes) else text.encode()
            frames = _frames.decode(message if message.startswith(b"[") else b"[%s]" % message)
            self.snapshots += sum(frame.frame == "snapshot" for frame in frames)
            if any(frame.says("failed") for frame in frames):
                raise RuntimeError("the measured run failed")
            if any(frame.says(status) for frame in frames):
                return


def _rate(page: _Page, supersteps: int = SUPERSTEPS) -> float:
    began_s = time.perf_counter()
    page.ask(type="run.start", input={"n": 0, "until": supersteps}, recursionLimit=10 * supersteps)
    page.wait_for("finished")
    return supersteps / (time.perf_counter() - began_s)


def _steps(page: _Page) -> list[float]:
    page.ask(type="run.start", input={"n": 0, "until": 2 * STEPS}, recursionLimit=10 * STEPS, until="superstep")
    page.wait_for("paused")
    taken_s = []
    for _ in range(STEPS):
        began_s = time.perf_counter()
        page.ask(type="run.step")
        page.wait_for("paused")
        taken_s.append(time.perf_counter() - began_s)
    return taken_s


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "stepgraph", "serve", str(GRAPH), "--port", "0", "--no-open"]
    environment = {**os.environ, "STEPGRAPH_DATA": str(folder)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


@contextmanager
def _page(address: str) -> Iterator[_Page]:
    found = re.fullmatch(r"(http://[^/]+)/#c=([\w-]+)&s=(\w+)", address)
    assert found is not None, address
    server, code, session = found.groups()
    token = httpx2.post(f"{server}/api/launch", json={"code": code}).json()["token"]
    with connect(server.replace("http", "ws", 1) + "/api/socket", origin=Origin(server), max_size=None) as connection:
        hello = {"frame": "hello", "version": 1, "token": token, "session": session, "epoch": None, "seq": 0}
        connection.send(json.dumps(hello))
        yield _Page(connection)
