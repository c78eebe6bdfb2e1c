"""The picture that a log folds to: the run, and what holds for all of it."""

from __future__ import annotations

from stepgraph.protocol.events import AnyEvent, WorkerLost
from stepgraph.protocol.fold import EMPTY, Folder, fold
from tests.protocol import told
from tests.protocol.logs import FIRST_STEP, GRAPH


def test_an_empty_log_is_an_empty_picture() -> None:
    """Nothing is there before the first event."""
    assert told.folded([]) == EMPTY


def test_the_run_follows_its_events() -> None:
    """Started, paused, gone on without a word of its own, finished."""
    log: list[AnyEvent] = [
        told.run_started(-1),
        told.run_paused(1, "execute"),
        told.task_started(1, "a"),
        told.run_paused(2),
    ]

    views = [told.folded(log[:length]).run for length in range(1, 5)]

    assert [(view.status, view.step, view.phase) for view in views] == [
        ("running", -1, None),
        ("paused", 1, "execute"),
        ("running", 1, None),
        ("paused", 2, "plan"),
    ]


def test_a_lost_worker_ends_a_run_that_was_at_work_and_no_other() -> None:
    """A run that had finished is still finished."""
    lost = WorkerLost(
        run="", ns="", exit_code=0, signal=None, last_event=None, checkpoint="c1", sentence="The worker is gone."
    )

    at_work = told.folded([*FIRST_STEP, lost]).run
    before_any = told.folded([GRAPH, lost]).run

    assert (at_work.status, at_work.sentence) == ("lost", "The worker is gone.")
    assert (before_any.status, before_any.sentence) == ("none", "The worker is gone.")


def test_a_snapshot_is_not_changed_by_later_events() -> None:
    """Whoever holds a picture holds that moment."""
    folder = Folder()
    for seq, event in enumerate(FIRST_STEP, start=1):
        folder.fold(seq, event)
    before = folder.snapshot()

    after = fold(before, 8, told.updated(2, "total", told.shown(2), (3, 4)))
    folder.fold(8, told.updated(2, "total", told.shown(2), (3, 4)))

    assert before == told.folded(FIRST_STEP)
    assert folder.snapshot() == after
