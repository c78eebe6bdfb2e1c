"""How graphs inside of nodes end where something ends them from inside."""

from __future__ import annotations

from stepgraph.debugger import Debugger
from stepgraph.protocol.events import TaskFailed
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
