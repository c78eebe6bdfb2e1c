"""What a log does to channels in the picture."""

from __future__ import annotations

from msgspec.structs import replace

from stepgraph.protocol.events import AnyEvent, RestoredCell
from stepgraph.protocol.snapshot import (
    Conflict,
    Writer,
)
from stepgraph.protocol.values import MISSING
from tests.protocol import told
from tests.protocol.logs import AT_REST, FIRST_STEP, GRAPH


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


def test_what_a_subgraph_does_leaves_the_root_as_it_is() -> None:
    """Its events are in the log and count, but channels and nodes of its own do not mix with the root's."""
    inner = replace(told.updated(1, "total", told.shown(9), (1, 2)), ns="a:1")

    assert told.folded([*FIRST_STEP, inner]) == replace(told.folded(FIRST_STEP), seq=8)
