"""What waits to be sent: events, checkpoints and blobs in batches, few while running, at once when somebody waits.

A checkpoint is held back until the event that tells of it, so that a batch never has one without the other.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from stepgraph.protocol.events import AnyEvent, StepCommitted
from stepgraph.protocol.worker_frames import CREDIT_BATCHES, Batch, Blob, CheckpointRow, WritesRow
from stepgraph.worker.frames import Line

GROUP_S = 0.008
"""How long a running graph's events are gathered; with the switch to the flushing thread it stays within 10 ms."""
_MAX_BATCH_BYTES = 4 * 1024 * 1024
_MAX_BATCH_EVENTS = 2_000


class Outbox:
    """Gathers what one worker tells. Any thread may add; what is added by one thread keeps its order."""

    def __init__(
        self,
        line: Line,
        *,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._line = line
        self._clock_s = clock_s
        self._changed = threading.Condition(threading.RLock())
        self._credit = CREDIT_BATCHES
        self._began_s = 0.0
        self._bytes = 0
        self._staged: list[CheckpointRow] = []
        self._blobs: list[Blob] = []
        self._events: list[AnyEvent] = []
        self._checkpoints: list[CheckpointRow] = []
        self._writes: list[WritesRow] = []
        self._is_expected = False
        self._is_closed = False

    def tell(self, event: AnyEvent) -> None:
        """Take one event, with the checkpoints that it tells of."""
        with self._changed:
            self._begin()
            self._events.append(event)
            if type(event) is StepCommitted:
                self._take_staged()
                if self._clock_s() - self._began_s >= GROUP_S:
                    self._send()
            elif len(self._events) >= _MAX_BATCH_EVENTS:
                self._send()

    def keep(self, blob: Blob) -> None:
        """Take one piece of a value."""
        with self._changed:
            self._begin()
            self._blobs.append(blob)
            self._grow(len(blob.data))

    def stage(self, checkpoint: CheckpointRow) -> None:
        """Take a checkpoint whose event comes next."""
        with self._changed:
            self._staged.append(checkpoint)

    def pend(self, writes: WritesRow) -> None:
        """Take the writes of a task that wait on a checkpoint."""
        with self._changed:
            self._begin()
            self._writes.append(writes)
            self._grow(sum(len(write.data) for write in writes.writes))

    def expect(self) -> None:
        """Note that something waits elsewhere, which the flushing thread brings in time."""
        with self._changed:
            self._begin()
            self._is_expected = True
            self._changed.notify_all()

    def flush(self) -> None:
        """Send what waits: somebody is waiting for it."""
        with self._changed:
            self._send()

    def finish(self) -> None:
        """Send everything, checkpoints without an event of their own too."""
        with self._changed:
            self._take_staged()
            self._send()

    def credit(self, batches: int) -> None:
        """Note that the server has stored that many batches."""
        with self._changed:
            self._credit += batches
            self._changed.notify_all()

    def close(self) -> None:
        """End `flush_when_stale`, and wait for no more credit."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def give_up(self) -> None:
        """Send everything now, credit or not: the process is about to end."""
        self.close()
        self.finish()

    def flush_when_stale(self, bring: Callable[[], None]) -> None:
        """Send what nobody flushes, such as what a node prints while it runs. Runs in a thread of its own.

        `bring` tells what is expected.
        """
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_closed or self._is_expected or self._waits)
                if self._is_closed:
                    return
                left_s = GROUP_S - (self._clock_s() - self._began_s)
            if left_s > 0:
                # Outside the lock, so that a running graph adds without waiting.
                time.sleep(left_s)
                continue
            self._is_expected = False
            bring()
            self.flush()

    @property
    def _waits(self) -> bool:
        return bool(self._events or self._blobs or self._writes or self._checkpoints)

    def _begin(self) -> None:
        if not self._waits and not self._is_expected:
            self._began_s = self._clock_s()
            self._changed.notify_all()

    def _grow(self, size: int) -> None:
        self._bytes += size
        if self._bytes >= _MAX_BATCH_BYTES:
            self._send()

    def _take_staged(self) -> None:
        if self._staged:
            self._begin()
            self._checkpoints.extend(self._staged)
            self._staged.clear()

    def _send(self) -> None:
        if self._waits:
            self._changed.wait_for(lambda: self._credit > 0 or self._is_closed)
        # While this thread waited for credit, another one may have sent everything.
        if self._waits:
            self._send_batch()

    def _send_batch(self) -> None:
        batch = Batch(
            blobs=tuple(self._blobs),
            events=tuple(self._events),
            checkpoints=tuple(self._checkpoints),
            writes=tuple(_still_pending(self._writes, self._checkpoints)),
        )
        for waiting in (self._blobs, self._events, self._checkpoints, self._writes):
            waiting.clear()
        self._bytes = 0
        self._credit -= 1
        self._line.send(batch)


def _still_pending(writes: list[WritesRow], checkpoints: list[CheckpointRow]) -> list[WritesRow]:
    """Leave out writes whose superstep was committed before anybody could have seen them wait.

    Answers and questions (negative indexes) stay: going back to their checkpoint needs them.
    """
    if not checkpoints:
        return writes
    passed = {(row.thread, row.ns, row.parent) for row in checkpoints}
    return [
        row
        for row in writes
        if (row.thread, row.ns, row.checkpoint) not in passed or any(write.index < 0 for write in row.writes)
    ]
