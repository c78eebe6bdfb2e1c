"""Timeouts and retries as they are declared, on both libraries: what is refused when, and what is a sign of life."""

from __future__ import annotations

import asyncio
import random
import time
import warnings
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from langchain_core.runnables import RunnableLambda, RunnableParallel
from langchain_core.tools import tool

from tests.conformance.graphs_state import EMPTY, graph
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import answer

warnings.filterwarnings("ignore", module="langgraph")


def load(lib: Any) -> Any:
    """Return the functional API and the timeout's class, beside what the library has."""
    func, types = (import_module(f"{lib.package}.{name}") for name in ("func", "types"))
    return SimpleNamespace(**{**vars(lib), "task": func.task, "entrypoint": func.entrypoint, "types": types})


BOTH = (load(REFERENCE), load(OURS))


async def waits(value: Any) -> Any:
    return value


def blocks(value: Any) -> Any:
    return value


class Waiting:
    async def __call__(self, value: Any) -> Any:
        return value


def raw(lib: Any, bound: Any, **limit: Any) -> Any:
    """Return a graph of one node and two channels."""
    node = lib.NodeBuilder().subscribe_only("input").do(bound).set_timeout(lib.types.TimeoutPolicy(**limit))
    channels = {"input": lib.EphemeralValue(int), "output": lib.LastValue(int)}
    return lib.Pregel(
        nodes={"one": node.write_to("output")}, channels=channels, input_channels="input", output_channels="output"
    )


LIMITS: list[Any] = [0, -1, timedelta(0), timedelta(seconds=-1), 0.5, timedelta(seconds=1), None]
LIMITED: dict[str, Callable[[Any, Any], Any]] = {
    "task": lambda lib, limit: lib.task(timeout=limit),
    "entrypoint": lambda lib, limit: lib.entrypoint(timeout=limit),
    "send": lambda lib, limit: lib.Send("n", {}, timeout=limit),
    "node": lambda lib, limit: lib.NodeBuilder().set_timeout(limit),
}
DECLARED: dict[str, Callable[[Any], Any]] = {
    "task_that_blocks": lambda lib: lib.task(timeout=1)(blocks),
    "named_task_that_blocks": lambda lib: lib.task(timeout=1, name="named")(blocks),
    "task_that_waits": lambda lib: lib.task(timeout=1)(waits),
    "task_object": lambda lib: lib.task(timeout=1)(Waiting()),
    "entrypoint_that_blocks": lambda lib: lib.entrypoint(timeout=1)(blocks),
    "entrypoint_that_waits": lambda lib: lib.entrypoint(timeout=1)(waits),
    "raw_that_blocks": lambda lib: raw(lib, blocks, run_timeout=1),
    "raw_that_waits": lambda lib: raw(lib, waits, run_timeout=1),
    "raw_runnable_that_blocks": lambda lib: raw(lib, RunnableLambda(blocks), idle_timeout=1),
    "raw_runnable_that_waits": lambda lib: raw(lib, RunnableLambda(waits), idle_timeout=1),
    "bound_runnable_that_blocks": lambda lib: raw(lib, RunnableLambda(blocks).with_config(tags=["t"]), idle_timeout=1),
    "bound_runnable_that_waits": lambda lib: raw(lib, RunnableLambda(waits).with_config(tags=["t"]), idle_timeout=1),
    "chain_that_blocks": lambda lib: raw(lib, RunnableLambda(waits) | RunnableLambda(blocks), run_timeout=1),
    "chain_that_waits": lambda lib: raw(lib, RunnableLambda(waits) | RunnableLambda(waits), run_timeout=1),
    "side_by_side_that_blocks": lambda lib: raw(
        lib, RunnableParallel(a=RunnableLambda(waits), b=RunnableLambda(blocks)), run_timeout=1
    ),
    "side_by_side_that_waits": lambda lib: raw(lib, RunnableParallel(a=RunnableLambda(waits)), run_timeout=1),
    "state_graph_that_blocks": lambda lib: (
        lib.StateGraph(int).add_node("n", RunnableLambda(blocks), timeout=1).add_edge(lib.START, "n").compile()
    ),
}


