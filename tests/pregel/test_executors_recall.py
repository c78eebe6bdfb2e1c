"""How many calls wait for an executor, and which are taken back when a superstep ends before them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any

import pytest

from stepgraph.checkpoint.memory import InMemorySaver
from stepgraph.errors import ExecutorError
from stepgraph.graph import StateGraph
from stepgraph.pregel.facts import Fact, StepAborted, TaskFailed
from stepgraph.types import Send
from tests.pregel.graphs import thread
from tests.support import away


class Held(Executor):
    """Begins the calls before the given one at once, in the caller's thread, and the others never."""

    def __init__(self, begins: int = 0) -> None:
        self._begins = begins
        self.futures: list[Future[Any]] = []
        self._lock = threading.Lock()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Take a call."""
        future: Future[Any] = Future()
        with self._lock:
            self.futures.append(future)
            begins = len(self.futures) <= self._begins
        if begins:
            future.set_result(fn(*args, **kwargs))
        return future


class Stuck(Executor):
    """Begins every call, and ends none."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Take a call."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        return future


class Crowd(Executor):
    """Begins nothing before so many calls wait for it."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._waiting: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Take a call."""
        future: Future[Any] = Future()
        with self._lock:
            self._waiting.append((future, partial(fn, *args, **kwargs)))
            is_full = len(self._waiting) == self._size
        if is_full:
            for waiting, call in self._waiting:
                waiting.set_result(call())
        return future


def spread(node: Any, executor: Any, count: int, **options: Any) -> Any:
    """Return a graph that sends `count` packets to its only node."""
    builder = StateGraph(away.State).add_node("a", node, **options)
    builder.add_conditional_edges("__start__", lambda state: [Send("a", {"n": n}) for n in range(count)], ["a"])
    return builder.compile(executor=executor)


async def test_calls_that_an_executor_drops_fail_their_tasks() -> None:
    """A run whose executor is shut down does not take it for its own end."""
    executor = Held()
    graph = away.alone(away.square).compile(executor=executor)
    executor_drops = partial(Held.submit, executor)

    def submit_and_drop(*call: Any) -> Future[Any]:
        future = executor_drops(*call)
        future.cancel()
        return future

    executor.submit = submit_and_drop  # type: ignore[method-assign]  # this one drops what it takes

    with pytest.raises(ExecutorError, match="the call was cancelled"):
        await graph.ainvoke({"n": 1})
    with pytest.raises(ExecutorError, match="the call was cancelled"):
        graph.invoke({"n": 1})


def test_what_waits_in_the_queue_is_taken_back_when_a_task_fails() -> None:
    """It never began, so that nothing is told of its end."""
    executor, facts = Held(begins=1), list[Fact]()

    with pytest.raises(KeyError):
        spread(away.fail, executor, 5).trace({"n": 5}, observe=facts.append)

    assert all(future.cancelled() for future in executor.futures[1:])
    assert [fact.node for fact in facts if isinstance(fact, TaskFailed)] == ["a"]


async def test_what_waits_in_the_queue_is_taken_back_by_an_awaited_run() -> None:
    """By the cancellation that ends its task."""
    executor = Held(begins=1)

    with pytest.raises(KeyError):
        await spread(away.fail, executor, 5).ainvoke({"n": 5})

    assert all(future.cancelled() for future in executor.futures[1:])


@pytest.mark.parametrize("awaits", [False, True])
async def test_a_superstep_out_of_time_takes_its_calls_back(awaits: bool) -> None:
    """The run ends, although the executor never answered."""
    executor = Held()
    graph = spread(away.square, executor, 2)
    graph.step_timeout = 0.01

    with pytest.raises(TimeoutError, match="Timed out"):
        await graph.ainvoke({"n": 5}) if awaits else graph.invoke({"n": 5})

    assert all(future.cancelled() for future in executor.futures)


@pytest.mark.parametrize("awaits", [False, True])
async def test_a_call_that_never_ends_holds_nobody_up(awaits: bool) -> None:
    """When the superstep is out of time, nobody waits for it."""
    graph = spread(away.square, Stuck(), 2)
    graph.step_timeout = 0.01

    with pytest.raises(TimeoutError, match="Timed out"):
        await graph.ainvoke({"n": 5}) if awaits else graph.invoke({"n": 5})


def test_who_leaves_a_stream_need_not_wait_for_a_call() -> None:
    """What runs elsewhere is left behind."""
    builder = away.alone(away.square).add_node("b", away.count).add_edge("__start__", "b")
    stream: Any = builder.compile(executor={"a": Stuck()}).stream({"n": 5}, stream_mode="updates")

    assert next(stream) == {"b": {"x": ["counted"]}}
    stream.close()


def test_a_call_that_has_begun_is_waited_for_when_another_task_fails() -> None:
    """What it gives is kept, so that it need not run again."""
    has_begun, has_failed = threading.Event(), threading.Event()

    def node(state: Any) -> Any:
        if state["n"] == 0:
            has_begun.wait()
            raise ValueError("no")
        has_begun.set()
        has_failed.wait()
        return {"x": ["kept"]}

    facts: list[Fact] = []

    def observe(fact: Fact) -> None:
        facts.append(fact)
        if isinstance(fact, TaskFailed):
            has_failed.set()

    with away.threads() as executor, pytest.raises(ValueError, match="no"):
        spread(node, executor, 2).trace({"n": 2}, thread("1"), observe=observe, saver=InMemorySaver())

    (aborted,) = [fact for fact in facts if isinstance(fact, StepAborted)]
    assert [write.value for kept in aborted.kept for write in kept.writes if write.channel == "x"] == [["kept"]]


def test_more_calls_wait_than_threads_would_run() -> None:
    """How many run at a time is the executor's to say."""
    graph = spread(away.square, Crowd(300), 300)
    graph.step_timeout = 60

    assert graph.invoke({"n": 0})["x"] == [n**2 for n in range(300)]


def test_no_more_calls_wait_than_the_run_allows() -> None:
    """`max_concurrency` counts them as it counts tasks."""
    executor = Held()
    graph = spread(away.square, executor, 5)
    graph.step_timeout = 0.01

    with pytest.raises(TimeoutError):
        graph.invoke({"n": 5}, {"max_concurrency": 2})

    assert len(executor.futures) == 2
