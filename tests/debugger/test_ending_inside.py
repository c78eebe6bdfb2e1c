"""How graphs inside of nodes end where something ends them from inside."""

from __future__ import annotations

import asyncio
import threading

from stepgraph.debugger import Debugger
from stepgraph.graph import START, StateGraph
from stepgraph.protocol.events import RunFailed, RunPaused, TaskFailed
from tests.debugger.test_inside import Log, around, chain, folded


def test_a_node_inside_that_ends_the_program_fails_before_the_node_around_it() -> None:
    """As where it raises: so the picture of the graph inside shows which of its nodes did it."""

    def leave(state: Log) -> Log:
        raise SystemExit(3)

    graph = around(sub=chain("a", last=leave))
    debugger = Debugger(graph)
    debugger.start({"log": []}, until="end")

    assert [event.node for event in debugger.events if isinstance(event, TaskFailed)] == ["last", "sub"]
    assert folded(graph, debugger.events).inner["sub"].nodes["last"].status == "failed"


def test_a_run_that_is_held_inside_ends_when_a_node_beside_fails_on_the_event_loop() -> None:
    """The graph in which it was held is cut off with its node, so nobody has to let it go first."""
    may_fail = threading.Event()

    async def fail(state: Log) -> Log:
        await asyncio.to_thread(may_fail.wait)
        raise ValueError("no")

    async def wait(state: Log) -> Log:
        return {"log": ["waited"]}

    builder = StateGraph(Log)
    builder.add_node("sub", chain("a", last=wait))
    builder.add_node("fails", fail)
    builder.add_edge(START, "sub")
    builder.add_edge(START, "fails")
    debugger = Debugger(builder.compile())
    debugger.start({"log": []})
    while not is_held_inside(debugger):
        debugger.step_phase()

    debugger._settle(may_fail.set)  # noqa: SLF001  what lets it go on is none of its own methods

    assert isinstance(debugger.events[-1], RunFailed)
    assert not debugger.is_held


def is_held_inside(debugger: Debugger) -> bool:
    held = debugger.events[-1]
    return isinstance(held, RunPaused) and held.ns != ""