@pytest.mark.parametrize("limit", LIMITS, ids=str)
@pytest.mark.parametrize("place", LIMITED)
def test_a_limit_that_leaves_no_time_is_refused_where_it_is_said(place: str, limit: Any) -> None:
    """Whatever it will be said of."""

    def story(lib: Any) -> Any:
        found = answer(lambda: LIMITED[place](lib, limit))
        return found if isinstance(found, tuple) else "taken"

    assert story(BOTH[1]) == story(BOTH[0])


@pytest.mark.parametrize("name", DECLARED)
def test_a_limit_is_refused_where_it_is_declared(name: str) -> None:
    """And not when the code first runs; what cannot be cut short gets no limit."""

    def story(lib: Any) -> Any:
        found = answer(lambda: DECLARED[name](lib))
        return found if isinstance(found, tuple) else "taken"

    assert story(BOTH[1]) == story(BOTH[0])


@pytest.mark.parametrize("decorator", ["task", "entrypoint"])
def test_the_old_name_of_a_retry_policy_is_taken_with_a_warning(decorator: str) -> None:
    """The new name wins where both are given."""

    def story(lib: Any) -> Any:
        policy, other = (lib.RetryPolicy(max_attempts=count) for count in (2, 5))
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            made = [getattr(lib, decorator)(retry=policy), getattr(lib, decorator)(retry=policy, retry_policy=[other])]
        if decorator == "entrypoint":
            made = [found.retry_policy for found in made]
        kept = [found(waits).retry_policy if callable(found) else found for found in made]
        attempts = [[policies] if isinstance(policies, lib.RetryPolicy) else list(policies) for policies in kept]
        return (
            [[policy.max_attempts for policy in policies] for policies in attempts],
            [(type(warning.message).__name__, str(warning.message)) for warning in told],
        )

    assert story(BOTH[1]) == story(BOTH[0])


def test_pauses_and_their_jitter_come_from_the_standard_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the functions that are there when a run pauses, so that a test of a caller's can hold them still."""
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    monkeypatch.setattr(random, "uniform", lambda low, high: low + high / 4)

    def story(lib: Any) -> Any:
        slept.clear()
        policies = [
            lib.RetryPolicy(initial_interval=0.5, max_attempts=4, jitter=jitter, retry_on=ValueError)
            for jitter in (False, True)
        ]

        def fails(state: Any) -> Any:
            raise ValueError("no")

        def run(policy: Any) -> Any:
            builder = lib.StateGraph(dict).add_node("n", fails, retry_policy=policy).add_edge(lib.START, "n")
            return answer(lambda: builder.compile().invoke({}))

        return [run(policy) for policy in policies], list(slept)

    assert story(BOTH[1]) == story(BOTH[0])


@tool
async def look(where: str) -> str:
    """Look there."""
    return where


@pytest.mark.parametrize("refresh_on", ["auto", "heartbeat"])
def test_what_a_node_calls_of_langchain_is_a_sign_of_life(refresh_on: str) -> None:
    """Unless only its own word counts."""

    def story(lib: Any) -> Any:
        async def busy(state: Any) -> Any:
            for _ in range(7):
                await asyncio.sleep(0.1)
                await look.ainvoke("here")
            return {"x": ["done"]}

        limit = lib.types.TimeoutPolicy(idle_timeout=0.5, refresh_on=refresh_on)
        builder = graph(lib, [], other=lambda state: None)
        builder.add_node("busy", busy, timeout=limit).add_edge(lib.START, "busy")
        found = answer(lambda: asyncio.run(builder.compile().ainvoke(EMPTY)))
        return found if isinstance(found, dict) else found[0]

    assert story(BOTH[1]) == story(BOTH[0]) == ({"x": ["done"]} if refresh_on == "auto" else "NodeTimeoutError")
