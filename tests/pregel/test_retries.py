"""Trying a failed node again: how often, after how long, and what of a failed attempt is left."""

from __future__ import annotations

import random
from typing import Any

import pytest

from stepgraph.graph import StateGraph
from stepgraph.pregel.outside import Outside, Sleep
from stepgraph.pregel.retry import pause_before_retry
from stepgraph.types import Command, RetryPolicy, interrupt
from tests.pregel.graphs import State, kept, thread


def flaky(fails: int, error: Exception, attempts: list[int]) -> Any:
    """Return a node that fails a number of times, and notes which attempt it is."""

    def node(state: Any, runtime: Any) -> Any:
        attempts.append(runtime.execution_info.node_attempt)
        if len(attempts) <= fails:
            raise error
        return {"x": ["ok"]}

    return node


def retried(node: Any, *policies: RetryPolicy) -> Any:
    """Return a graph of one node that may be tried again, and the pauses it makes."""
    pauses: list[float] = []
    builder: StateGraph = StateGraph(State)
    builder.add_node("a", node, retry_policy=policies).add_edge("__start__", "a")
    graph = kept(builder)
    graph.outside = Outside(jitter=lambda: 0.25, sleep=Sleep(func=pauses.append, afunc=None))
    return graph, pauses


def test_a_node_is_tried_again_with_growing_pauses() -> None:
    """Attempts count from one; nothing of a failed one is left."""
    attempts: list[int] = []
    graph, pauses = retried(flaky(3, ConnectionError("x"), attempts), RetryPolicy(max_attempts=5))

    output = graph.invoke({"x": []}, thread())

    assert (output, attempts, pauses) == ({"x": ["ok"]}, [1, 2, 3, 4], [0.75, 1.25, 2.25])


def test_the_last_error_is_raised_when_attempts_run_out() -> None:
    """The task counts as failed once."""
    attempts: list[int] = []
    graph, pauses = retried(flaky(9, ConnectionError("x"), attempts), RetryPolicy(max_attempts=2, jitter=False))

    with pytest.raises(ConnectionError):
        graph.invoke({"x": []}, thread())

    assert (attempts, pauses) == ([1, 2], [0.5])


@pytest.mark.parametrize("error", [ValueError("x"), KeyError("x"), RuntimeError("x")])
def test_faults_of_the_program_are_not_tried_again(error: Exception) -> None:
    """Unless the policy says so."""
    attempts: list[int] = []
    graph, _ = retried(flaky(1, error, attempts), RetryPolicy())

    with pytest.raises(type(error)):
        graph.invoke({"x": []}, thread())

    assert attempts == [1]


def test_the_first_policy_that_fits_counts() -> None:
    """By class, by several classes, by a function."""
    policies = [
        RetryPolicy(initial_interval=1, jitter=False, retry_on=KeyError),
        RetryPolicy(initial_interval=2, jitter=False, retry_on=(OSError, ValueError)),
        RetryPolicy(initial_interval=3, jitter=False, retry_on=lambda error: "yes" in str(error)),
    ]

    pauses = [
        pause_before_retry(policies, error, failed=1, jitter=random.random)
        for error in (KeyError("x"), ValueError("yes"), RuntimeError("yes"), RuntimeError("no"))
    ]

    assert pauses == [1, 2, 3, None]


def test_pauses_are_bounded() -> None:
    """However often a node failed."""
    policy = RetryPolicy(max_interval=10, max_attempts=100, jitter=False)

    assert pause_before_retry([policy], ConnectionError(), failed=50, jitter=random.random) == 10


def test_an_answer_survives_a_failed_attempt() -> None:
    """The question is not asked again."""
    faults = [1]

    def node(state: Any) -> Any:
        answer = interrupt("q")
        if faults:
            faults.clear()
            raise ConnectionError("x")
        return {"x": [answer]}

    graph, _ = retried(node, RetryPolicy())
    graph.invoke({"x": []}, thread())

    assert graph.invoke(Command(resume="A"), thread()) == {"x": ["A"]}


async def test_coroutines_are_tried_again_too() -> None:
    """With the pause awaited."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    faults = [1]

    async def node(state: Any) -> Any:
        if faults:
            faults.clear()
            raise ConnectionError("x")
        return {"x": ["ok"]}

    builder: StateGraph = StateGraph(State)
    builder.add_node("a", node, retry_policy=RetryPolicy(jitter=False)).add_edge("__start__", "a")
    graph = builder.compile()
    graph.outside = Outside(sleep=Sleep(func=None, afunc=pause))

    assert (await graph.ainvoke({"x": []}), pauses) == ({"x": ["ok"]}, [0.5])
