"""When a run saves, what it does meanwhile, and what becomes of a save that fails, compared with the reference."""

from __future__ import annotations

import asyncio
import importlib
import operator
import threading
from collections.abc import Callable
from typing import Annotated, Any, TypedDict

import pytest

from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer, history, plain, snapshot, snapshots
from tests.conformance.test_questions_match import without_question_ids

WAIT_S = 10.0
"""Far more than any of it takes; only a run that waits for itself takes so long."""


class State(TypedDict, total=False):
    """Who has run, and a sum."""

    x: Annotated[list[Any], operator.add]
    n: Annotated[int, operator.add]


class Full(Exception):
    """There is no room."""


def saver_of(lib: Any, before: Callable[[str, Any], object]) -> Any:
    """Return a saver in memory that says what it is about to do."""

    class Saver(lib.InMemorySaver):  # type: ignore[misc]  # a class of either library
        def put(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
            before("put", metadata["step"])
            return super().put(config, checkpoint, metadata, new_versions)

        def put_writes(self, config: Any, writes: Any, task_id: str, task_path: str = "") -> None:
            before("put_writes", [channel for channel, _ in writes])
            super().put_writes(config, writes, task_id, task_path)

        async def aput(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
            await asyncio.to_thread(before, "put", metadata["step"])
            return super().put(config, checkpoint, metadata, new_versions)

        async def aput_writes(self, config: Any, writes: Any, task_id: str, task_path: str = "") -> None:
            await asyncio.to_thread(before, "put_writes", [channel for channel, _ in writes])
            super().put_writes(config, writes, task_id, task_path)

    return Saver()


def chain(lib: Any, saver: Any, done: Callable[[str], object], names: str = "abc") -> Any:
    """Return a graph of nodes, one after the other, each of which says when it has run."""

    def node(name: str) -> Callable[[State], State]:
        def run(_: State) -> State:
            done(name)
            return {"x": [name]}

        return run

    builder = lib.StateGraph(State)
    for name in names:
        builder.add_node(name, node(name))
    for first, second in zip((lib.START, *names), names, strict=False):
        builder.add_edge(first, second)
    return builder.compile(checkpointer=saver)


def invoked(graph: Any, given: Any, *, awaits: bool, **options: Any) -> Any:
    """Run a graph, plainly or awaited."""
    if awaits:
        return asyncio.run(graph.ainvoke(given, THREAD, **options))
    return graph.invoke(given, THREAD, **options)


@pytest.fixture(params=[False, True], ids=["plain", "awaited"])
def awaits(request: pytest.FixtureRequest) -> bool:
    """Whether the run is awaited."""
    return bool(request.param)


@pytest.mark.parametrize("lib", [OURS, REFERENCE], ids=["ours", "reference"])
def test_a_run_goes_on_while_a_checkpoint_is_saved(lib: Any, awaits: bool) -> None:
    """By default the save of a superstep may end after the last node has begun; all are there when the run returns."""
    last_node_runs = threading.Event()

    def hold(kind: str, step: Any) -> None:
        if (kind, step) == ("put", 1):
            assert last_node_runs.wait(WAIT_S)

    saver = saver_of(lib, hold)
    graph = chain(lib, saver, lambda name: last_node_runs.set() if name == "c" else None)

    assert invoked(graph, {"x": []}, awaits=awaits)["x"] == ["a", "b", "c"]
    assert [saved.metadata["step"] for saved in saver.list(THREAD)] == [3, 2, 1, 0, -1]


@pytest.mark.parametrize("lib", [OURS, REFERENCE], ids=["ours", "reference"])
def test_checkpoints_are_saved_in_their_order(lib: Any, awaits: bool) -> None:
    """Also when the first takes longest."""
    puts: list[int] = []
    last_node_runs = threading.Event()

    def hold(kind: str, step: Any) -> None:
        if kind == "put":
            if step == -1:
                assert last_node_runs.wait(WAIT_S)
            puts.append(step)

    graph = chain(lib, saver_of(lib, hold), lambda name: last_node_runs.set() if name == "c" else None)
    invoked(graph, {"x": []}, awaits=awaits)

    assert puts == [-1, 0, 1, 2, 3]


@pytest.mark.parametrize("lib", [OURS, REFERENCE], ids=["ours", "reference"])
def test_a_run_that_saves_in_step_waits_for_each_checkpoint(lib: Any, awaits: bool) -> None:
    """No node begins before the superstep before it is saved."""
    seen: list[Any] = []
    saver = saver_of(lib, lambda kind, step: seen.append(step) if kind == "put" else None)

    invoked(chain(lib, saver, seen.append), {"x": []}, awaits=awaits, durability="sync")

    # The input is followed by a superstep of no node, so its save is not waited for by the reference.
    assert [entry for entry in seen if entry != -1] == [0, "a", 1, "b", 2, "c", 3]


def failing(kind: str, place: Any) -> Callable[[str, Any], None]:
    """Return what fails at one place."""

    def before(found_kind: str, found: Any) -> None:
        if (found_kind, found) == (kind, place):
            raise Full("no room")

    return before


def after_failure(lib: Any, kind: str, place: Any, *, awaits: bool, names: str = "abc", **options: Any) -> Any:
    """Return what a run in which one save fails comes to, and what is left of it."""
    ran: list[str] = []
    saver = saver_of(lib, failing(kind, place))
    graph = chain(lib, saver, ran.append, names)
    told = answer(lambda: invoked(graph, {"x": []}, awaits=awaits, **options))
    steps = [saved.metadata["step"] for saved in saver.list(THREAD)]
    return told, ran, steps, plain(snapshot(graph, THREAD))


@pytest.mark.parametrize("step", [-1, 1, 3])
def test_a_checkpoint_that_cannot_be_saved_is_told_when_the_run_ends(step: int, awaits: bool) -> None:
    """The nodes run to the end, and later checkpoints are saved."""
    ours, reference = (after_failure(lib, "put", step, awaits=awaits) for lib in (OURS, REFERENCE))

    assert ours[0] == ("Full", "no room", [])
    assert ours == reference


def test_writes_that_cannot_be_saved_are_told_when_the_run_ends(awaits: bool) -> None:
    """So that nobody believes that they can be gone on from."""
    place = ["x", "branch:to:b"]
    ours, reference = (after_failure(lib, "put_writes", place, awaits=awaits) for lib in (OURS, REFERENCE))

    assert ours[0] == ("Full", "no room", [])
    assert ours == reference


def test_a_checkpoint_that_cannot_be_saved_in_step_ends_the_run(awaits: bool) -> None:
    """Before the next superstep."""
    ours, reference = (after_failure(lib, "put", 1, awaits=awaits, durability="sync") for lib in (OURS, REFERENCE))

    assert (ours[0], ours[1]) == (("Full", "no room", []), ["a"])
    assert ours[:2] == reference[:2]


@pytest.mark.parametrize("durability", ["async", "exit"])
@pytest.mark.parametrize("awaited", [False, True], ids=["plain", "awaited"])
def test_a_failed_save_does_not_hide_a_failed_node(awaited: bool, durability: str) -> None:
    """The node's error is raised as in the reference; here a note on it tells of the save."""

    def fail(name: str) -> None:
        if name == "b":
            raise ValueError("b is broken")

    told: list[Any] = []
    for lib in (OURS, REFERENCE):
        graph = chain(lib, saver_of(lib, failing("put", 1)), fail)
        with pytest.raises(ValueError, match="b is broken") as raised:
            invoked(graph, {"x": []}, awaits=awaited, durability=durability)
        told.append([note for note in getattr(raised.value, "__notes__", ()) if "task with name" not in note])

    assert told == [["Nor could everything be saved: no room"], []]


@pytest.mark.parametrize("lib", [OURS, REFERENCE], ids=["ours", "reference"])
def test_what_was_begun_is_saved_when_nobody_reads_on(lib: Any) -> None:
    """Closing the stream of a run waits for its saves."""
    stream_is_left = threading.Event()
    saver = saver_of(lib, lambda kind, step: None if kind != "put" or step else stream_is_left.wait(WAIT_S) and None)
    stream = chain(lib, saver, str).stream({"x": []}, THREAD, stream_mode="updates")
    next(stream)
    stream_is_left.set()

    stream.close()

    assert saver.get_tuple(THREAD).metadata["step"] >= 0


def left_at_the_end(lib: Any, stories: Callable[[Any, Any], list[Any]]) -> Any:
    """Return what the calls of a story answer, and what they leave."""
    saver = lib.InMemorySaver()
    graph = asking(lib, saver)
    told = stories(graph, lib)
    return plain([*told, snapshot(graph, THREAD), snapshots(graph, THREAD), history(saver, THREAD)])


def asking(lib: Any, saver: Any) -> Any:
    """Return a graph with a node that asks twice beside one that counts."""

    def ask(_: State) -> State:
        return {"x": [lib.interrupt("first"), lib.interrupt("second")]}

    builder = lib.StateGraph(State)
    builder.add_node("ask", ask).add_node("count", lambda _: {"n": 1})
    builder.add_edge(lib.START, "ask").add_edge(lib.START, "count")
    return builder.compile(checkpointer=saver)


def test_writes_that_are_stored_are_not_stored_again_at_the_end() -> None:
    """A second copy would be applied as well."""

    def story(graph: Any, lib: Any) -> list[Any]:
        def run(given: Any) -> Any:
            return answer(lambda: without_ids(graph.invoke(given, THREAD, durability="exit")))

        answers = [run({"x": [], "n": 0}), run(lib.Command(update={"n": 10}, resume="1")), run(None), run(None)]
        return [*answers, run(lib.Command(resume="2"))]

    ours, reference = (without_question_ids(left_at_the_end(lib, story)) for lib in (OURS, REFERENCE))

    assert ours == reference


@pytest.mark.parametrize("durability", ["async", "sync", "exit"])
@pytest.mark.parametrize("ending", ["failed", "drained", "out of steps", "stopped at a breakpoint"])
def test_a_run_that_does_not_come_to_its_end_leaves_the_same(ending: str, durability: str) -> None:
    """However it saves: the last checkpoint, what is pending on it, and from where it goes on."""
    ours, reference = (ended_early(lib, ending, durability) for lib in (OURS, REFERENCE))

    assert ours == reference


def ended_early(lib: Any, ending: str, durability: str) -> Any:
    """Return what a run that ends early answers and leaves, and what going on from there gives."""
    control = importlib.import_module(f"{lib.package}.runtime").RunControl()
    is_first = [True]

    def end(name: str) -> None:
        if name == "b" and is_first.pop():
            is_first.append(False)
            if ending == "failed":
                raise ValueError("b is broken")
            if ending == "drained":
                control.request_drain("night")
        elif name == "b":
            is_first.append(False)

    saver = lib.InMemorySaver()
    graph = chain(lib, saver, end)
    limit = {**THREAD, "recursion_limit": 2} if ending == "out of steps" else THREAD
    pauses = {"interrupt_after": ["b"]} if ending == "stopped at a breakpoint" else {}
    options = {"durability": durability, "control": control, **pauses}
    told = answer(lambda: graph.invoke({"x": []}, limit, **options))
    left = [snapshot(graph, THREAD), snapshots(graph, THREAD), history(saver, THREAD)]
    went_on = answer(lambda: graph.invoke(None, THREAD, durability=durability))
    return plain([told, *left, went_on, history(saver, THREAD)])


def without_ids(output: Any) -> Any:
    """Return an output with what its questions ask alone."""
    asked = [question.value for question in output.pop("__interrupt__", ())]
    return {**output, "asked": asked}
