"""A run may go on for as long as it likes: what it costs does not grow with the supersteps behind it."""

from __future__ import annotations

import gc
import operator
import tracemalloc
from collections.abc import Callable
from typing import Annotated, Any, TypedDict

import pytest

from stepgraph.debugger.desk import Wanted
from stepgraph.debugger.stage import Stage, set_stage
from stepgraph.debugger.traced_run import RunOrder, TracedRun
from stepgraph.graph import END, START, StateGraph
from stepgraph.protocol.events import AnyEvent, StepCommitted
from stepgraph.protocol.worker_frames import Blob, CheckpointRow, StoredCheckpoint, WritesRow

EARLY, LATE = 500, 1500
# Logs of a bounded length are still filling up by then.
_FEW_BYTES = 128 * 1024


class Passing:
    """An outlet and a desk that count, and keep nothing."""

    def __init__(self) -> None:
        self.supersteps = 0
        self.blob_bytes = 0
        self.at: dict[int, tuple[int, int]] = {}

    def tell(self, event: AnyEvent) -> None:
        """Note after some supersteps how much memory is in use and how much was sent."""
        if isinstance(event, StepCommitted) and event.ns == "":
            self.supersteps += 1
            if self.supersteps in {EARLY, EARLY + 1, LATE, LATE + 1}:
                gc.collect()
                self.at[self.supersteps] = (tracemalloc.get_traced_memory()[0], self.blob_bytes)

    def keep(self, blob: Blob) -> None:
        """Count the bytes."""
        self.blob_bytes += len(blob.data)

    def flush(self) -> None:
        """Nothing waits."""

    def stage(self, checkpoint: CheckpointRow) -> None:
        """Keep nothing."""

    def pend(self, writes: WritesRow) -> None:
        """Keep nothing."""

    def find(self, wanted: Wanted) -> tuple[StoredCheckpoint, ...]:
        """There is nothing."""
        return ()


class State(TypedDict):
    n: int
    log: Annotated[list[str], operator.add]
    notes: Annotated[dict[str, str], operator.or_]


def gone_through(update: Callable[[int], dict[str, Any]]) -> Passing:
    """A loop whose node makes an update of its number each time."""
    return looped(lambda state: {"n": state["n"] + 1, **update(state["n"])})


def looped(node: Any) -> Passing:
    """A loop of one node, gone through."""
    builder = StateGraph(State)
    builder.add_node("add", node)
    builder.add_edge(START, "add")
    builder.add_conditional_edges("add", lambda state: "add" if state["n"] < LATE else END)
    passing = Passing()
    stage: Stage = set_stage(builder.compile(), path="", outlet=passing, desk=passing)
    order = RunOrder(
        run="run", thread="1", kind="input", input={"n": 0, "log": [], "notes": {}}, recursion_limit=2 * LATE
    )
    TracedRun(stage.graph, stage.scene, order, saver=stage.saver, values=stage.values).run()
    return passing


def graph_inside() -> Any:
    """A graph that counts, to be a node itself."""
    return StateGraph(State).add_node("one", lambda state: {"n": state["n"] + 1}).add_edge(START, "one").compile()


@pytest.mark.parametrize("node", [lambda state: {"n": state["n"] + 1}, graph_inside()], ids=["function", "graph"])
def test_a_long_run_keeps_nothing_of_what_is_behind_it(node: Any) -> None:
    """A thousand supersteps later the worker holds as much as before."""
    tracemalloc.start()
    try:
        passing = looped(node)
    finally:
        tracemalloc.stop()

    assert passing.at[LATE][0] - passing.at[EARLY][0] < _FEW_BYTES


@pytest.mark.parametrize(
    "update",
    [lambda n: {"log": ["an entry of the log"]}, lambda n: {"notes": {f"note {n}": "of the notes"}}],
    ids=["list", "dict"],
)
def test_what_grows_is_sent_as_its_growth(update: Callable[[int], dict[str, Any]]) -> None:
    """In the checkpoint, in the channel's value and in the node's input alike: not the whole again each time."""
    passing = gone_through(update)

    early, late = (passing.at[step + 1][1] - passing.at[step][1] for step in (EARLY, LATE))
    assert (early < 1024, late < 1024) == (True, True)
