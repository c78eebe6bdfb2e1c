"""The picture that a log folds to."""

from __future__ import annotations

from msgspec.structs import replace

from stepgraph.protocol.events import AnyEvent, RestoredCell, WorkerLost
from stepgraph.protocol.fold import EMPTY, Folder, fold
from stepgraph.protocol.snapshot import (
    OUTPUT_CHARACTERS,
    STEPS_IN_SNAPSHOT,
    WARNINGS_IN_SNAPSHOT,
    Cell,
    Conflict,
    Lane,
    Writer,
)
from stepgraph.protocol.values import MISSING
from tests.protocol import told

GRAPH = told.compiled({"a": ["to:a"], "b": ["to:b"]}, {"total": "LastValue", "to:a": "EphemeralValue"})

AT_REST = Cell(
    name="total",
    value=MISSING,
    previous=MISSING,
    version=None,
    version_before=None,
    available=False,
    changed=False,
    cause=None,
    returned=None,
    writes=(),
    seen_by={},
    writers=(),
    conflict=None,
)
FIRST_STEP: list[AnyEvent] = [
    GRAPH,
    told.run_started(1),
    told.planned(1, told.task("a", told.wake("to:a", 2))),
    told.task_started(1, "a"),
    told.finished(1, "a", "total"),
    told.updated(1, "total", told.shown(1), (None, 3), told.written("a", 1)),
    told.committed(1, "c1", None, "b"),
]


def test_an_empty_log_is_an_empty_picture() -> None:
    """Nothing is there before the first event."""
    assert told.folded([]) == EMPTY


def test_a_compiled_graph_has_a_blank_cell_for_each_channel_and_an_idle_node_for_each_node() -> None:
    """The page can draw everything before anything has run."""
    picture = told.folded([GRAPH])

    assert picture.cells == {"total": AT_REST, "to:a": replace(AT_REST, name="to:a")}
    assert {name: view.status for name, view in picture.nodes.items()} == {"a": "idle", "b": "idle"}


def test_a_changed_graph_keeps_the_cells_of_channels_that_are_still_of_the_same_kind() -> None:
    """State stays when the file changes, but not in a channel of another kind."""
    log: list[AnyEvent] = [*FIRST_STEP, told.updated(2, "to:a", told.shown(7), (None, 4), told.written("a", 7))]
    new = told.compiled({"c": []}, {"total": "LastValue", "to:a": "Topic", "more": "LastValue"}, changed=True)

    picture = told.folded([*log, new])

    assert {name: cell.version for name, cell in picture.cells.items()} == {"total": 3, "to:a": None, "more": None}
    assert list(picture.nodes) == ["c"]


def test_a_write_is_shown_with_its_writer_its_versions_and_what_was_there_before() -> None:
    """A cell tells what the newest superstep did to it."""
    log: list[AnyEvent] = [
        *FIRST_STEP,
        told.planned(2),
        told.updated(2, "total", told.shown(6), (3, 4), told.written("b", 5)),
    ]

    assert told.folded(log).cells["total"] == replace(
        AT_REST,
        value=told.shown(6),
        previous=told.shown(1),
        version=4,
        version_before=3,
        available=True,
        changed=True,
        cause="write",
        returned=True,
        writes=(told.written("b", 5),),
        writers=(Writer("b", "", 2),),
    )


def test_the_next_superstep_no_longer_tells_what_the_last_one_did() -> None:
    """Only the newest superstep's writes are marked; the value and its version stay."""
    picture = told.folded([*FIRST_STEP, told.planned(2, told.task("b"))])

    assert picture.cells["total"] == replace(
        AT_REST, value=told.shown(1), version=3, available=True, writers=(Writer("a", "state", 1),)
    )


def test_what_a_channel_holds_names_its_writers_until_it_is_written_again_or_emptied() -> None:
    """Also in later supersteps, with how they wrote: a row and a trigger can say where their value comes from."""
    log: list[AnyEvent] = [
        *FIRST_STEP,
        told.planned(2, told.task("b", told.wake("total", 3))),
        told.finished(2, "b", "to:a"),
        told.updated(2, "to:a", told.shown(None), (2, 4), told.written("b", None)),
    ]

    held = told.folded(log)
    refused = told.folded([*log, told.updated(2, "total", told.shown(1), (3, 3), told.written("b", 1), returned=False)])
    emptied = told.folded([*log, told.updated(2, "total", MISSING, (3, 4), available=False)])

    assert held.nodes["b"].woken_by == {"total": (Writer("a", "state", 1),)}
    assert held.cells["to:a"].writers == (Writer("b", "state", 2),)
    assert refused.cells["total"].writers == (Writer("a", "state", 1),)
    assert emptied.cells["total"].writers == ()


def test_a_join_was_written_by_all_that_arrived_at_it() -> None:
    """In whichever superstep; until it is consumed."""

    def arrived(step: int, node: str, *, available: bool) -> AnyEvent:
        event = told.updated(
            step, "join", told.shown(None), (None, step), told.written(node, node), available=available
        )
        return replace(event, kind="NamedBarrierValue")

    log: list[AnyEvent] = [
        told.planned(1),
        arrived(1, "a", available=False),
        told.committed(1, "c1", None),
        told.planned(2),
        arrived(2, "b", available=True),
    ]

    assert told.folded(log).cells["join"].writers == (Writer("a", "", 1), Writer("b", "", 2))
    assert told.folded([*log, told.consumed(3, "join", (2, 3))]).cells["join"].writers == ()


