"""Random ways through threads whose graphs have graphs inside: run, answer, go back, edit; both libraries agree."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.conformance.graphs_state import graph, says
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer, plain
from tests.conformance.test_going_back_match import asker, place
from tests.conformance.test_questions_match import without_question_ids

warnings.filterwarnings("ignore", module="langgraph")

JOURNEYS = 25

Build = Callable[[Any], Any]
Move = tuple[str, float, str | None]


def random_build(random: Random) -> Build:
    """Return what builds one random graph with either library."""
    depth = random.choice([0, 1, 1, 2])
    keeps = random.choice([True, None])
    keeps_below = keeps and random.choice([True, None])
    is_beside, loops, sends, has_two, stops = (random.random() < 0.35 for _ in range(5))

    def inside(lib: Any, level: int) -> Any:
        nodes = {"b": says(f"b{level}"), "ask": asker(lib, f"q{level}"), "e": says(f"e{level}")}
        edges: list[Any] = [(None, "b"), ("b", "ask"), ("ask", "e")]
        if has_two:
            nodes["other"] = says(f"other{level}")
            edges.append(("b", "other"))
        if level < depth:
            nodes["s"] = inside(lib, level + 1)
            edges.append(("e", "s"))
        breakpoints = {"interrupt_before": ["e"]} if stops and level == depth else {}
        return graph(lib, edges, **nodes).compile(checkpointer=keeps if level == 1 else keeps_below, **breakpoints)

    def build(lib: Any) -> Any:
        nodes = {"a": says("a"), "z": says("z"), "s": inside(lib, 1) if depth else asker(lib, "q")}
        edges: list[Any] = [(None, "a"), ("s", "z")]
        if is_beside:
            nodes["t"] = says("t")
            edges.append(("a", "t"))
        is_sent = sends and keeps is None
        builder = graph(lib, edges if is_sent else [*edges, ("a", "s")], **nodes)
        if is_sent:
            packets = [lib.Send("s", {"x": [name]}) for name in ("m1", "m2")]
            builder.add_conditional_edges("a", lambda state: packets, ["s"])
        if loops:
            path: Callable[[Any], Any] = lambda state: "a" if state["x"].count("z") < 2 else lib.END  # noqa: E731  # named by nobody
            builder.add_conditional_edges("z", path, ["a", lib.END])
        return builder

    return build


def random_moves(random: Random) -> list[Move]:
    """Return what is done one after the other; the number says to which of the places one goes back."""
    kinds = ["resume", "resume", "resume", "go on", "run", "back", "back", "run back", "resume back", "edit", "inside"]
    nodes = ["a", "s", None]
    return [("run", 0.0, None), *((random.choice(kinds), random.random(), random.choice(nodes)) for _ in range(5))]


class Journey:
    """One thread on one library."""

    def __init__(self, lib: Any, build: Build, durability: str) -> None:
        self.lib = lib
        self.saver = lib.InMemorySaver()
        self.graph = build(lib).compile(checkpointer=self.saver)
        self.durability = durability
        self.insides: list[Any] = []

    def move(self, kind: str, where: float, node: str | None) -> Any:
        """Do one thing; return what came of it and how the thread looks now."""
        outcome = answer(lambda: self._events(*self._asked(kind, where, node)))
        state = self.graph.get_state(THREAD, subgraphs=True)
        self.insides.extend(_insides(state))
        past = [place(old) for old in self.graph.get_state_history(THREAD)]
        return without_question_ids(plain([kind, outcome, place(state), past, len(list(self.saver.list(THREAD)))]))

    def _asked(self, kind: str, where: float, node: str | None) -> tuple[Any, Any]:
        """Return the input and the config of the next run."""
        if kind == "run":
            return {"x": ["in"]}, THREAD
        if kind == "go on":
            return None, THREAD
        if kind == "resume":
            return self.lib.Command(resume=self._answers(where)), THREAD
        places = self.insides if kind == "inside" else [old.config for old in self.graph.get_state_history(THREAD)]
        if not places:
            return None, THREAD
        there = places[int(where * len(places))]
        if kind == "edit":
            return None, self.graph.update_state(there, {"x": ["by hand"]}, as_node=node)
        given = {"run back": {"x": ["anew"]}, "resume back": self.lib.Command(resume="late")}
        return given.get(kind), there

    def _answers(self, where: float) -> Any:
        """Return an answer for whoever asks, or where several ask, mostly for the first by name."""
        asked = self.graph.get_state(THREAD).interrupts
        if len({question.id for question in asked}) < 2 or where < 0.3:
            return "R"
        first = min(range(len(asked)), key=lambda position: (asked[position].value, position))
        return {asked[first].id: "R"}

    def _events(self, given: Any, config: Any) -> Any:
        told = self.graph.stream(
            given, config, stream_mode=["updates", "values"], subgraphs=True, durability=self.durability
        )
        events = [([part.split(":")[0] for part in ns], mode, payload) for ns, mode, payload in told]
        # Tasks that run side by side end in any order.
        return sorted(events, key=lambda event: repr(without_question_ids(plain(event))))


def _insides(state: Any) -> list[Any]:
    found: list[Any] = []
    for task in state.tasks:
        if hasattr(task.state, "config"):
            found.extend([task.state.config, *_insides(task.state)])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(JOURNEYS))
def test_a_random_journey_is_the_same(seed: int) -> None:
    """After every move: what was told, the thread with all states inside, its past, and how much is stored."""
    random = Random(seed)
    build, moves, durability = random_build(random), random_moves(random), random.choice(["sync", "sync", "exit"])
    ours, reference = Journey(OURS, build, durability), Journey(REFERENCE, build, durability)
    for kind, where, node in moves:
        assert ours.move(kind, where, node) == reference.move(kind, where, node), (kind, where, node)
