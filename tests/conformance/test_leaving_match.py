"""Consumers that listen while a run goes on, and go away before it ends, on both libraries."""

from __future__ import annotations

import asyncio
import threading
import warnings
from contextlib import aclosing
from typing import Any

import pytest

from tests.conformance.graphs_state import EMPTY, graph, says
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, history, plain, snapshot

warnings.filterwarnings("ignore", module="langgraph")

LIBRARIES = pytest.mark.parametrize("lib", [OURS, REFERENCE], ids=["ours", "reference"])


@LIBRARIES
def test_what_a_node_writes_arrives_while_it_runs(lib: Any) -> None:
    """The node only goes on when its first word was heard, so that a late one would never come."""
    heard = threading.Event()

    def talks(state: Any, runtime: Any) -> Any:
        runtime.stream_writer("first")
        assert heard.wait(20)
        runtime.stream_writer("second")
        return {"x": ["done"]}

    words = []
    for word in graph(lib, [(None, "talks")], talks=talks).compile().stream(EMPTY, stream_mode="custom"):
        words.append(word)
        heard.set()

    assert words == ["first", "second"]


@LIBRARIES
def test_what_a_graph_inside_tells_arrives_while_it_runs(lib: Any) -> None:
    """With `subgraphs`, of all modes."""
    heard = threading.Event()

    def waits(state: Any) -> Any:
        assert heard.wait(20)
        return {"x": ["waited"]}

    inside = graph(lib, [(None, "p"), ("p", "waits")], p=says("p"), waits=waits).compile()
    told = []
    outer = graph(lib, [(None, "s")], s=inside).compile()
    for ns, update in outer.stream(EMPTY, stream_mode="updates", subgraphs=True):
        told.append((len(ns), list(update)))
        heard.set()

    assert told == [(1, ["p"]), (1, ["waits"]), (0, ["s"])]


@LIBRARIES
async def test_what_a_coroutine_writes_arrives_while_it_runs(lib: Any) -> None:
    """Also what a plain function writes, which runs in a thread."""
    heard, heard_in_thread = asyncio.Event(), threading.Event()

    async def talks(state: Any, runtime: Any) -> Any:
        runtime.stream_writer("first")
        await asyncio.wait_for(heard.wait(), 20)
        runtime.stream_writer("second")

    def talks_in_thread(state: Any, runtime: Any) -> Any:
        runtime.stream_writer("third")
        assert heard_in_thread.wait(20)
        runtime.stream_writer("fourth")

    edges = [(None, "talks"), ("talks", "then")]
    chain = graph(lib, edges, talks=talks, then=talks_in_thread).compile()
    words = []
    async for word in chain.astream(EMPTY, stream_mode="custom"):
        words.append(word)
        heard.set()
        if word == "third":
            heard_in_thread.set()

    assert words == ["first", "second", "third", "fourth"]


@LIBRARIES
async def test_leaving_a_stream_waits_until_its_tasks_are_cancelled(lib: Any) -> None:
    """What others had finished is pending, and is not done again."""
    seen: list[str] = []

    async def long(state: Any) -> Any:
        seen.append("begun")
        try:
            if "told to end" not in seen:
                await asyncio.sleep(60)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise
        return {"x": ["long"]}

    async def short(state: Any) -> Any:
        seen.append("short")
        return {"x": ["short"]}

    both = graph(lib, [(None, "long"), (None, "short")], long=long, short=short)
    kept = both.compile(checkpointer=lib.InMemorySaver())
    async with aclosing(kept.astream(EMPTY, THREAD, stream_mode="updates")) as events:
        first = await anext(events)

    assert first == {"short": {"x": ["short"]}}
    assert sorted(seen) == ["begun", "cancelled", "short"]
    state = await kept.aget_state(THREAD)
    assert (state.values, state.next) == ({"x": ["short"]}, ("long",))
    seen.append("told to end")
    assert await kept.ainvoke(None, THREAD) == {"x": ["long", "short"]}
    assert seen.count("short") == 1


def left_after_two_events(lib: Any, durability: str) -> Any:
    chain = graph(lib, [(None, "a"), ("a", "b"), ("b", "c")], a=says("a"), b=says("b"), c=says("c"))
    saver = lib.InMemorySaver()
    kept = chain.compile(checkpointer=saver)
    events = kept.stream(EMPTY, THREAD, stream_mode="updates", durability=durability)
    told = [next(events), next(events)]
    events.close()
    return plain(
        [told, history(saver), snapshot(kept), kept.invoke(None, THREAD, durability=durability), history(saver)]
    )


async def left_after_two_awaited_events(lib: Any, durability: str) -> Any:
    chain = graph(lib, [(None, "a"), ("a", "b"), ("b", "c")], a=says("a"), b=says("b"), c=says("c"))
    saver = lib.InMemorySaver()
    kept = chain.compile(checkpointer=saver)
    events = kept.astream(EMPTY, THREAD, stream_mode="updates", durability=durability)
    told = [await anext(events), await anext(events)]
    await events.aclose()
    return plain([told, history(saver), snapshot(kept), await kept.ainvoke(None, THREAD, durability=durability)])


@pytest.mark.parametrize("durability", ["sync", "exit"])
def test_a_stream_that_is_left_keeps_the_same(durability: str) -> None:
    """Also where nothing is saved before the end: the end has come."""
    assert left_after_two_events(OURS, durability) == left_after_two_events(REFERENCE, durability)


@pytest.mark.parametrize("durability", ["sync", "exit"])
async def test_an_awaited_stream_that_is_left_keeps_the_same(durability: str) -> None:
    """As a plain one."""
    assert await left_after_two_awaited_events(OURS, durability) == await left_after_two_awaited_events(
        REFERENCE, durability
    )


async def cancelled(lib: Any, durability: str, *, beside: bool) -> Any:
    begun = asyncio.Event()

    async def long(state: Any) -> Any:
        begun.set()
        await asyncio.sleep(60)

    async def short(state: Any) -> Any:
        return {"x": ["short"]}

    saver = lib.InMemorySaver()
    edges = [(None, "a"), ("a", "long"), *([("a", "b")] if beside else [])]
    chain = graph(lib, edges, a=says("a"), long=long, b=short).compile(checkpointer=saver)
    running = asyncio.create_task(chain.ainvoke(EMPTY, THREAD, durability=durability))
    await begun.wait()
    for _ in range(50):
        # Let the one beside it end.
        await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    state = await chain.aget_state(THREAD)
    tasks = [(task.name, task.error, task.result) for task in state.tasks]
    return [state.values, state.next, state.metadata, tasks, len(history(saver))]


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
async def test_a_cancelled_run_keeps_the_same(*, durability: str, beside: bool) -> None:
    """Where nothing is saved before the end, what came before the superstep that was cut off is saved then."""
    assert await cancelled(OURS, durability, beside=beside) == await cancelled(REFERENCE, durability, beside=beside)
