"""Pauses and ends of graphs inside graphs, on both libraries: who tells of them, and what is kept when a run ends."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest

from tests.conformance.graphs_state import EMPTY, graph, says
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer, plain, plain_event, snapshot
from tests.conformance.test_questions_match import asks, without_question_ids

warnings.filterwarnings("ignore", module="langgraph")

_MODES = ["values", "updates", "checkpoints"]


def pausing(lib: Any, **breakpoints: Any) -> Any:
    """Return a graph of two nodes that stops between them."""
    return graph(lib, [(None, "p"), ("p", "q")], p=says("p"), q=says("q")).compile(**breakpoints)


def beside_another(lib: Any, inside: Any) -> Any:
    """Return a builder with a graph as its node, and another node in the same superstep."""
    return graph(lib, [(None, "s"), (None, "b"), (["s", "b"], "z")], s=inside, b=says("b"), z=says("z"))


def breakpoint_before(lib: Any) -> Any:
    return beside_another(lib, pausing(lib, interrupt_before=["q"]))


def breakpoint_after(lib: Any) -> Any:
    return beside_another(lib, pausing(lib, interrupt_after=["p"]))


def breakpoint_two_levels_down(lib: Any) -> Any:
    return beside_another(lib, graph(lib, [(None, "d")], d=pausing(lib, interrupt_before=["q"])).compile())


def question(lib: Any) -> Any:
    inside = graph(lib, [(None, "p"), ("p", "ask")], p=says("p"), ask=asks(lib, "why?")).compile()
    return beside_another(lib, inside)


def question_beside_a_breakpoint(lib: Any) -> Any:
    inside = pausing(lib, interrupt_before=["q"])
    return graph(lib, [(None, "s"), (None, "ask")], s=inside, ask=asks(lib, "why?"))


def no_pause(lib: Any) -> Any:
    return beside_another(lib, pausing(lib))


def no_pause_and_a_state_that_is_kept(lib: Any) -> Any:
    return beside_another(lib, pausing(lib, checkpointer=True))


def failure(lib: Any) -> Any:
    def bad(state: Any) -> Any:
        raise ValueError("no")

    inside = graph(lib, [(None, "p"), ("p", "bad")], p=says("p"), bad=bad).compile()
    return graph(lib, [(None, "s")], s=inside)


def told(lib: Any, build: Callable[[Any], Any], durability: str) -> Any:
    """Return the events of a run and of the one that goes on, and which checkpoints there are of each graph."""
    saver = lib.InMemorySaver()
    kept = build(lib).compile(checkpointer=saver)
    found: list[Any] = []
    for given in (EMPTY, None, lib.Command(resume="because")):
        events: list[Any] = []

        def listen(given: Any = given, events: list[Any] = events) -> None:
            options = {"stream_mode": _MODES, "subgraphs": True, "durability": durability}
            events.extend(kept.stream(given, THREAD, **options))

        ending = answer(listen)
        found.append([_by_graph(events), ending, snapshot(kept), _counts(saver)])
    return without_question_ids(plain(found))


def _by_graph(events: list[Any]) -> dict[str, list[Any]]:
    """Return the events of each graph in order: which of two graphs is faster says nothing."""
    found: dict[str, list[Any]] = {}
    for ns, mode, payload in events:
        plain_payload = plain_event(mode, payload)
        if mode == "checkpoints":
            values, metadata, following, _, has_parent, _ = plain_payload
            plain_payload = (values, metadata["source"], metadata["step"], following, has_parent)
        found.setdefault("|".join(_names(ns)), []).append((mode, plain_payload))
    return {name: sorted(told, key=repr) if name == "" else told for name, told in found.items()}


def _names(ns: Any) -> list[str]:
    return [part.split(":")[0] for part in ns]


def _counts(saver: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for saved in saver.list(THREAD):
        names = "|".join(_names(saved.config["configurable"]["checkpoint_ns"].split("|")))
        found.setdefault(names, []).append((saved.metadata["step"], len(saved.pending_writes or ())))
    return {name: sorted(steps) for name, steps in found.items()}


GRAPHS = [
    breakpoint_before,
    breakpoint_after,
    breakpoint_two_levels_down,
    question,
    question_beside_a_breakpoint,
    no_pause,
    no_pause_and_a_state_that_is_kept,
    failure,
]


@pytest.mark.parametrize("durability", ["sync", "exit"])
@pytest.mark.parametrize("build", GRAPHS, ids=lambda build: build.__name__)
def test_pauses_inside_are_told_and_kept_the_same(build: Callable[[Any], Any], durability: str) -> None:
    """Only the outermost run tells of a breakpoint, and a graph inside is saved at the end as it was asked."""
    assert told(OURS, build, durability) == told(REFERENCE, build, durability)


def commands_of_two_graphs(lib: Any, number: int) -> Any:
    """Run a node that calls two graphs, of which one sends the graph around on."""

    def jumps(state: Any) -> Any:
        return lib.Command(graph=lib.Command.PARENT, goto="z", update={"x": ["jumped"]}) if state["y"] == number else {}

    inside = graph(lib, [(None, "j")], j=jumps).compile()

    def calls(state: Any) -> Any:
        for y in (1, 2, 3):
            inside.invoke({"y": y})
        return {"x": ["did not jump"]}

    return plain(graph(lib, [(None, "calls")], calls=calls, z=says("z")).compile().invoke(EMPTY))


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_each_graph_that_a_node_calls_may_command_the_graph_around(number: int) -> None:
    """Not only the first."""
    assert commands_of_two_graphs(OURS, number) == commands_of_two_graphs(REFERENCE, number)
