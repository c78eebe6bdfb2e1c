"""Where a run is held, and who lets it go."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

import pytest

from stepgraph.debugger.gate import Reason, RunGate, Until
from stepgraph.pregel.gate import GatePoint

PLAN, EXECUTE, APPLY = (GatePoint("", 3, phase, None) for phase in ("plan", "execute", "apply"))
INNER_PLAN = GatePoint("inner:1", 3, "plan", None)
CHANNEL = GatePoint("", 3, "channel", "log")


class Held:
    """Lets a held run go on at once, and remembers where and why it was held."""

    def __init__(self) -> None:
        self.places: list[tuple[GatePoint, Reason]] = []
        self.answer: Callable[[], None] = lambda: None

    def __call__(self, point: GatePoint, reason: Reason) -> None:
        self.places.append((point, reason))
        self.answer()


def gate_with(held: Held, until: Until, max_steps: int | None = None) -> RunGate:
    gate = RunGate(until, on_pause=held, max_steps=max_steps)
    held.answer = lambda: gate.go(until)
    return gate


@pytest.mark.parametrize(
    ("until", "armed", "places"),
    [
        ("end", False, []),
        ("superstep", True, [(PLAN, "step")]),
        ("phase", True, [(point, "phase") for point in (PLAN, EXECUTE, CHANNEL, APPLY, INNER_PLAN, PLAN)]),
    ],
)
def test_how_far_a_run_goes(until: Until, armed: bool, places: list[tuple[GatePoint, Reason]]) -> None:
    """To the end, to the root's next superstep, or to the next phase, also of a graph inside."""
    held = Held()
    gate = gate_with(held, until)

    for point in (PLAN, EXECUTE, CHANNEL, APPLY, INNER_PLAN):
        assert gate.wait(point) == "go"
    gate.superstep_ended("", is_last=False)
    gate.wait(PLAN)

    assert (gate.armed, held.places) == (armed, places)


def test_after_the_last_superstep_nothing_holds_the_run() -> None:
    """There is nothing left to look at before."""
    held = Held()
    gate = gate_with(held, "phase")
    gate.superstep_ended("", is_last=True)

    assert (gate.wait(PLAN), held.places) == ("go", [])


def test_after_the_last_superstep_of_a_graph_inside_nothing_holds_it() -> None:
    """Its node goes on, and may take long; a later run of the same name begins like any other."""
    held = Held()
    gate = gate_with(held, "phase")
    gate.superstep_ended(INNER_PLAN.ns, is_last=True)

    passed = [gate.wait(INNER_PLAN), *held.places]
    gate.run_ended(INNER_PLAN.ns)
    gate.wait(INNER_PLAN)

    assert (passed, held.places) == (["go"], [(INNER_PLAN, "phase")])


def test_whoever_holds_a_run_holds_it_at_the_next_phase() -> None:
    """And going on lets it run as far as is asked."""
    held = Held()
    gate = gate_with(held, "end")

    gate.hold()
    armed = gate.armed
    gate.wait(CHANNEL)
    gate.wait(APPLY)

    assert (armed, gate.armed, held.places) == (True, False, [(CHANNEL, "pause")])


def test_a_halted_run_stops_at_its_next_phase() -> None:
    """It knows where that was."""
    gate = gate_with(Held(), "end")

    gate.halt()

    assert (gate.armed, gate.wait(EXECUTE), gate.stopped_at, gate.is_halted) == (True, "stop", EXECUTE, True)


def test_a_held_run_that_is_halted_stops_there() -> None:
    """It need not go on first."""
    held = Held()
    gate = gate_with(held, "phase")
    held.answer = gate.halt

    assert gate.wait(APPLY) == "stop"


def test_a_limit_of_supersteps_holds_the_run() -> None:
    """The last one is not held before it began."""
    held = Held()
    gate = gate_with(held, "end", max_steps=2)

    for _ in range(2):
        gate.wait(PLAN)
        gate.superstep_ended("", is_last=False)
    gate.wait(PLAN)

    assert held.places == [(PLAN, "limit")]


