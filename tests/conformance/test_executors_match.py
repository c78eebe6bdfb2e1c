"""Where a node's function runs changes nothing that a run leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from typing import Any

import pytest

from tests.conformance import graphs_routes, graphs_state
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer, history, plain, streamed
from tests.support.away import dask, fan_out, processes, threads

CASES = [*graphs_state.CASES, *graphs_routes.CASES]
LIMIT = {"recursion_limit": 25}
GIVEN = {"n": 5, "x": ["in"]}


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    """Give a pool of spawned processes, once for all tests."""
    with processes() as executor:
        yield executor


def recorded(lib: Any, build: Callable[[Any], Any], given: Any, **options: Any) -> tuple[Any, Any]:
    """Return what a run streams, and the history that it leaves.

    Saves are waited for: the reference's background saves store what the next superstep may already have changed.
    """
    saver = lib.InMemorySaver()
    graph = build(lib).compile(checkpointer=saver, **options)
    events = streamed(graph, given, {**THREAD, **LIMIT}, durability="sync")
    return plain(events), plain(history(saver))


@pytest.mark.parametrize(("build", "given"), CASES, ids=lambda part: getattr(part, "__name__", repr(part)))
def test_a_graph_whose_nodes_run_in_other_threads_is_the_same_graph(build: Callable[[Any], Any], given: Any) -> None:
    """Its events, its checkpoints and its errors are those of the reference."""
    with threads() as executor:
        found = recorded(OURS, build, given, executor=executor)

    assert found == recorded(REFERENCE, build, given)


@pytest.mark.slow
def test_packets_on_processes_leave_what_the_reference_leaves(pool: Executor) -> None:
    """Also in the order of their writes, whichever process ended first."""
    found = recorded(OURS, fan_out, GIVEN, executor=pool)

    assert found == recorded(OURS, fan_out, GIVEN)
    assert found == recorded(REFERENCE, fan_out, GIVEN)


@pytest.mark.slow
async def test_an_awaited_run_on_processes_is_the_same(pool: Executor) -> None:
    """No thread waits for them."""
    saver = OURS.InMemorySaver()
    expected = answer(lambda: fan_out(REFERENCE).compile().invoke(GIVEN))

    found = await fan_out(OURS).compile(checkpointer=saver, executor=pool).ainvoke(GIVEN, {**THREAD, **LIMIT})

    assert found == expected
    assert plain(history(saver)) == recorded(REFERENCE, fan_out, GIVEN)[1]


@pytest.mark.slow
async def test_a_dask_cluster_is_an_executor_like_others() -> None:
    """Sync and async, through the cluster's own executor."""
    with dask() as executor:
        graph = fan_out(OURS).compile(executor={"square": executor})
        awaited = await graph.ainvoke(GIVEN)
        found = recorded(OURS, fan_out, GIVEN, executor={"square": executor})

    assert found == recorded(REFERENCE, fan_out, GIVEN)
    assert awaited == fan_out(REFERENCE).compile().invoke(GIVEN)
