"""The desk of a worker: checkpoints travel with the events of their batch, and are asked for at the server."""

from __future__ import annotations

import itertools
import queue
import threading

from stepgraph.debugger.desk import Wanted
from stepgraph.protocol.worker_frames import AskStore, CheckpointRow, StoredCheckpoint, Tell, WritesRow
from stepgraph.worker.frames import Line
from stepgraph.worker.outbox import Outbox


class StoreDesk:
    """Sends questions and hands out their answers: one thread asks and waits, the one that reads frames answers."""

    def __init__(self, line: Line, outbox: Outbox) -> None:
        self._line = line
        self._outbox = outbox
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, queue.SimpleQueue[tuple[StoredCheckpoint, ...]]] = {}

    def stage(self, checkpoint: CheckpointRow) -> None:
        """Take a checkpoint whose event comes next."""
        self._outbox.stage(checkpoint)

    def pend(self, writes: WritesRow) -> None:
        """Take the writes of a task that wait on a checkpoint."""
        self._outbox.pend(writes)

    def find(self, wanted: Wanted) -> tuple[StoredCheckpoint, ...]:
        """Ask the server for checkpoints, and wait for the answer."""
        # What is asked for may still be on its way.
        self._outbox.flush()
        answer: queue.SimpleQueue[tuple[StoredCheckpoint, ...]] = queue.SimpleQueue()
        with self._lock:
            number = next(self._numbers)
            self._waiting[number] = answer
        self._line.send(AskStore(number, *wanted))
        return answer.get()

    def told(self, tell: Tell) -> None:
        """Take an answer of the server's."""
        with self._lock:
            answer = self._waiting.pop(tell.id, None)
        if answer is not None:
            answer.put(tell.checkpoints)
