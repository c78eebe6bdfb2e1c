"""What a worker tells, in batches: together what belongs together, and no more under way than the server takes."""

from __future__ import annotations

import threading

from stepgraph.protocol.events import AnyEvent, Durations, RunStopped, StepCommitted
from stepgraph.protocol.worker_frames import (
    CREDIT_BATCHES,
    Batch,
    Blob,
    CheckpointRow,
    FromWorker,
    PendingWrite,
    WritesRow,
)
from stepgraph.worker.outbox import GROUP_S, Outbox


class Line:
    """Keeps the batches that were sent."""

    def __init__(self) -> None:
        self.batches: list[Batch] = []
        self.arrived = threading.Event()

    def send(self, frame: FromWorker) -> None:
        assert isinstance(frame, Batch)
        self.batches.append(frame)
        self.arrived.set()

    @property
    def contents(self) -> list[tuple[list[str], list[str], list[str]]]:
        """The events, checkpoints and writes of each batch, by their names."""
        return [
            (
                [type(event).__name__ for event in batch.events],
                [row.id for row in batch.checkpoints],
                [row.task for row in batch.writes],
            )
            for batch in self.batches
        ]


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def event() -> AnyEvent:
    return RunStopped(run="r", ns="", reason="asked", step=None, phase=None)


def committed(checkpoint: str) -> AnyEvent:
    return StepCommitted(
        run="r",
        ns="",
        step=1,
        source="loop",
        checkpoint=checkpoint,
        parent=None,
        updated=(),
        next=(),
        durations=Durations(0, 0, 0, 0),
        unstorable={},
    )


def row(checkpoint: str, parent: str | None = None) -> CheckpointRow:
    return CheckpointRow(
        thread="t",
        ns="",
        id=checkpoint,
        parent=parent,
        step=1,
        source="loop",
        ts="",
        values=(),
        cleared=(),
        versions={},
        seen={},
        updated=None,
        metadata="{}",
    )


def writes(task: str, checkpoint: str, index: int = 0) -> WritesRow:
    return WritesRow("t", "", checkpoint, task, "", (PendingWrite(index, "c", b"x"),))


def test_nothing_is_sent_before_it_is_time() -> None:
    """A running graph's events are gathered; whoever waits gets them at once."""
    line, clock = Line(), Clock()
    outbox = Outbox(line, clock_s=clock)

    outbox.tell(event())
    outbox.tell(committed("c"))
    before = line.contents
    outbox.flush()
    outbox.flush()

    assert (before, line.contents) == ([], [(["RunStopped", "StepCommitted"], [], [])])


def test_a_superstep_that_comes_late_sends_what_was_gathered() -> None:
    """So that no event waits longer than a group."""
    line, clock = Line(), Clock()
    outbox = Outbox(line, clock_s=clock)
    outbox.tell(event())
    clock.now_s = GROUP_S

    outbox.tell(committed("c"))

    assert len(line.batches) == 1


def test_a_checkpoint_waits_for_the_event_that_tells_of_it() -> None:
    """Whatever makes a batch be sent in between."""
    line = Line()
    outbox = Outbox(line, clock_s=Clock())
    outbox.tell(event())
    outbox.stage(row("c"))

    outbox.flush()
    outbox.tell(committed("c"))
    outbox.flush()

    assert line.contents == [(["RunStopped"], [], []), (["StepCommitted"], ["c"], [])]


def test_a_checkpoint_without_an_event_is_sent_at_the_end() -> None:
    """It is part of the thread all the same."""
    line = Line()
    outbox = Outbox(line, clock_s=Clock())
    outbox.stage(row("c"))

    outbox.finish()

    assert line.contents == [([], ["c"], [])]


def test_writes_whose_superstep_is_committed_in_the_same_batch_are_left_out() -> None:
    """Nobody could have needed them; answers and questions stay, since going back to them does."""
    line = Line()
    outbox = Outbox(line, clock_s=Clock())
    outbox.pend(writes("done", "c0"))
    outbox.pend(writes("asked", "c0", index=-3))
    outbox.stage(row("c1", parent="c0"))
    outbox.tell(committed("c1"))
    outbox.pend(writes("waits", "c1"))

    outbox.flush()

    assert line.contents == [(["StepCommitted"], ["c1"], ["asked", "waits"])]


def test_large_values_do_not_wait_for_a_batch_that_no_frame_would_hold() -> None:
    """They are sent as soon as there are four megabytes of them."""
    line = Line()
    outbox = Outbox(line, clock_s=Clock())

    for _ in range(5):
        outbox.keep(Blob(ref="r", parent=None, keep=0, data=b"x" * 1024 * 1024, last=False, json=False))

    assert [len(batch.blobs) for batch in line.batches] == [4]


def test_only_so_many_batches_are_under_way() -> None:
    """The run waits until the server has stored one of them."""
    line = Line()
    outbox = Outbox(line, clock_s=Clock())
    for _ in range(CREDIT_BATCHES):
        outbox.tell(event())
        outbox.flush()
    outbox.tell(event())
    waiting = threading.Thread(target=outbox.flush)
    waiting.start()
    under_way = len(line.batches)

    outbox.credit(1)
    waiting.join()

    assert (under_way, len(line.batches)) == (CREDIT_BATCHES, CREDIT_BATCHES + 1)


def test_what_nobody_flushes_is_flushed_in_time() -> None:
    """With what is waiting elsewhere, such as printed text."""
    line = Line()
    outbox = Outbox(line)
    flushing = threading.Thread(target=outbox.flush_when_stale, args=(lambda: outbox.tell(event()),))
    flushing.start()

    outbox.expect()
    line.arrived.wait()
    outbox.close()
    flushing.join()

    assert line.contents[0] == (["RunStopped"], [], [])
