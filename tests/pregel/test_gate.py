"""The gate: where a run can be held, and what stopping there leaves behind."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from stepgraph.pregel.facts import ChannelUpdated, Fact, RunFinished, StepAborted
from stepgraph.pregel.gate import GatePoint
from tests.pregel.graphs import build, kept, says, thread


class Recorder:
    """A gate that notes every point and stops at one of them."""

    def __init__(self, stop_at: tuple[int, str] | None = None, *, armed: bool = True) -> None:
        self.armed = armed
        self.points: list[tuple[int, str, str | None]] = []
        self._stop_at = stop_at

    def wait(self, point: GatePoint) -> Literal["go", "stop"]:
        """Note the point."""
        self.points.append((point.step, point.phase, point.channel))
        return "stop" if (point.step, point.phase) == self._stop_at else "go"


def test_a_run_asks_between_phases_and_between_channels() -> None:
    """In the order of the phases; the input superstep, which no task runs, is not asked for."""
    graph, gate = build([("__start__", "a")], a=says("a")).compile(), Recorder()

    graph.trace({"x": []}, gate=gate)

    assert gate.points == [
        (0, "plan", None),
        (0, "execute", None),
        (0, "apply", None),
        (0, "channel", "x"),
        (0, "channel", "branch:to:a"),
        (0, "channel", "__start__"),
        (0, "commit", None),
        (1, "plan", None),
        (1, "execute", None),
        (1, "apply", None),
        (1, "channel", "x"),
        (1, "channel", "branch:to:a"),
        (1, "commit", None),
        (2, "plan", None),
    ]


def test_an_unarmed_gate_is_never_asked() -> None:
    """It may be armed later, from another thread."""
    graph, gate = build([("__start__", "a")], a=says("a")).compile(), Recorder(armed=False)

    graph.trace({"x": []}, gate=gate)

    assert gate.points == []


@pytest.mark.parametrize("phase", ["plan", "execute", "apply", "channel", "commit"])
def test_stopping_anywhere_leaves_the_last_checkpoint(phase: str) -> None:
    """The run ends without an error, and goes on later as if it had never been stopped."""
    graph, facts = kept(build([("__start__", "a"), ("a", "b")], a=says("a"), b=says("b"))), list[Fact]()

    graph.trace({"x": []}, thread(), gate=Recorder((2, phase)), observe=facts.append)

    aborted = [fact.reason for fact in facts if isinstance(fact, StepAborted)]
    assert facts[-1] == RunFinished("", 2, "stopped", None)
    assert aborted == ([] if phase == "plan" else ["stopped"])
    assert graph.get_state(thread()).metadata == {"source": "loop", "step": 1, "parents": {}}
    assert graph.invoke(None, thread()) == {"x": ["a", "b"]}


def test_tasks_that_ended_before_a_stop_are_not_run_again() -> None:
    """Their writes stay pending on the last checkpoint."""
    ran: list[str] = []

    def noted(state: Any) -> Any:
        ran.append("a")
        return {"x": ["a"]}

    graph = kept(build([("__start__", "a")], a=noted))
    graph.trace({"x": []}, thread(), gate=Recorder((1, "apply")))

    output = graph.invoke(None, thread())

    assert (output, ran) == ({"x": ["a"]}, ["a"])


def test_a_held_apply_has_told_the_channels_before_it() -> None:
    """What the debugger shows at a channel is what has happened so far."""
    graph, facts = build([("__start__", "a")], a=says("a")).compile(), list[Fact]()

    graph.trace({"x": []}, gate=Recorder((1, "channel")), observe=facts.append)

    assert [fact.channel for fact in facts if isinstance(fact, ChannelUpdated) and fact.step == 1] == []


async def test_the_async_driver_asks_the_same_gate() -> None:
    """The points are the same, asked from another thread so that the event loop stays free."""
    graph, plain, awaited = build([("__start__", "a")], a=says("a")).compile(), Recorder(), Recorder()

    graph.trace({"x": []}, gate=plain)
    await graph.atrace({"x": []}, gate=awaited)

    assert awaited.points == plain.points
