"""Retries, handlers and caches, as events."""

from __future__ import annotations

import asyncio
import operator
from typing import Annotated, Any, TypedDict

from stepgraph.cache.memory import InMemoryCache
from stepgraph.debugger import Debugger
from stepgraph.debugger.tracebacks import Tracebacks, code_of
from stepgraph.errors import ExecutorError, RaisedElsewhere
from stepgraph.graph import StateGraph
from stepgraph.pregel import facts
from stepgraph.pregel.outside import Outside, Sleep
from stepgraph.protocol import events
from stepgraph.types import CachePolicy, RetryPolicy
from tests.debugger.told_facts import Telling
from tests.protocol.told import folded


class State(TypedDict, total=False):
    """A log of who wrote."""

    x: Annotated[list[Any], operator.add]


def test_a_failed_attempt_is_told_before_the_end_of_its_task() -> None:
    """With what it raised, and how long the pause was."""
    failures = (facts.FailedAttempt(1, ConnectionError("no line"), 0.5),)

    retried, finished = Telling().tell(
        facts.TaskFinished("", 1, "id-a", "a", None, (), 0.1, (), failures=failures),
    )

    assert retried == events.TaskRetried(
        run="run",
        ns="",
        step=1,
        task="id-a",
        node="a",
        attempt=1,
        error="ConnectionError: no line",
        sentence='Attempt 1 at "a" failed: ConnectionError: no line',
        pause_ms=500,
    )
    assert isinstance(finished, events.TaskFinished)


def test_a_handler_is_told_to_join_before_it_starts() -> None:
    """By the task whose failure it takes."""
    failed, handled, started = Telling().tell(
        facts.TaskFailed("", 1, "id-a", "a", ValueError("no"), (), 0.1, "h"),
        facts.TaskStarted("", 1, "id-h", "h", None, handles="id-a"),
    )

    assert isinstance(failed, events.TaskFailed)
    assert handled == events.TaskHandled(run="run", ns="", step=1, task="id-a", node="a", by="id-h", handler="h")
    assert isinstance(started, events.TaskStarted)


def test_a_handler_that_was_planned_is_not_told_to_join() -> None:
    """It takes a failure of an earlier attempt."""
    told = Telling().tell(facts.TaskStarted("", 1, "id-h", "h", None, handles="id-a"))

    assert [type(event) for event in told] == [events.TaskStarted]


def test_a_node_that_a_cache_spared_is_told_before_its_writes() -> None:
    """It has no start."""
    told = Telling().tell(facts.TaskFinished("", 1, "id-a", "a", None, (), 0.0, (), is_cached=True))

    assert told[0] == events.TaskCached(run="run", ns="", step=1, task="id-a", node="a")
    assert isinstance(told[1], events.TaskFinished)


def test_where_a_function_ran_is_told_before_its_end() -> None:
    """Whether it ended well or not; nothing is told of one that ran here."""
    placed, finished = Telling().tell(facts.TaskFinished("", 1, "id-a", "a", None, (), 0.1, (), worker="process 7"))
    also, failed = Telling().tell(facts.TaskFailed("", 1, "id-a", "a", ValueError("no"), (), 0.1, worker="process 7"))
    (alone,) = Telling().tell(facts.TaskFinished("", 1, "id-a", "a", None, (), 0.1, ()))

    told = events.TaskPlaced(run="run", ns="", step=1, task="id-a", node="a", worker="process 7")
    assert (placed, also) == (told, told)
    assert [type(event) for event in (finished, failed, alone)] == [
        events.TaskFinished,
        events.TaskFailed,
        events.TaskFinished,
    ]


def test_what_was_raised_elsewhere_shows_the_places_there() -> None:
    """The document's own lines are known by their file, wherever it was run."""
    error = ValueError("no")
    error.__cause__ = RaisedElsewhere("on process 7", [(__file__, 12, "node")])

    frames = Tracebacks(__file__).frames(error)

    assert [(frame.line, frame.function, frame.in_document) for frame in frames] == [(12, "node", True)]


def test_a_refusal_of_an_executor_has_its_own_code() -> None:
    """By which programs know it."""
    assert code_of(ExecutorError("executor.failed", "no"), "node.raised") == "executor.failed"


def stepped(graph: Any) -> Debugger:
    """Step a run to its end."""
    debugger = Debugger(graph)
    debugger.start({"x": []})
    while debugger.is_held:
        debugger.step()
    return debugger


def test_a_run_that_was_mended_on_the_way_is_told_whole() -> None:
    """Two attempts, a failure that is handled, a superstep that is committed."""

    def node(state: Any) -> Any:
        raise ConnectionError("no line")

    builder: StateGraph = StateGraph(State)
    policy = RetryPolicy(max_attempts=2, jitter=False)
    builder.add_node("a", node, retry_policy=policy, error_handler=lambda state: {"x": ["mended"]})
    graph = builder.add_edge("__start__", "a").compile()
    graph.outside = Outside(sleep=Sleep(func=lambda seconds: None, afunc=None))

    debugger = stepped(graph)

    tasks = [type(event).__name__ for event in debugger.events if getattr(event, "step", None) == 1]
    assert [name for name in tasks if name.startswith(("Task", "StepCommitted"))] == [
        "TaskStarted",
        "TaskRetried",
        "TaskFailed",
        "TaskHandled",
        "TaskStarted",
        "TaskFinished",
        "StepCommitted",
    ]
    picture = folded(debugger.events)
    assert picture.cells["x"].value.text == '["mended"]'
    assert [(entry.step, entry.status, entry.nodes, entry.failed) for entry in picture.steps][-1] == (
        1,
        "committed",
        ("a", "__error_handler__a"),
        ("a",),
    )


def test_a_kept_result_is_told_as_the_nodes_writes() -> None:
    """Its superstep is one like any other."""
    builder: StateGraph = StateGraph(State)
    builder.add_node("a", lambda state: {"x": ["a"]}, cache_policy=CachePolicy()).add_edge("__start__", "a")
    graph = builder.compile(cache=InMemoryCache())
    graph.invoke({"x": []})

    debugger = stepped(graph)

    told = [type(event).__name__ for event in debugger.events if getattr(event, "node", None) == "a"]
    assert told == ["TaskCached", "TaskFinished"]
    assert folded(debugger.events).cells["x"].value.text == '["a"]'


def test_a_task_that_is_cancelled_since_another_failed_did_not_fail_itself() -> None:
    """One failure is told, and the end of the superstep; the other task was at work when it was given up."""

    async def fails(state: State) -> State:
        raise ValueError("no")

    async def waits(state: State) -> State:
        await asyncio.Event().wait()
        return state

    builder = StateGraph(State)
    for name, node in (("waits", waits), ("fails", fails)):
        builder.add_node(name, node)
        builder.add_edge("__start__", name)
    debugger = Debugger(builder.compile())
    debugger.start({"x": []}, until="end")

    started = [event.node for event in debugger.events if isinstance(event, events.TaskStarted)]
    assert sorted(started) == ["__start__", "fails", "waits"]
    assert [event.node for event in debugger.events if isinstance(event, events.TaskFailed)] == ["fails"]
    (aborted,) = [event for event in debugger.events if isinstance(event, events.StepAborted)]
    assert aborted.sentence.startswith("Superstep 1 came to nothing, since a node failed: ValueError: no")
