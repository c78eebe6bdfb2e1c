"""Whatever a person does with a random graph, the picture that was told is the checkpoint that was stored.

Runs that end, fail, ask or use up their limit, new inputs over what was due, forks, and edits of both kinds anywhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stepgraph.debugger.graph_picture import DocumentFacts, Graph, compiled_event
from stepgraph.debugger.input_check import InputRefused
from stepgraph.debugger.outlet import Collected
from stepgraph.debugger.restore import restored
from stepgraph.debugger.shelf import Shelf
from stepgraph.debugger.stage import set_stage
from stepgraph.debugger.traced_run import RunOrder, TracedRun, run_config
from stepgraph.debugger.values import Values
from stepgraph.protocol.events import Due, RestoredCell, StepCommitted
from stepgraph.protocol.fold import Folder
from stepgraph.protocol.snapshot import Cell
from stepgraph.protocol.worker_frames import Edit
from stepgraph.types import interrupt
from stepgraph.worker.editing import edit
from tests.conformance.libraries import OURS
from tests.conformance.test_random_runs_match import NODES, Node, build, graph_plan, names

THREAD = "1"
NODE_VALUES = {"last": 9, "topic": 9, "pile": [1], "once": 9, "any": 9}
RAW_VALUES = {**NODE_VALUES, "total": [1, 2], "__start__": {"last": 4}, "branch:to:a": None, "__pregel_tasks": []}

places = st.integers(0, 20)
limits = st.integers(1, 6)
move_plan = st.one_of(
    st.tuples(st.just("run"), limits),
    st.tuples(st.just("go on"), limits),
    st.tuples(st.just("fork"), limits, places),
    st.tuples(st.just("as node"), places, st.sampled_from((*NODES, "__start__")), st.sampled_from(list(NODE_VALUES))),
    st.tuples(st.just("raw"), places, st.none(), st.sampled_from(list(RAW_VALUES))),
)
trouble_plan = st.fixed_dictionaries(
    {
        "fails": st.sampled_from([None, "a", "b"]),
        "asks": st.sampled_from([None, "b", "d"]),
        "waits": st.sampled_from([None, "a", "c"]),
        "interrupt_before": st.lists(names, max_size=1),
        "interrupt_after": st.lists(names, max_size=1),
    }
)


class Story:
    """One graph on one thread, gone through without a worker process."""

    def __init__(self, graph: Graph) -> None:
        self._program = graph.program
        self._checkpoint: str | None = None
        shelf = Shelf()
        self._outlet = Collected(shelf.keep)
        self._stage = set_stage(graph, path="", outlet=self._outlet, desk=shelf)
        self._folder = Folder()
        facts = DocumentFacts(document="a.py", graph="graph", source_hash="0", changed=False, path="")
        self._folder.fold(1, compiled_event(graph, facts))
        self._folded = 0

    def do(self, move: Any) -> None:
        """Run, go on, fork, or edit, at a checkpoint that there is."""
        kind, *how = move
        checkpoints = [event.checkpoint for event in self._outlet.events if isinstance(event, StepCommitted)]
        if kind == "run":
            self._run("input", how[0])
        elif kind == "go on" and checkpoints:
            self._run("resume", how[0])
        elif kind == "fork" and checkpoints:
            self._run("fork", how[0], checkpoints[how[1] % len(checkpoints)])
        elif checkpoints:
            place, node, channel = how
            self._edit(checkpoints[place % len(checkpoints)], node, channel)

    def _run(self, kind: Any, limit: int, checkpoint: str | None = None) -> None:
        order = RunOrder(
            run="run",
            thread=THREAD,
            kind=kind,
            input={"last": 1, "once": 2},
            recursion_limit=limit,
            checkpoint=checkpoint,
        )
        stage = self._stage
        TracedRun(stage.graph, stage.scene, order, saver=stage.saver, values=stage.values).run()

    def _edit(self, checkpoint: str, node: str | None, channel: str) -> None:
        frame = Edit(
            id=1,
            run="edit",
            thread=THREAD,
            checkpoint=checkpoint,
            how="raw" if node is None else "node",
            node=node,
            values=json.dumps({channel: RAW_VALUES[channel]}),
            dry=False,
        )
        with contextlib.suppress(InputRefused):
            edit(frame, self._stage)

    def told(self) -> tuple[dict[str, Any], tuple[Due, ...]] | None:
        """The cells and who is next, folded from everything that was told; None before anything was committed."""
        for event in self._outlet.events[self._folded :]:
            self._folded += 1
            self._folder.fold(self._folded + 1, event)
        snapshot = self._folder.snapshot()
        self._checkpoint = snapshot.checkpoint
        assert snapshot.open is None
        return None if snapshot.checkpoint is None else (_plain(list(snapshot.cells.values())), _by_node(snapshot.next))

    def stored(self) -> tuple[dict[str, Any], tuple[Due, ...]] | None:
        """The same, read from the checkpoint at which the picture stands."""
        if self._checkpoint is None:
            return None
        stage = self._stage
        saved = stage.saver.get_tuple(run_config(THREAD, self._checkpoint))
        assert saved is not None
        values = Values(stage.scene.previews)
        event = restored(saved, self._program, values=values, run="")
        return _plain(event.cells), _by_node(event.next)


def _plain(cells: Any) -> dict[str, Any]:
    """Cells without what only a picture has; an untracked value is never stored."""
    return {
        _name(cell): (cell.version, cell.seen_by, *(() if _name(cell) == "kept" else (cell.available, cell.value.text)))
        for cell in cells
    }


def _name(cell: Cell | RestoredCell) -> str:
    return cell.name if isinstance(cell, Cell) else cell.channel


def _by_node(due: tuple[Due, ...]) -> tuple[Due, ...]:
    return tuple(sorted(due, key=lambda item: item.node))


def troubled(plan: Any, trouble: Any) -> Graph:
    """The planned graph, of whose nodes one fails now and then, one asks, and one is a coroutine."""
    calls: list[str] = []

    def in_trouble(name: str, node: Node) -> Node:
        def run(state: Any) -> Any:
            calls.append(name)
            if trouble["fails"] == name and len(calls) % 3:
                raise ValueError("no")
            if trouble["asks"] == name:
                interrupt("well?")
            return node(state)

        async def wait_and_run(state: Any) -> Any:
            await asyncio.sleep(0)
            return run(state)

        return wait_and_run if trouble["waits"] == name else run

    breakpoints = {key: trouble[key] for key in ("interrupt_before", "interrupt_after")}
    graph: Graph = build(OURS, plan, in_trouble).compile(**breakpoints)
    return graph


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(plan=graph_plan, trouble=trouble_plan, moves=st.lists(move_plan, min_size=1, max_size=6))
def test_the_picture_is_the_checkpoint_whatever_was_done(plan: Any, trouble: Any, moves: Any) -> None:
    """Each channel's value, version, availability and who saw it, and who is next, with the triggers."""
    story = Story(troubled(plan, trouble))

    for move in moves:
        story.do(move)

        assert story.told() == story.stored(), move
