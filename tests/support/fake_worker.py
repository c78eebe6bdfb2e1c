"""A worker without an engine: it speaks the frames of a real one, for a graph that counts, and can misbehave.

A document's first line tells it what to do: ``# script: {"target": 3, "at": {"2": "hang"}}``. The files are real graph
files too, so that the same tests are held against the real worker.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import struct
import sys
import threading
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from stepgraph.protocol.compiled import identity_of
from stepgraph.protocol.document import Drawing, TextChange
from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.problems import Problem
from stepgraph.protocol.worker_frames import (
    CREDIT_BATCHES,
    AskStore,
    Batch,
    Begin,
    CheckpointRow,
    Credit,
    Done,
    Draw,
    Drawn,
    Edit,
    Found,
    FromWorker,
    Go,
    Halt,
    Hold,
    Load,
    Outline,
    Quit,
    Read,
    StoredCheckpoint,
    Studied,
    Study,
    Tell,
    ToWorker,
    WritesRow,
    encoder,
    to_worker,
)
from tests.support.fake_events import Counting

HEADER = struct.Struct(">I")


class Line:
    """Both directions of the socket."""

    def __init__(self, number: int) -> None:
        self.socket = socket.socket(fileno=number)
        self._lock = threading.Lock()

    def send(self, frame: FromWorker) -> None:
        self.send_bytes(encoder.encode(frame))

    def send_bytes(self, payload: bytes) -> None:
        with self._lock:
            self.socket.sendall(HEADER.pack(len(payload)) + payload)

    def receive(self) -> ToWorker | None:
        header = self._exactly(HEADER.size)
        if header is None:
            return None
        payload = self._exactly(HEADER.unpack(header)[0])
        return None if payload is None else to_worker.decode(payload)

    def _exactly(self, size: int) -> bytes | None:
        data = b""
        while len(data) < size:
            piece = self.socket.recv(size - len(data))
            if not piece:
                return None
            data += piece
        return data


class Stopped(Exception):
    """The run was asked to end."""


class FakeWorker:
    """Counts from 0 to the script's target, one superstep for each."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._credit = threading.Semaphore(CREDIT_BATCHES)
        self._changed = threading.Condition()
        self._until = "end"
        self._permits = 0
        self._is_halted = False
        self._told: list[Tell] = []
        self._script: dict[str, object] = {}
        self._path = ""
        self._thread = ""

    def serve(self) -> None:
        answers: dict[type, Callable[..., None]] = {
            Load: self._load,
            Begin: self._begin,
            Go: lambda frame: self._change(frame.id, until=frame.until, permits=1),
            Hold: lambda frame: self._change(frame.id, until="phase", permits=0),
            Halt: self._halt,
            Edit: lambda frame: self._in_thread(self._edit, frame),
            Credit: lambda frame: self._credit.release(frame.batches),
            Tell: self._hear,
            Read: self._read,
            Study: self._study,
            Draw: self._draw,
        }
        while (frame := self._line.receive()) is not None and not isinstance(frame, Quit):
            answers[type(frame)](frame)

    def _study(self, frame: Study) -> None:
        """A text parses unless it says that it does not."""
        fault = Problem("document.syntax", "It says so.") if "does not parse" in frame.text else None
        self._line.send(Studied(frame.id, None if fault else Drawing(frame.path, None, ()), fault))
        self._line.send(Found(frame.id, ()))

    def _draw(self, frame: Draw) -> None:
        """It knows one gesture, which says itself what it does."""
        gesture = json.loads(frame.gesture)
        changes = tuple(TextChange(one["start"], one["end"], one["text"]) for one in gesture["changes"])
        drawing = Drawing(frame.path, None, ())
        self._line.send(Drawn(frame.id, gesture["title"], changes, (), drawing, None))

    def _in_thread(self, work: Callable[..., None], frame: ToWorker) -> None:
        threading.Thread(target=work, args=(frame,), daemon=True).start()

    def _begin(self, frame: Begin) -> None:
        self._thread = frame.thread
        self._is_halted, self._until, self._permits = False, frame.until, 0
        self._done(frame.id)
        self._in_thread(self._run, frame)

    def _halt(self, frame: Halt) -> None:
        self._is_halted = True
        self._change(frame.id, until=self._until, permits=1)

    def _hear(self, frame: Tell) -> None:
        with self._changed:
            self._told.append(frame)
            self._changed.notify_all()

    def _read(self, frame: Read) -> None:
        text = Path(frame.path).read_text(encoding="utf-8")
        digest = sha256(text.encode()).hexdigest()
        self._line.send(Outline(frame.id, text=text, source_hash=digest, problems=(), candidates=()))

    def _done(self, number: int, problem: Problem | None = None, **more: object) -> None:
        self._line.send(Done(number, problem, **more))  # type: ignore[arg-type] # a test's shorthand

    def _change(self, number: int, *, until: str, permits: int) -> None:
        with self._changed:
            self._until, self._permits = until, permits
            self._changed.notify_all()
        self._done(number)

    def _tell(
        self,
        *events: AnyEvent,
        checkpoints: tuple[CheckpointRow, ...] = (),
        writes: tuple[WritesRow, ...] = (),
    ) -> None:
        self._credit.acquire()
        self._line.send(Batch((), events, checkpoints, writes))

    # The document.

    def _load(self, frame: Load) -> None:
        source = Path(frame.path).read_bytes()
        self._path = frame.path
        self._script = json.loads(source.decode().splitlines()[0].removeprefix("# script: "))
        self._misbehave(self._script.get("load"))
        digest = sha256(source).hexdigest()
        counting = Counting(document=frame.path, run="", thread="")
        if self._script.get("load") == "reject":
            self._tell(counting.rejected())
        else:
            told = counting.compiled(digest)
            if identity_of(told) != frame.known_graph:
                self._tell(replace(told, changed=frame.known_graph is not None))
        self._done(frame.id)

    # The run.

    def _run(self, frame: Begin) -> None:
        counting = Counting(document=self._path, run=frame.run, thread=frame.thread)
        try:
            self._count(frame, counting)
        except Stopped:
            if counting.is_open:
                self._tell(counting.aborted("stopped"))
            self._tell(counting.stopped())

    def _count(self, frame: Begin, counting: Counting) -> None:
        if frame.input is None:
            tip = self._ask(frame.thread, frame.checkpoint)
            counting.take_up(tip)
            if frame.kind == "fork":
                self._tell(counting.restored())
            self._tell(counting.started(frame.kind))
        else:
            tip = self._ask(frame.thread, None)
            counting.take_up(tip)
            self._tell(counting.started("input"))
            given = json.loads(frame.input)
            counting.put_in(given["n"])
            self._commit(counting, "input")
            self._wait(counting, "plan")
            counting.begin_start()
            self._commit(counting, "loop")
        steps = 0
        while counting.n < int(str(self._script.get("target", 3))):
            # Whoever goes on from a checkpoint has waited there already.
            if steps > 0 or frame.input is not None:
                self._wait(counting, "plan")
            self._superstep(counting)
            steps += 1
            if steps == frame.max_steps:
                self._tell(counting.paused("limit", "plan"))
                return
        self._tell(counting.finished())

    def _superstep(self, counting: Counting) -> None:
        self._tell(*counting.planned())
        self._wait(counting, "execute")
        self._tell(counting.task_started())
        at = self._script.get("at")
        self._misbehave(at.get(str(counting.n)) if isinstance(at, dict) else None)
        self._end_if_halted()
        self._tell(counting.task_finished(), writes=(counting.pending(),))
        self._wait(counting, "apply")
        self._tell(*counting.applied())
        self._wait(counting, "commit")
        self._commit(counting, "loop")

    def _commit(self, counting: Counting, source: str) -> None:
        events, row = counting.committed(source)
        self._tell(*events, checkpoints=(row,))

    def _wait(self, counting: Counting, phase: str) -> None:
        with self._changed:
            stops = self._until == "phase" or (self._until == "superstep" and phase == "plan")
            if stops and not self._is_halted:
                self._permits = 0
                self._tell(counting.paused("phase" if self._until == "phase" else "step", phase))
                self._changed.wait_for(lambda: self._permits > 0)
        self._end_if_halted()

    def _end_if_halted(self) -> None:
        if self._is_halted:
            raise Stopped

    def _ask(self, thread: str, checkpoint: str | None) -> StoredCheckpoint | None:
        with self._changed:
            self._told.clear()
            self._line.send(AskStore(1, thread, "", checkpoint, None, None))
            self._changed.wait_for(lambda: bool(self._told))
            found = self._told[0].checkpoints
        return found[0] if found else None

    def _edit(self, frame: Edit) -> None:
        counting = Counting(document=self._path, run=frame.run, thread=frame.thread)
        counting.take_up(self._ask(frame.thread, frame.checkpoint))
        if frame.dry:
            self._done(frame.id, next=counting.due(), dropped=())
            return
        self._tell(counting.restored())
        events, row = counting.edited(json.loads(frame.values)["n"])
        self._tell(*events, checkpoints=(row,))
        self._tell(counting.paused("step", "plan"))
        self._done(frame.id)

    # What workers must not do.

    def _misbehave(self, how: object) -> None:
        faults: dict[object, Callable[[], object]] = {
            "hang": threading.Event().wait,
            "leave": lambda: os._exit(0),
            "die": lambda: os.kill(os.getpid(), signal.SIGKILL),
            "junk": lambda: self._line.send_bytes(b"junk"),
            "boast": lambda: self._line.socket.sendall(HEADER.pack(1 << 30)),
            "close": lambda: os.closerange(0, 256),
            "print": lambda: [os.write(1, b"x" * 1_000_000) for _ in range(100)],
            "flood": self._flood,
            "foreign": self._write_elsewhere,
            "orphan": self._tell_an_orphan,
        }
        if how in faults:
            faults[how]()
        if how in {"junk", "boast", "close", "flood", "foreign", "orphan"}:
            threading.Event().wait()

    def _flood(self) -> None:
        for _ in range(2 * CREDIT_BATCHES):
            self._line.send(Batch((), (), (), ()))

    def _tell_an_orphan(self) -> None:
        counting = Counting(document=self._path, run="orphan", thread=self._thread)
        _, row = counting.committed("loop")
        self._line.send(Batch((), (), (replace(row, parent="nobody"),), ()))

    def _write_elsewhere(self) -> None:
        row = WritesRow("another", "", "x", "x", path="", writes=())
        self._line.send(Batch((), (), (), (row,)))


def main() -> None:
    """Serve on the socket whose number is the last argument."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    FakeWorker(Line(int(sys.argv[-1]))).serve()
    os._exit(0)


if __name__ == "__main__":
    main()
