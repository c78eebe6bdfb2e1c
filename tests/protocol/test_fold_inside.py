"""Graphs inside of nodes in the picture: which run is shown, and by which rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import pytest
from msgspec.structs import replace

from stepgraph.protocol.events import AnyEvent, GraphCompiled, RestoredCell, RunStarted
from stepgraph.protocol.fold.inside import path_of
from stepgraph.protocol.snapshot import InnerView
from stepgraph.protocol.values import MISSING
from tests.protocol import told
from tests.protocol.told import folded

INNER = told.compiled({"sift": ["to:sift"]}, {"total": "LastValue", "to:sift": "EphemeralValue"})
DEEPER = told.compiled({"wash": ["to:wash"]}, {"total": "LastValue"})
GRAPH: GraphCompiled = replace(
    told.compiled({"dig": ["to:dig"]}, {"total": "LastValue", "to:dig": "EphemeralValue"}),
    inner=(told.inner("dig", INNER), told.inner("dig|sift", DEEPER, called=True)),
)
DIG = "dig:task-dig"
SIFT = "dig:task-dig|sift:task-sift"


def within(ns: str, *events: AnyEvent) -> list[AnyEvent]:
    """These events, as told of a graph inside."""
    return [replace(event, ns=ns) for event in events]


def begun(ns: str, *, kind: Literal["input", "resume"] = "input", checkpoint: str | None = None) -> AnyEvent:
    event: RunStarted = replace(told.run_started(-1, kind=kind), ns=ns, checkpoint=checkpoint)
    return event


AROUND: list[AnyEvent] = [GRAPH, told.run_started(1), told.planned(1, told.task("dig")), told.task_started(1, "dig")]
ONE_STEP: list[AnyEvent] = [
    told.planned(1, told.task("sift", told.wake("to:sift", 2))),
    told.task_started(1, "sift"),
    told.finished(1, "sift", "total"),
    told.updated(1, "total", told.shown(1), (None, 3), told.written("sift", 1)),
    told.committed(1, "i1", None),
]


def view(events: Iterable[AnyEvent], path: str = "dig") -> InnerView:
    return folded([*AROUND, *events]).inner[path]


@pytest.mark.parametrize(
    ("ns", "path"),
    [
        ("", ""),
        ("dig:1", "dig"),
        ("dig:1|sift:2", "dig|sift"),
        ("dig", "dig"),
        ("dig:1|2", "dig"),
        ("7:1|2", "7"),
        ("7|2", "7"),
        ("fetch:all:1|2", "fetch:all"),
        ("dig:1|__error_handler__dig:2", "__error_handler__dig"),
        ("top:0|dig:1|__default_error_handler__:2|sift:3", "top|__default_error_handler__|sift"),
    ],
)
def test_a_path_is_a_namespace_without_ids_and_numbers_of_calls(ns: str, path: str) -> None:
    """A graph that one task calls twice is the same graph."""
    assert path_of(ns) == path


def test_a_graph_inside_is_told_as_the_root_is() -> None:
    """The same superstep gives the same cells and nodes, wherever it happens."""
    inner = view([begun(DIG), *within(DIG, *ONE_STEP)])
    root = folded([INNER, told.run_started(1), *ONE_STEP])

    assert (inner.cells, inner.nodes, inner.undo) == (root.cells, root.nodes, root.undo)
    assert (inner.ns, inner.step, inner.status) == (DIG, 1, "committed")


def test_what_happens_inside_leaves_the_rest_of_the_picture_as_it_is() -> None:
    """Only ``seq`` moves, and the end of the open superstep with it."""
    before = folded(AROUND)
    after = folded([*AROUND, begun(DIG), *within(DIG, *ONE_STEP, told.interrupted(1, "sift", told.question("q")))])

    kept = replace(after, seq=before.seq, open=before.open, inner={})
    assert (kept, before.inner, list(after.inner)) == (before, {}, ["dig"])


def test_a_run_that_begins_is_blank() -> None:
    """Its channels are those of its graph, and no node of it has run."""
    fresh = view([begun(DIG), *within(DIG, *ONE_STEP), begun("dig:task-2")])

    assert (fresh.ns, fresh.step, fresh.status, fresh.nodes) == ("dig:task-2", None, "committed", {})
    assert {name: cell.version for name, cell in fresh.cells.items()} == {"total": None, "to:sift": None}


def test_of_runs_side_by_side_the_newest_is_shown() -> None:
    """What the older one goes on to do changes nothing."""
    both = [begun(DIG), *within(DIG, *ONE_STEP[:3]), begun("dig:task-2")]

    assert view([*both, *within(DIG, *ONE_STEP[3:])]) == view(both)


def test_a_run_that_goes_on_keeps_what_was_there() -> None:
    """A question inside is answered in the same run."""
    asked = [begun(DIG), *within(DIG, *ONE_STEP, told.planned(2, told.task("sift")), told.aborted(2, "interrupted"))]
    ended: list[AnyEvent] = [told.interrupted(1, "dig", told.question("q")), told.aborted(1, "interrupted")]
    gone_on = view([*asked, *ended, *AROUND[1:], begun(DIG, kind="resume", checkpoint="i1")])

    assert gone_on.cells["total"].value == told.shown(1)
    assert (gone_on.status, gone_on.step) == ("committed", 2)


@pytest.mark.parametrize("end", [told.finished(1, "dig"), told.failed(1, "dig"), told.interrupted(1, "dig")])
def test_a_run_ends_with_the_task_around_it(end: AnyEvent) -> None:
    """What it left open is put back, and what comes late is not told."""
    opened = [begun(DIG), *within(DIG, *ONE_STEP[:4])]
    ended = view([*opened, end, *within(DIG, ONE_STEP[4])])

    assert (ended.status, ended.cells["total"].value, ended.undo) == ("ended", MISSING, {})


def test_the_end_of_another_task_ends_nothing() -> None:
    """Two tasks of one node may run graphs side by side."""
    assert view([begun("dig:task-2"), told.finished(1, "dig")]).status == "committed"


def test_a_graph_that_keeps_its_state_ends_with_its_node() -> None:
    """Its namespace has no ids."""
    assert view([begun("dig"), told.finished(1, "dig")]).status == "ended"


HANDLER = "__error_handler__dig"
IN_HANDLER = f"{DIG}|{HANDLER}:task-{HANDLER}"


@pytest.mark.parametrize(
    ("end", "status"), [(told.finished(1, HANDLER), "ended"), (told.failed(1, "dig"), "committed")]
)
def test_a_graph_inside_a_handler_ends_with_the_handler(end: AnyEvent, status: str) -> None:
    """Not with the task that failed, behind which it stands."""
    graph = replace(GRAPH, inner=(told.inner(HANDLER, INNER),))

    assert folded([graph, *AROUND[1:], begun(IN_HANDLER), end]).inner[HANDLER].status == status


AROUND_IT: list[AnyEvent] = [told.committed(1, "c1", None), told.aborted(1), *within(DIG, told.aborted(1))]


@pytest.mark.parametrize("end", AROUND_IT)
def test_a_run_ends_with_a_superstep_around_it(end: AnyEvent) -> None:
    """However deep it is."""
    assert view([begun(DIG), begun(SIFT), end], "dig|sift").status == "ended"


def test_a_state_restored_outside_forgets_what_is_inside() -> None:
    """It is not known there, and comes again when the graph inside goes on."""
    log = [*AROUND, begun(DIG), *within(DIG, *ONE_STEP)]

    assert folded([*log, told.restored("c0", 0, [])]).inner == {}
    assert folded([*log, replace(GRAPH, changed=True)]).inner == {}


def test_a_state_restored_inside_is_what_the_run_goes_on_from() -> None:
    """A process that has seen nothing of the run tells it."""
    saved = RestoredCell(channel="total", value=told.shown(7), version=4, available=True, seen_by={"sift": 2})
    restored = view([begun(DIG, kind="resume", checkpoint="i1"), *within(DIG, told.restored("i1", 3, [saved]))])

    assert (restored.step, restored.status) == (3, "committed")
    assert (restored.cells["total"].value, restored.cells["total"].seen_by) == (told.shown(7), {"sift": 2})


def test_a_graph_that_the_picture_does_not_list_is_not_told() -> None:
    """Its size would have no bound."""
    assert folded([*AROUND, begun("else:1"), *within("else:1", *ONE_STEP)]).inner == {}


def test_a_pause_inside_says_where_until_something_goes_on() -> None:
    """Then the run is in the root's superstep again."""
    paused = within(DIG, told.run_paused(3, "apply"))
    waits = folded([*AROUND, begun(DIG), *paused]).run
    went_on = folded([*AROUND, begun(DIG), *paused, *within(DIG, ONE_STEP[0])]).run

    beside = folded([*AROUND, begun(DIG), *paused, *within("dig:task-2", ONE_STEP[0]), told.task_started(1, "dig")]).run

    assert beside == waits
    assert (waits.status, waits.ns, waits.step, waits.phase) == ("paused", DIG, 3, "apply")
    assert (went_on.status, went_on.ns, went_on.step, went_on.phase) == ("running", "", 1, None)