def test_another_thread_lets_a_run_go() -> None:
    """The time between is known, since no phase took it."""
    clock = iter([10.0, 14.5])
    is_held = threading.Event()
    gate = RunGate("phase", on_pause=lambda _point, _reason: is_held.set(), clock_s=lambda: next(clock))
    answers: list[str] = []
    run = threading.Thread(target=lambda: answers.append(gate.wait(APPLY)))
    run.start()

    is_held.wait()
    paused_at = gate.paused_at
    gate.go("end")
    run.join()

    assert (answers, paused_at, gate.paused_at, gate.paused_s) == (["go"], APPLY, None, 4.5)


@pytest.mark.parametrize(
    ("given_up", "answer"), [("", "stop"), ("inner:1", "stop"), ("inner:1|deeper:2", "go"), ("inner:10", "go")]
)
def test_whoever_is_held_inside_of_a_superstep_that_is_given_up_waits_for_nothing(given_up: str, answer: str) -> None:
    """Its graph may be cut off, and nobody would let it go; a graph beside it stays held."""
    point = GatePoint("inner:1|deeper:2", 3, "execute", None)
    is_held = threading.Event()
    gate = RunGate("phase", on_pause=lambda _point, _reason: is_held.set())
    answers: list[str] = []
    run = threading.Thread(target=lambda: answers.append(gate.wait(point)))
    run.start()

    is_held.wait()
    gate.superstep_given_up(given_up)
    is_still_held = gate.paused_at is not None
    gate.go("end")
    run.join()

    assert (is_still_held, answers) == (answer == "go", [answer])


def test_a_graph_inside_of_a_root_that_gave_up_goes_no_further() -> None:
    """It was cut off, and is not held before its next phase either."""
    held = Held()
    gate = gate_with(held, "phase")
    gate.superstep_given_up("")

    assert (gate.wait(INNER_PLAN), held.places) == ("stop", [])


def test_holding_a_held_run_holds_it_no_second_time() -> None:
    """Going on once is enough."""
    held = Held()
    gate = RunGate("phase", on_pause=held)

    def answer() -> None:
        gate.hold()
        gate.go("end")

    held.answer = answer
    gate.wait(EXECUTE)
    gate.wait(APPLY)

    assert held.places == [(EXECUTE, "phase")]


def test_of_graphs_side_by_side_one_is_held_at_a_time() -> None:
    """The other waits its turn, and is held when the first goes on."""
    places: queue.SimpleQueue[GatePoint] = queue.SimpleQueue()
    gate = RunGate("phase", on_pause=lambda point, _reason: places.put(point))
    other = GatePoint("inner:2", 3, "plan", None)
    runs = [threading.Thread(target=gate.wait, args=(point,)) for point in (INNER_PLAN, other)]
    for run in runs:
        run.start()

    first = places.get()
    held = gate.paused_at
    none_beside = places.empty()
    gate.go("phase")
    second = places.get()
    gate.go("end")
    for run in runs:
        run.join()

    assert {first, second} == {INNER_PLAN, other}
    assert (held, none_beside, gate.paused_at) == (first, True, None)


def test_a_halt_stops_all_that_wait_their_turn() -> None:
    """And the run was stopped where the graph furthest out was, as far as that is known."""
    is_held = threading.Event()
    gate = RunGate("phase", on_pause=lambda _point, _reason: is_held.set())
    answers: queue.SimpleQueue[str] = queue.SimpleQueue()
    points = (INNER_PLAN, GatePoint("inner:2", 3, "plan", None))
    runs = [threading.Thread(target=lambda point=point: answers.put(gate.wait(point))) for point in points]
    for run in runs:
        run.start()

    is_held.wait()
    gate.halt()
    for run in runs:
        run.join()
    stopped_inside = gate.stopped_at
    at_root = gate.wait(APPLY)

    assert [answers.get(), answers.get(), at_root] == ["stop", "stop", "stop"]
    assert stopped_inside in points
    assert gate.stopped_at == APPLY
