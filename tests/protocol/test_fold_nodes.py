"""What a log does to nodes in the picture."""

from __future__ import annotations

from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.snapshot import (
    OUTPUT_CHARACTERS,
)
from tests.protocol import told
from tests.protocol.logs import FIRST_STEP, GRAPH


def test_a_node_goes_from_planned_to_done_and_rests_in_the_next_superstep() -> None:
    """Its last part in a superstep stays told while it is idle."""
    statuses = [told.folded(FIRST_STEP[:length]).nodes["a"].status for length in range(1, 8)]
    later = told.folded([*FIRST_STEP, told.planned(2, told.task("b"))]).nodes["a"]

    assert statuses == ["idle", "idle", "planned", "running", "done", "done", "done"]
    assert (later.status, later.step, later.wrote, later.wakes) == ("idle", 1, ("total",), (told.wake("to:a", 2),))


def test_a_node_of_several_tasks_is_done_when_all_have_ended() -> None:
    """The longest task's time is the node's."""
    log: list[AnyEvent] = [
        GRAPH,
        told.planned(1, told.task("a"), told.task("a")),
        told.task_started(1, "a"),
        told.finished(1, "a", "total", duration_ms=5),
    ]

    after_one = told.folded(log).nodes["a"]
    after_both = told.folded([*log, told.finished(1, "a", "log", "total", duration_ms=2)]).nodes["a"]

    assert (after_one.status, after_one.ended, after_one.tasks) == ("running", 1, 2)
    assert (after_both.status, after_both.wrote, after_both.duration_ms) == ("done", ("total", "log"), 5)


def test_a_failure_stays_told_when_a_sibling_ends_well() -> None:
    """The superstep's abort leaves the failed node failed and the unfinished one idle."""
    log: list[AnyEvent] = [
        GRAPH,
        told.planned(1, told.task("a"), told.task("a"), told.task("b")),
        told.task_started(1, "b"),
        told.failed(1, "a"),
        told.finished(1, "a"),
        told.aborted(1, "task_failed"),
    ]

    picture = told.folded(log)

    assert {name: view.status for name, view in picture.nodes.items()} == {"a": "failed", "b": "idle"}
    assert picture.nodes["a"].sentence == "a raised ValueError."
    assert [(entry.reason, entry.nodes, entry.failed) for entry in picture.steps] == [
        ("task_failed", ("a", "b"), ("a",))
    ]


def test_a_restored_task_has_ended_when_it_is_planned() -> None:
    """It does not run again; what it wrote is what the attempt before wrote."""
    log: list[AnyEvent] = [
        GRAPH,
        told.planned(1, told.task("a"), told.task("b")),
        told.finished(1, "a", "total"),
        told.interrupted(1, "b"),
        told.aborted(1, "interrupted"),
    ]

    asked = told.folded(log)
    again = told.folded([*log, told.planned(1, told.task("a", restored=True), told.task("b"))])

    assert (asked.nodes["a"].status, asked.nodes["b"].status) == ("done", "interrupted")
    assert (again.nodes["a"].status, again.nodes["a"].wrote, again.nodes["b"].status) == ("done", ("total",), "planned")


def test_going_back_forgets_what_nodes_did_on_the_branch_that_was_left() -> None:
    """What they did up to the checkpoint is common to both branches, and stays told."""
    log = [*FIRST_STEP, told.planned(2, told.task("b")), told.task_started(2, "b"), told.finished(2, "b", "total")]

    back = told.folded([*log, told.restored("c1", 1, [], "b")])

    assert {name: (view.status, view.step) for name, view in back.nodes.items()} == {
        "a": ("idle", 1),
        "b": ("idle", None),
    }


def test_printed_text_keeps_its_end() -> None:
    """However much a node prints, the picture stays small."""
    log: list[AnyEvent] = [
        GRAPH,
        told.planned(1, told.task("a")),
        *(told.printed(1, "a", "x" * 3000 + str(n)) for n in range(3)),
    ]

    output = told.folded(log).nodes["a"].output

    assert (len(output), output[-1]) == (OUTPUT_CHARACTERS, "2")
