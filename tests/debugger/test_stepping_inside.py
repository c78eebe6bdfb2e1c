"""Holding a run in graphs inside of nodes: phases enter them, supersteps pass over them."""

from __future__ import annotations

import asyncio

import pytest

from stepgraph.debugger import Debugger
from stepgraph.graph import START, StateGraph
from stepgraph.protocol.events import (
    AnyEvent,
    RunFailed,
    RunFinished,
    RunPaused,
    RunStopped,
    StateRestored,
    StepAborted,
    StepCommitted,
    TaskInterrupted,
    TaskStarted,
)
from stepgraph.protocol.fold.inside import path_of
from stepgraph.types import Send, interrupt
from tests.debugger.test_inside import Log, around, chain, folded


def pauses(events: tuple[AnyEvent, ...]) -> list[tuple[str, int, str]]:
    """Where the run was held: in which graph, before which phase of which superstep."""
    return [(path_of(e.ns), e.step, e.phase) for e in events if isinstance(e, RunPaused)]


def by_phases(debugger: Debugger) -> list[tuple[str, int, str]]:
    """Go through all that is left, phase by phase."""
    before = len(debugger.events)
    while debugger.is_held:
        debugger.step_phase()
    return pauses(debugger.events[before:])


def test_phases_enter_a_graph_inside_and_supersteps_pass_over_it() -> None:
    """What is held is before every phase of the graph inside, in the middle of the superstep around it."""
    debugger = Debugger(around(sub=chain("a")))
    debugger.start({"log": []})

    by_phase = by_phases(debugger)
    stepped = Debugger(around(sub=chain("a")))
    stepped.start({"log": []})
    while stepped.is_held:
        stepped.step()

    inside = [place for place in by_phase if place[0] == "sub"]
    outside = [place for place in by_phase if place[0] == "" and place[1] == 1]
    assert [place[1:] for place in inside if place[1] == 1 and place[2] != "channel"] == [
        (1, "plan"),
        (1, "execute"),
        (1, "apply"),
        (1, "commit"),
    ]
    at = by_phase.index
    assert at(outside[1]) < at(inside[0]) < at(inside[-1]) < at(outside[2])
    assert outside[1:3] == [("", 1, "execute"), ("", 1, "apply")]
    assert {place[0] for place in pauses(stepped.events)} == {""}


def test_a_step_from_inside_goes_to_the_next_superstep_of_the_root() -> None:
    """However deep the run is held."""
    debugger = Debugger(around(sub=around(deeper=chain("a", "b")), other=chain("c")))
    debugger.start({"log": []})
    while not pauses(debugger.step_phase())[-1][0].startswith("sub|deeper"):
        pass

    told = debugger.step()

    assert isinstance(told[-1], RunFinished)
    assert [event.step for event in told if isinstance(event, StepCommitted) and not event.ns] == [1]


def test_graphs_side_by_side_are_held_one_after_the_other() -> None:
    """While one is held, the others wait before their next phase, so nothing is told of a graph that is held."""
    graph = around(left=chain("a"), right=chain("b"))
    debugger = Debugger(graph)
    debugger.start({"log": []})

    while debugger.is_held:
        held = debugger.step_phase()[-1]
        view = folded(graph, debugger.events).run
        if isinstance(held, RunPaused):
            assert (view.status, view.ns, view.step, view.phase) == ("paused", held.ns, held.step, held.phase)

    assert isinstance(debugger.events[-1], RunFinished)
    assert {path for path, _, _ in pauses(debugger.events)} == {"", "left", "right"}


def test_a_run_that_is_stopped_inside_stops_at_the_root_s_last_checkpoint() -> None:
    """Both supersteps are given up, the node has neither ended nor asked, and the run can go on."""
    graph = around(sub=around(deeper=chain("a", "b")))
    debugger = Debugger(graph)
    debugger.start({"log": []})
    while pauses(debugger.step_phase())[-1] != ("sub|deeper", 2, "execute"):
        pass

    stopped = debugger.stop()
    view = folded(graph, debugger.events)
    resumed = debugger.resume(until="end")

    assert [(path_of(e.ns), e.step, e.reason) for e in stopped if isinstance(e, StepAborted)] == [
        ("sub|deeper", 2, "stopped"),
        ("sub", 1, "stopped"),
        ("", 1, "stopped"),
    ]
    assert not [e for e in stopped if isinstance(e, TaskInterrupted)]
    assert isinstance(stopped[-1], RunStopped)
    assert (stopped[-1].ns, stopped[-1].step, stopped[-1].phase) == ("", 1, "execute")
    assert {node.status for node in view.nodes.values()} == {"idle"}
    assert [e.node for e in resumed if isinstance(e, TaskStarted)] == ["sub", "deeper", "b"]
    ended = resumed[-1]
    assert isinstance(ended, RunFinished)
    assert ended.output.json == '{"log": ["a", "b"]}'


