"""Calling tasks never leaves anybody waiting: not when a run is left, fails, is narrow, or goes deep."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, TypedDict

import pytest

from stepgraph.checkpoint.memory import InMemorySaver
from stepgraph.func import entrypoint, task
from stepgraph.graph import START, StateGraph
from stepgraph.pregel.facts import TaskFinished, TaskStarted

THREAD: Any = {"configurable": {"thread_id": "1"}}


@task
def add(x: int) -> int:
    """Add one."""
    return x + 1


@task
def countdown(x: int) -> int:
    """Call itself until nothing is left."""
    return 0 if x == 0 else 1 + int(countdown(x - 1).result())


@entrypoint()
def deep(x: int) -> int:
    """Call tasks that call tasks."""
    return int(countdown(x).result())


@pytest.mark.parametrize("config", [{}, {"max_concurrency": 1}], ids=["wide", "one at a time"])
def test_tasks_that_wait_never_hold_up_what_they_wait_for(config: Any) -> None:
    """However deep, and however few may run at a time."""
    assert deep.invoke(20, config) == 20
    assert asyncio.run(deep.ainvoke(20, config)) == 20


def test_a_run_that_its_consumer_leaves_ends() -> None:
    """The function stops waiting for what nobody will bring it."""
    ended = threading.Event()

    @entrypoint()
    def flow(x: int) -> int:
        try:
            return int(add(add(x).result()).result())
        finally:
            ended.set()

    events = flow.stream(1, stream_mode="tasks")
    begun = [next(events) for _ in ("the function", "the task", "its result")]
    events.close()  # type: ignore[attr-defined]  # a generator

    assert len(begun) == 3
    assert ended.wait(timeout=30)


class State(TypedDict, total=False):
    """One number."""

    x: int


def test_a_failure_beside_a_caller_waits_for_what_the_caller_waits_for() -> None:
    """What runs in a thread comes to its end, and its result is kept."""
    failed = threading.Event()

    @task
    def after_failure(x: int) -> int:
        failed.wait()
        return x

    def fail(_: State) -> State:
        failed.set()
        raise ValueError("beside")

    builder = StateGraph(State).add_node("caller", lambda _: {"x": after_failure(7).result()}).add_node("fails", fail)
    graph = builder.add_edge(START, "caller").add_edge(START, "fails").compile(checkpointer=InMemorySaver())

    with pytest.raises(ValueError, match="beside"):
        graph.invoke({"x": 1}, THREAD)

    assert [(task.name, task.result) for task in graph.get_state(THREAD).tasks] == [
        ("caller", {"x": 7}),
        ("fails", None),
    ]


def test_a_coroutine_that_fails_cancels_what_it_called() -> None:
    """Nobody is left waiting for it."""
    cancelled: list[str] = []

    @task
    async def endless() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append("endless")
            raise

    @entrypoint()
    async def flow(_: int) -> None:
        endless()
        await asyncio.sleep(0)
        raise ValueError("gone")

    with pytest.raises(ValueError, match="gone"):
        asyncio.run(flow.ainvoke(1))

    assert cancelled == ["endless"]


def call_through_a_helper(x: int) -> int:
    """Call a task where nobody looks for it."""
    return int(add(x).result())


@pytest.mark.parametrize("is_async", [False, True], ids=["plain", "async"])
def test_a_node_may_call_tasks_through_other_functions(*, is_async: bool) -> None:
    """The engine need not know beforehand that it does."""
    builder = StateGraph(State).add_node("n", lambda state: {"x": call_through_a_helper(state["x"])})
    graph = builder.add_edge(START, "n").compile()

    found = asyncio.run(graph.ainvoke({"x": 1})) if is_async else graph.invoke({"x": 1})

    assert found == {"x": 2}


def test_an_observer_is_told_of_called_tasks() -> None:
    """Before they begin, with who called them, and when they have ended."""
    facts: list[Any] = []

    @task
    def add(x: int) -> int:
        facts.append("add is at work")
        return x + 1

    @entrypoint()
    def flow(x: int) -> int:
        return int(add(x).result())

    result = flow.trace(1, THREAD, observe=facts.append, saver=InMemorySaver())

    started = {fact.task_id: fact for fact in facts if isinstance(fact, TaskStarted)}
    called = next(fact for fact in started.values() if fact.called_by is not None)
    ended = [fact.node for fact in facts if isinstance(fact, TaskFinished)]
    assert result == 2
    assert started[str(called.called_by)].node == "flow"
    assert ended == ["add", "flow"]
    assert facts.index(called) < facts.index("add is at work")
