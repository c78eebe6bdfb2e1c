"""Retries, handlers, caches, limits and stores: a run with them is the reference's, event by event."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.conformance.graphs_policies import CACHED, LIMITED, OURS, REFERENCE, RUNS, builder, cached, taking_stores
from tests.conformance.records import THREAD, answer, history, plain_event, snapshot, streamed

_MODES = ["values", "updates", "tasks", "checkpoints"]


def told(graph: Any, given: Any, config: Any = THREAD, **options: Any) -> Any:
    """Return the events and what is left behind, without what differs from run to run."""
    events = streamed(graph, given, config, **options)
    return without_ids([events, answer(lambda: snapshot(graph, config)), history(graph.checkpointer, config)])


def without_ids(value: Any) -> Any:
    """Return the same with ids and measured times taken out of its texts, and objects as their texts."""
    if isinstance(value, dict):
        return {key: without_ids(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [without_ids(item) for item in value]
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return _ID.sub("ID", value if isinstance(value, str) else repr(value))


_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{32}\b|(?<=elapsed: )\d+\.\d+")


@pytest.mark.parametrize("build", RUNS, ids=lambda build: build.__name__)
def test_a_run_and_its_going_on_are_the_same(build: Callable[[Any], Any]) -> None:
    """Streamed, stored, resumed with nothing and with an answer."""

    def record(library: Any) -> Any:
        graph = build(library).compile(checkpointer=library.InMemorySaver())
        goes_on = lambda: told(graph, library.Command(resume="A"))  # noqa: E731  # called once
        return [told(graph, {"x": ["in"]}), told(graph, None), answer(goes_on)]

    assert record(OURS) == record(REFERENCE)


@pytest.mark.parametrize("build", RUNS, ids=lambda build: build.__name__)
def test_an_awaited_run_is_the_same(build: Callable[[Any], Any]) -> None:
    """Its end, and what is left behind."""

    def record(library: Any) -> Any:
        graph = build(library).compile(checkpointer=library.InMemorySaver())
        end = answer(lambda: asyncio.run(graph.ainvoke({"x": ["in"]}, THREAD)))
        return without_ids([end, answer(lambda: snapshot(graph)), history(graph.checkpointer)])

    assert record(OURS) == record(REFERENCE)


@pytest.mark.parametrize("build", CACHED, ids=lambda build: build.__name__)
def test_a_second_run_is_spared_the_same(build: Callable[[Any], Any]) -> None:
    """On another thread; and after the cache was cleared nothing is."""

    def record(library: Any) -> Any:
        graph = build(library).compile(checkpointer=library.InMemorySaver(), cache=library.InMemoryCache())
        threads = [{"configurable": {"thread_id": str(number)}} for number in range(3)]
        runs = [told(graph, {"x": ["in"]}, threads[0]), told(graph, library.Command(resume="A"), threads[0])]
        runs.append(told(graph, {"x": ["in"]}, threads[1]))
        graph.clear_cache()
        return [*runs, told(graph, {"x": ["in"]}, threads[2])]

    assert record(OURS) == record(REFERENCE)


def test_both_keep_results_under_the_same_names() -> None:
    """So a cache that one filled serves the other."""

    def record(library: Any) -> Any:
        asked: list[Any] = []

        class Noting(library.InMemoryCache):  # type: ignore[misc]  # of either library
            def get(self, keys: Any) -> Any:
                asked.extend(keys)
                return super().get(keys)

        cached(library).compile(cache=Noting()).invoke({"x": ["in"]})
        return asked

    assert record(OURS) == record(REFERENCE)


@pytest.mark.parametrize("name", LIMITED)
def test_an_attempt_is_cut_short_the_same(name: str) -> None:
    """With the same error, but for the time that was measured."""

    def record(library: Any) -> Any:
        graph = LIMITED[name](library).compile(checkpointer=library.InMemorySaver())
        end = answer(lambda: asyncio.run(graph.ainvoke({"x": ["in"]}, THREAD)))
        return without_ids([end, answer(lambda: snapshot(graph)), history(graph.checkpointer)])

    assert record(OURS) == record(REFERENCE)


@pytest.mark.parametrize("durability", ["sync", "exit"])
@pytest.mark.parametrize("name", LIMITED)
async def test_an_attempt_that_is_cut_short_is_streamed_the_same(name: str, durability: str) -> None:
    """Whenever it is saved; and again when the run goes on."""

    async def record(library: Any) -> Any:
        graph = LIMITED[name](library).compile(checkpointer=library.InMemorySaver())
        events: list[Any] = []
        for given in ({"x": ["in"]}, None):
            try:
                async for mode, event in graph.astream(given, THREAD, stream_mode=_MODES, durability=durability):
                    events.append((mode, plain_event(mode, event)))
            except Exception as error:  # noqa: BLE001  # whatever is raised is what is compared
                events.append((type(error).__name__, str(error)))
        return without_ids(events)

    assert await record(OURS) == await record(REFERENCE)


@pytest.mark.parametrize("node", range(6))
@pytest.mark.parametrize("has_store", [True, False])
def test_nodes_are_given_the_store_the_same_way(node: int, has_store: bool) -> None:
    """Or are not."""

    def record(library: Any) -> Any:
        store = library.InMemoryStore() if has_store else None
        graph = builder(library, a=taking_stores(library)[node]).compile(store=store)
        return re.sub(r"and id '.*?'", "", repr(answer(lambda: graph.invoke({"x": []}))))

    assert record(OURS) == record(REFERENCE)


def test_a_graph_inside_uses_the_store_around_it() -> None:
    """Even if it was compiled with one of its own."""

    def record(library: Any) -> Any:
        def puts(state: Any, runtime: Any) -> Any:
            runtime.store.put(("n",), "k", {"v": 1})

        def gets(state: Any) -> Any:
            item = library.get_store().get(("n",), "k")
            return {"x": [None if item is None else item.value]}

        found = []
        for own in (None, library.InMemoryStore()):
            inner = builder(library, a=gets).compile(store=own)
            outer = builder(library, ("a", "b"), a=puts, b=inner).compile(store=library.InMemoryStore())
            found.append(outer.invoke({"x": []}))
        return found

    assert record(OURS) == record(REFERENCE)