def test_graphs_inside_of_async_graphs_are_held_too() -> None:
    """Without holding up the event loop."""

    async def slow(state: Log) -> Log:
        await asyncio.sleep(0)
        return {"log": ["slow"]}

    debugger = Debugger(around(left=chain("a", last=slow), right=chain("b", last=slow)))
    debugger.start({"log": []})

    held = by_phases(debugger)

    assert isinstance(debugger.events[-1], RunFinished)
    assert {path for path, _, _ in held} == {"", "left", "right"}


def test_a_breakpoint_inside_is_a_pause_of_its_node_and_no_question() -> None:
    """Going on passes it."""
    inner = StateGraph(Log)
    inner.add_node("a", lambda state: {"log": ["a"]})
    inner.add_edge(START, "a")
    debugger = Debugger(around(sub=inner.compile(interrupt_before=["a"])))

    waits = debugger.start({"log": []}, until="end")[-1]
    ended = debugger.run()[-1]

    assert isinstance(waits, RunPaused)
    assert (waits.reason, waits.node, waits.phase) == ("breakpoint", "sub", "execute")
    assert isinstance(ended, RunFinished)
    assert ended.output.json == '{"log": ["a"]}'


def test_of_graphs_that_packets_start_the_newest_is_shown() -> None:
    """Each packet is a run of its own, under a namespace of its own."""
    builder = StateGraph(Log)
    builder.add_node("plan", lambda state: {"log": ["p"]})
    builder.add_node("sub", chain("a"))
    builder.add_edge(START, "plan")
    builder.add_conditional_edges("plan", lambda state: [Send("sub", {"log": [str(n)]}) for n in range(3)], ["sub"])
    graph = builder.compile()
    debugger = Debugger(graph)
    debugger.start({"log": []}, until="end")

    view = folded(graph, debugger.events).inner["sub"]
    runs = [event.ns for event in debugger.events if event.ns and event.__class__.__name__ == "RunStarted"]

    assert len(set(runs)) == 3
    assert (view.ns, view.status) == (runs[-1], "ended")


@pytest.mark.parametrize("is_known", [True, False])
def test_a_graph_inside_goes_on_from_a_state_that_is_told(is_known: bool) -> None:
    """Whoever watched it knows the state; another process, or one that looked elsewhere since, is told it."""
    graph = around(sub=chain("a", last=lambda state: {"log": [interrupt("sure?")]}))
    debugger = Debugger(graph)
    asked = debugger.start({"log": []}, until="end")
    (question,) = [q for e in asked if isinstance(e, TaskInterrupted) and not e.ns for q in e.questions]
    later = debugger if is_known else Debugger(graph, shelf=debugger.shelf)

    answered = later.answer({question.id: "yes"}, until="end") if is_known else later.resume(until="end")

    restored = [event for event in answered if isinstance(event, StateRestored) and event.ns]
    assert [(path_of(event.ns), event.step) for event in restored] == ([] if is_known else [("sub", 1)])
    cells = folded(graph, [*debugger.events, *([] if is_known else later.events)]).inner["sub"].cells
    assert cells["log"].value.json == ('["a", "yes"]' if is_known else '["a"]')


def test_a_recursion_limit_inside_fails_in_a_sentence() -> None:
    """It is the node's failure."""
    inner = StateGraph(Log)
    inner.add_node("a", lambda state: {"log": ["a"]})
    inner.add_edge(START, "a")
    inner.add_edge("a", "a")
    debugger = Debugger(around(sub=inner.compile()))

    ended = debugger.start({"log": []}, recursion_limit=5, until="end")[-1]

    assert isinstance(ended, RunFailed)
    assert ended.code == "GRAPH_RECURSION_LIMIT"
