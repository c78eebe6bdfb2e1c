"""What a log does to the timeline in the picture: supersteps and branches of history."""

from __future__ import annotations

from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.snapshot import (
    STEPS_IN_SNAPSHOT,
    WARNINGS_IN_SNAPSHOT,
    Lane,
)
from tests.protocol import told
from tests.protocol.logs import FIRST_STEP


def test_supersteps_of_one_run_are_on_one_lane_and_a_fork_opens_the_next() -> None:
    """A lane goes on from its tip; whoever leaves from elsewhere is a branch of history."""
    log: list[AnyEvent] = [
        told.planned(-1),
        told.committed(-1, "c0", None, source="input"),
        told.planned(0),
        told.committed(0, "c1", "c0"),
        told.committed(1, "f1", "c0", source="fork"),
        told.planned(2),
        told.committed(2, "f2", "f1"),
        told.planned(1),
        told.committed(1, "c2", "c1"),
    ]

    picture = told.folded(log)

    assert [(entry.key, entry.step, entry.lane, entry.parent) for entry in picture.steps] == [
        (0, -1, 0, None),
        (1, 0, 0, "c0"),
        (2, 1, 1, "c0"),
        (3, 2, 1, "f1"),
        (4, 1, 0, "c1"),
    ]
    assert picture.lanes == (Lane(0, "c2", None), Lane(1, "f2", "c0"))


def test_a_branch_whose_first_superstep_was_aborted_goes_on_in_its_own_lane() -> None:
    """The second attempt stands behind the first."""
    log: list[AnyEvent] = [
        *(told.committed(step, f"c{step}", f"c{step - 1}" if step else None) for step in range(3)),
        told.restored("c0", 0, []),
        told.planned(1),
        told.aborted(1, "task_failed"),
        told.planned(1),
        told.committed(1, "f1", "c0"),
    ]

    picture = told.folded(log)

    assert [(entry.lane, entry.status) for entry in picture.steps[3:]] == [(1, "aborted"), (1, "committed")]
    assert picture.lanes == (Lane(0, "c2", None), Lane(1, "f1", "c0"))


def test_an_edit_is_a_superstep_of_its_own() -> None:
    """Edit and plan of one superstep make one entry; nodes rest."""
    log: list[AnyEvent] = [
        *FIRST_STEP,
        told.edited(2, "c1"),
        told.planned(2, told.task("a")),
        told.updated(2, "total", told.shown(5), (3, 4), told.written("a", 5)),
        told.committed(2, "c2", "c1", source="update"),
    ]

    picture = told.folded(log)

    entry = picture.steps[-1]
    assert (entry.key, entry.run, entry.source, entry.parent, entry.seq_from, entry.seq_to) == (
        1,
        "edit-1",
        "update",
        "c1",
        8,
        11,
    )


def test_a_superstep_that_nobody_ended_counts_as_aborted_when_the_next_begins() -> None:
    """Nothing dangles in the timeline, and its writes do not hold."""
    unfinished = told.updated(2, "total", told.shown(8), (3, 4), told.written("b", 8))

    picture = told.folded([*FIRST_STEP, told.planned(2), unfinished, told.planned(2)])

    assert [(entry.status, entry.reason, entry.seq_to) for entry in picture.steps] == [
        ("committed", None, 7),
        ("aborted", None, 9),
    ]
    assert picture.cells["total"].value == told.shown(1)


def test_an_open_superstep_reaches_to_the_newest_event() -> None:
    """Whoever asks for its events gets all that there are."""
    picture = told.folded([*FIRST_STEP, told.planned(2), told.run_paused(2, "execute")])

    assert picture.open is not None
    assert (picture.open.seq_from, picture.open.seq_to, picture.open.status) == (8, 9, "open")


def test_only_the_newest_steps_and_warnings_are_kept() -> None:
    """The picture does not grow with the log; keys go on counting."""
    warning = told.warned("odd")
    log: list[AnyEvent] = [
        *(told.committed(step, f"c{step}", None) for step in range(STEPS_IN_SNAPSHOT + 5)),
        *[warning] * 60,
    ]

    picture = told.folded(log)

    assert (len(picture.steps), picture.steps[0].key, picture.step_count) == (STEPS_IN_SNAPSHOT, 5, 205)
    assert len(picture.warnings) == WARNINGS_IN_SNAPSHOT
