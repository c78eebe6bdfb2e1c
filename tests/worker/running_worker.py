"""A real worker process, driven by frames as a server drives it, with its checkpoints kept on a shelf."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from stepgraph.debugger.desk import Wanted
from stepgraph.debugger.shelf import Shelf
from stepgraph.protocol.events import AnyEvent, Event
from stepgraph.protocol.shape import Until
from stepgraph.protocol.worker_frames import (
    AskStore,
    Batch,
    Beat,
    Begin,
    Credit,
    Done,
    Edit,
    FromWorker,
    Go,
    Halt,
    Hold,
    Load,
    Tell,
    ToWorker,
    Waits,
    encoder,
    from_worker,
)

EventT = TypeVar("EventT", bound=Event)
_HEADER = struct.Struct(">I")
# No test waits for it; it only keeps a broken worker from holding up everything.
_PATIENCE_S = 60.0
_PATIENCE_BEATS = 60


class WorkerGone(Exception):
    """The worker's socket is closed."""


class RunningWorker:
    """Sends frames, answers the worker's questions, and remembers everything that was told."""

    def __init__(self, *options: str, shelf: Shelf | None = None) -> None:
        ours, theirs = socket.socketpair()
        ours.settimeout(_PATIENCE_S)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "stepgraph.worker", *options, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._socket = ours
        self._received = bytearray()
        self._numbers = itertools.count(1)
        self.shelf = shelf or Shelf()
        self.events: list[AnyEvent] = []
        self.batches: list[Batch] = []
        self.waits: list[tuple[str, ...]] = []
        self._seen = 0
        self._beats = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        self._socket.close()

    # What a server asks.

    def load(self, path: Path | str, graph: str | None = None, *, known_graph: str | None = None) -> Done:
        return self.ask(lambda number: Load(number, str(path), graph, known_graph))

    def start(self, value: Any = None, until: Until = "end", **fields: Any) -> Done:
        text = json.dumps({} if value is None else value)
        return self.begin(kind="input", input=text, until=until, **fields)

    def begin(self, **fields: Any) -> Done:
        wanted = {
            "run": f"run-{len(self.batches)}",
            "thread": "thread",
            "kind": "resume",
            "input": None,
            "context": None,
            "recursion_limit": None,
            "checkpoint": None,
            "until": "end",
        }
        return self.ask(lambda number: Begin(id=number, **(wanted | fields)))

    def go(self, until: Until) -> Done:
        return self.ask(lambda number: Go(number, until))

    def hold(self) -> Done:
        return self.ask(Hold)

    def halt(self) -> Done:
        return self.ask(Halt)

    def edit(self, checkpoint: str, values: Any, **fields: Any) -> Done:
        wanted = {"run": "edit", "thread": "thread", "how": "node", "node": None, "dry": False}
        text = json.dumps(values)
        return self.ask(lambda number: Edit(id=number, checkpoint=checkpoint, values=text, **(wanted | fields)))

    def ask(self, make: Callable[[int], ToWorker]) -> Done:
        number = next(self._numbers)
        self.send(make(number))
        while True:
            frame = self.receive()
            if isinstance(frame, Done) and frame.id == number:
                return frame

    # What it tells.

    def until(self, *kinds: type[EventT]) -> EventT:
        """Wait for the next event of one of these kinds that no earlier wait returned."""
        while True:
            while self._seen < len(self.events):
                event = self.events[self._seen]
                self._seen += 1
                if isinstance(event, kinds):
                    return event
            self.receive()

    def told(self, *kinds: type[EventT]) -> list[EventT]:
        """Return all events of these kinds so far."""
        return [event for event in self.events if isinstance(event, kinds)]

    def send(self, frame: ToWorker) -> None:
        payload = encoder.encode(frame)
        self._socket.sendall(_HEADER.pack(len(payload)) + payload)

    def receive(self) -> FromWorker:
        (size,) = _HEADER.unpack(self._take(_HEADER.size))
        frame = from_worker.decode(self._take(size))
        if isinstance(frame, Batch):
            self._keep(frame)
        elif isinstance(frame, AskStore):
            wanted = Wanted(frame.thread, frame.ns, frame.checkpoint, frame.limit, frame.before)
            self.send(Tell(frame.id, self.shelf.find(wanted)))
        elif isinstance(frame, Waits):
            self.waits.append(frame.nodes)
        self._beats = self._beats + 1 if isinstance(frame, Beat) else 0
        assert self._beats < _PATIENCE_BEATS, "the worker tells nothing any more"
        return frame

    def wait_until_gone(self) -> int:
        """Read what is left, and return the process's exit code; a signal's is negative."""
        try:
            while True:
                self.receive()
        except WorkerGone:
            return self.process.wait(_PATIENCE_S)

    def send_raw(self, data: bytes) -> None:
        self._socket.sendall(data)

    def hang_up(self) -> None:
        """Do what the end of a server does."""
        self._socket.close()

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    @contextlib.contextmanager
    def interrupt_when(self, mark: Path) -> Iterator[None]:
        """Interrupt the worker as soon as its code has made a file, while the test waits for an answer."""

        def watch() -> None:
            while not mark.exists():
                os.sched_yield()
            self.interrupt()

        watcher = threading.Thread(target=watch)
        watcher.start()
        yield
        watcher.join()

    def kill(self) -> None:
        self.process.kill()

    def _keep(self, batch: Batch) -> None:
        for blob in batch.blobs:
            self.shelf.keep(blob)
        for checkpoint in batch.checkpoints:
            self.shelf.stage(checkpoint)
        for writes in batch.writes:
            self.shelf.pend(writes)
        self.batches.append(batch)
        self.events.extend(batch.events)
        # What it sent last is read even when it is gone.
        with contextlib.suppress(BrokenPipeError):
            self.send(Credit(1))

    def _take(self, size: int) -> bytes:
        while len(self._received) < size:
            try:
                piece = self._socket.recv(1 << 20)
            except ConnectionResetError:
                piece = b""
            if not piece:
                raise WorkerGone
            self._received += piece
        taken = bytes(self._received[:size])
        del self._received[:size]
        return taken
