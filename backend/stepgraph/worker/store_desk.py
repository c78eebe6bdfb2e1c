"""Asking the server for checkpoints: one thread asks and waits, the thread that reads frames brings the answer."""

from __future__ import annotations

import itertools
import queue
import threading

from stepgraph.protocol.worker_frames import AskStore, StoredCheckpoint, Tell
from stepgraph.worker.frames import Line


class StoreDesk:
    """Sends questions and hands out their answers."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, queue.SimpleQueue[tuple[StoredCheckpoint, ...]]] = {}

    def ask(
        self,
        thread: str,
        ns: str,
        *,
        checkpoint: str | None = None,
        limit: int | None = None,
        before: str | None = None,
    ) -> tuple[StoredCheckpoint, ...]:
        """Return checkpoints, newest first; without `checkpoint` and `limit` the newest alone."""
        answer: queue.SimpleQueue[tuple[StoredCheckpoint, ...]] = queue.SimpleQueue()
        with self._lock:
            number = next(self._numbers)
            self._waiting[number] = answer
        self._line.send(AskStore(number, thread, ns, checkpoint, limit, before))
        return answer.get()

    def told(self, tell: Tell) -> None:
        """Take an answer of the server's."""
        with self._lock:
            answer = self._waiting.pop(tell.id, None)
        if answer is not None:
            answer.put(tell.checkpoints)
