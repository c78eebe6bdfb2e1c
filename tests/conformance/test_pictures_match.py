"""What the debugger tells folds to a picture, which at each superstep is what the reference's checkpoint holds.

Runs on one thread, a new input that throws away what was due, forks, forks of forks, and going on after a failure.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

import pytest

from stepgraph.debugger.debugger import Debugger
from stepgraph.debugger.graph_picture import DocumentFacts, compiled_event
from stepgraph.protocol.events import AnyEvent, StepCommitted
from stepgraph.protocol.fold import Folder
from tests.conformance import graphs_routes, graphs_state
from tests.conformance.libraries import OURS, REFERENCE

warnings.filterwarnings("ignore", module="langgraph")

Build: TypeAlias = Callable[[Any], Any]
Move: TypeAlias = tuple[Literal["run", "fork", "go on"], Any]
Picture: TypeAlias = dict[str, Any]

LIMIT = 8
THREAD = {"thread_id": "1"}
# The reference cannot look at a checkpoint whose next input does not fit.
CASES = [case for case in (*graphs_routes.CASES, *graphs_state.CASES) if case[0].__name__ != "pydantic_refuses"]
MOVES: dict[str, Callable[[Any], Sequence[Move]]] = {
    "two inputs": lambda given: [("run", given), ("run", given)],
    "forks of forks": lambda given: [("run", given), ("fork", 1), ("fork", 2), ("fork", -1), ("run", given)],
    "going on": lambda given: [("run", given), ("go on", None), ("fork", 0), ("run", given)],
}


@pytest.mark.parametrize("moves", MOVES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0].__name__}")
def test_the_picture_at_each_superstep_is_the_references_checkpoint(case: tuple[Build, Any], moves: str) -> None:
    """Step, source, versions, what each node has seen, and who is next."""
    build, given = case

    found = _pictures(build, MOVES[moves](given))

    assert found == _checkpoints(build, MOVES[moves](given))


def _pictures(build: Build, moves: Sequence[Move]) -> list[Picture]:
    graph = build(OURS).compile()
    facts = DocumentFacts(document="a.py", graph="graph", source_hash="0", changed=False, path=__file__)
    debugger = Debugger(graph)
    for kind, what in moves:
        committed = [event.checkpoint for event in debugger.events if isinstance(event, StepCommitted)]
        if kind == "run":
            debugger.start(what, recursion_limit=LIMIT, until="end")
        elif kind == "fork" and committed:
            debugger.fork(committed[what % len(committed)], recursion_limit=LIMIT, until="end")
        elif kind == "go on":
            debugger.resume(recursion_limit=LIMIT, until="end")
    return _folded([compiled_event(graph, facts), *debugger.events])


def _folded(log: Sequence[AnyEvent]) -> list[Picture]:
    """The picture after each superstep that was committed."""
    folder = Folder()
    pictures: list[Picture] = []
    for seq, event in enumerate(log, start=1):
        folder.fold(seq, event)
        if isinstance(event, StepCommitted):
            snapshot = folder.snapshot()
            seen: dict[str, dict[str, int]] = {}
            for name, cell in snapshot.cells.items():
                for node, version in cell.seen_by.items():
                    seen.setdefault(node, {})[name] = version
            pictures.append(
                {
                    "step": event.step,
                    "source": event.source,
                    "versions": {name: cell.version for name, cell in snapshot.cells.items() if cell.version},
                    "seen": seen,
                    "next": sorted(due.node for due in snapshot.next),
                }
            )
    return pictures


def _checkpoints(build: Build, moves: Sequence[Move]) -> list[Picture]:
    """The reference's checkpoints, in the order in which they came to be."""
    saver = REFERENCE.InMemorySaver()
    graph = build(REFERENCE).compile(checkpointer=saver)
    order: list[str] = []
    for kind, what in moves:
        if kind == "fork" and not order:
            continue
        at = {"checkpoint_id": order[what % len(order)]} if kind == "fork" else {}
        config = {"configurable": {**THREAD, **at}, "recursion_limit": LIMIT}
        with contextlib.suppress(Exception):
            graph.invoke(what if kind == "run" else None, config, durability="sync")
        known = {saved.checkpoint["id"] for saved in saver.list({"configurable": THREAD})}
        order += sorted(known - set(order))
    return [_checkpoint(graph, saver, checkpoint_id) for checkpoint_id in order]


def _checkpoint(graph: Any, saver: Any, checkpoint_id: str) -> Picture:
    config = {"configurable": {**THREAD, "checkpoint_ns": "", "checkpoint_id": checkpoint_id}}
    saved = saver.get_tuple(config)
    seen = {node: _numbers(known) for node, known in saved.checkpoint["versions_seen"].items()}
    return {
        "step": saved.metadata["step"],
        "source": saved.metadata["source"],
        "versions": _numbers(saved.checkpoint["channel_versions"]),
        "seen": {node: known for node, known in seen.items() if known and node not in {"__input__", "__interrupt__"}},
        "next": sorted(task.name for task in graph.get_state(config).tasks),
    }


def _numbers(versions: Any) -> dict[str, int]:
    return {channel: int(str(version).partition(".")[0]) for channel, version in versions.items()}