def test_an_edit_wrote_what_a_person_wrote() -> None:
    """Whatever the node whose part the edit takes wrote before."""
    log: list[AnyEvent] = [
        *FIRST_STEP,
        told.edited(2, "c1"),
        told.updated(2, "total", told.shown(5), (3, 4), told.written("a", 5)),
    ]

    assert told.folded(log).cells["total"].writers == (Writer("a", "edit", 2),)


def test_a_trigger_that_is_consumed_and_then_written_shows_the_whole_way() -> None:
    """Several calls in one superstep: the version before is that of the superstep's start."""
    log: list[AnyEvent] = [
        *FIRST_STEP,
        told.planned(2),
        told.consumed(2, "total", (3, 4)),
        told.updated(2, "total", told.shown(2), (4, 4), told.written("a", 2)),
    ]

    picture = told.folded(log)

    cell = picture.cells["total"]
    assert (cell.previous, cell.version_before, cell.version, cell.cause) == (told.shown(1), 3, 4, "write")
    assert picture.undo["total"].version == 3


def test_a_consumed_trigger_that_is_no_longer_available_holds_nothing() -> None:
    """Its value is gone with it, though the event does not repeat that."""
    picture = told.folded([*FIRST_STEP, told.planned(2), told.consumed(2, "total", (3, 4))])

    cell = picture.cells["total"]
    assert (cell.value, cell.available, cell.cause, cell.changed) == (MISSING, False, "consume", True)


def test_a_value_that_finish_lets_through_keeps_its_writes_of_this_superstep() -> None:
    """Written, then made visible: one row tells both."""
    log: list[AnyEvent] = [
        *FIRST_STEP,
        told.planned(2),
        told.updated(2, "total", told.shown(9), (3, 4), told.written("a", 9), available=False),
        told.channel_finished(2, "total", told.shown(9), (4, 5)),
    ]

    cell = told.folded(log).cells["total"]

    assert (cell.cause, cell.available, cell.writes, cell.version) == ("finish", True, (told.written("a", 9),), 5)


def test_a_committed_superstep_is_seen_by_the_nodes_it_ran() -> None:
    """What a node has seen is the version that its trigger had when it was planned."""
    picture = told.folded(FIRST_STEP)

    assert picture.cells["to:a"].seen_by == {"a": 2}
    assert (picture.checkpoint, [due.node for due in picture.next], picture.undo) == ("c1", ["b"], {})


def test_an_aborted_superstep_puts_its_cells_back_and_still_tells_who_wrote() -> None:
    """State stands as at the last checkpoint; the refusal stays in sight."""
    two = (told.written("a", 1), told.written("b", 2))
    log: list[AnyEvent] = [
        *FIRST_STEP,
        told.planned(2, told.task("a", told.wake("to:a", 4, 2)), told.task("b")),
        told.updated(2, "to:a", told.shown(None), (2, 4), told.written("b", None)),
        told.conflicted(2, "total", *two),
        told.aborted(2),
    ]

    picture = told.folded(log)

    assert picture.cells["total"] == replace(
        AT_REST,
        value=told.shown(1),
        version=3,
        available=True,
        writers=(Writer("a", "state", 1),),
        writes=two,
        conflict=Conflict("INVALID_CONCURRENT_GRAPH_UPDATE", "total can receive only one value per step.", repairs=()),
    )
    assert picture.cells["to:a"] == replace(
        AT_REST,
        name="to:a",
        cause="write",
        returned=True,
        writes=(told.written("b", None),),
        seen_by={"a": 2},
    )
    assert (picture.checkpoint, [due.node for due in picture.next]) == ("c1", ["b"])


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


def test_printed_text_keeps_its_end() -> None:
    """However much a node prints, the picture stays small."""
    log: list[AnyEvent] = [
        GRAPH,
        told.planned(1, told.task("a")),
        *(told.printed(1, "a", "x" * 3000 + str(n)) for n in range(3)),
    ]

    output = told.folded(log).nodes["a"].output

    assert (len(output), output[-1]) == (OUTPUT_CHARACTERS, "2")


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


def test_a_restored_state_is_the_whole_state() -> None:
    """Every channel is as that checkpoint holds it; what the checkpoint does not hold is blank."""
    cell = RestoredCell(channel="to:a", value=told.shown(None), version=2, available=True, seen_by={"a": 1})

    picture = told.folded([*FIRST_STEP, told.planned(2, told.task("b")), told.restored("c0", 0, [cell], "a")])

    assert picture.cells == {
        "total": AT_REST,
        "to:a": replace(AT_REST, name="to:a", value=told.shown(None), version=2, available=True, seen_by={"a": 1}),
    }
    assert (picture.checkpoint, [due.node for due in picture.next], picture.open) == ("c0", ["a"], None)
    assert {view.status for view in picture.nodes.values()} == {"idle"}


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


def test_what_a_subgraph_does_leaves_the_root_as_it_is() -> None:
    """Its events are in the log and count, but channels and nodes of its own do not mix with the root's."""
    inner = replace(told.updated(1, "total", told.shown(9), (1, 2)), ns="a:1")

    assert told.folded([*FIRST_STEP, inner]) == replace(told.folded(FIRST_STEP), seq=8)


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
