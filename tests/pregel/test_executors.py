"""Nodes whose functions run on an executor: what goes there, what comes back, and what is told of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from stepgraph.checkpoint.memory import InMemorySaver
from stepgraph.errors import ExecutorError, NodeError, RaisedElsewhere
from stepgraph.graph import StateGraph
from stepgraph.pregel.facts import Fact, TaskFailed, TaskFinished
from stepgraph.types import Command, RetryPolicy, interrupt
from tests.conformance.libraries import OURS
from tests.pregel.graphs import thread
from tests.support import away

PATIENT = RetryPolicy(initial_interval=0, max_attempts=3, jitter=False)


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    """Give a pool of spawned processes, once for all tests."""
    with away.processes() as executor:
        yield executor


def workers(facts: list[Fact]) -> dict[str, str]:
    """Return who ran each node, as the facts of its last task tell."""
    return {fact.node: fact.worker for fact in facts if isinstance(fact, TaskFinished | TaskFailed)}


@pytest.mark.slow
def test_a_process_runs_the_function_and_the_facts_name_it(pool: Executor) -> None:
    """What only wires the graph runs here, and says nothing."""
    facts: list[Fact] = []

    output = away.fan_out(OURS).compile(executor=pool).trace({"n": 2}, observe=facts.append)

    assert output == {"n": 2, "x": ["counted", 0, 1, "counted"]}
    told = workers(facts)
    assert told["square"].startswith("process ")
    assert f"process {os.getpid()} " not in told["square"]
    assert told["__start__"] == ""


def test_a_thread_runs_the_function_and_the_facts_name_it() -> None:
    """Nothing is packed for it, so that it may be a lambda."""
    facts: list[Fact] = []

    with away.threads() as executor:
        graph = away.alone(lambda state: {"x": [state["n"]]}).compile(executor=executor)
        output = graph.trace({"n": 3}, observe=facts.append)

    assert output == {"n": 3, "x": [3]}
    assert workers(facts)["a"] == "thread away_0"


@pytest.mark.parametrize("awaits", [False, True])
async def test_a_thread_runs_the_function_in_the_callers_context(awaits: bool) -> None:
    """It finds what the caller has set, as it would in a thread of the run; what it sets itself ends with it."""
    tenant: ContextVar[str] = ContextVar("tenant", default="nobody")

    def node(state: Any) -> Any:
        found = tenant.get()
        tenant.set("changed")
        return {"x": [found]}

    tenant.set("mine")
    with away.threads() as executor:
        graph = away.alone(node).add_edge("a", "b").add_node("b", node).compile(executor=executor)
        output = await graph.ainvoke({"n": 1}) if awaits else graph.invoke({"n": 1})

    assert output == {"n": 1, "x": ["mine", "mine"]}
    assert tenant.get() == "mine"


def test_only_the_nodes_that_are_named_go_to_an_executor() -> None:
    """The others may ask, and stay."""
    facts: list[Fact] = []
    builder = away.alone(lambda state: {"x": [interrupt("well?")]}).add_node("b", away.square).add_edge("a", "b")

    with away.threads() as executor:
        graph = builder.compile(InMemorySaver(), executor={"b": executor})
        graph.invoke({"n": 3}, thread("1"))
        output = graph.trace(Command(resume="yes"), thread("1"), observe=facts.append)

    assert output == {"n": 3, "x": ["yes", 9]}
    assert workers(facts) == {"a": "", "b": "thread away_0"}


def test_an_executor_is_made_when_it_is_needed() -> None:
    """Once for all nodes that name it, and for all runs; what it is decides whether anything is packed."""
    made: list[Executor] = []

    def make() -> Executor:
        made.append(away.threads())
        return made[-1]

    graph = away.alone(lambda state: {"x": [1]}).add_node("b", away.count).add_edge("a", "b").compile(executor=make)
    before = len(made)
    outputs = [graph.invoke({"x": []}) for _ in range(2)]

    assert outputs == [{"x": [1, "counted"]}] * 2
    assert (before, len(made)) == (0, 1)
    made[0].shutdown()


def test_a_function_that_makes_no_executor_is_refused() -> None:
    """When the first task needs it."""
    with pytest.raises(TypeError, match="the function was to make an executor, and made a dict"):
        away.alone(away.square).compile(executor=partial(away.count, None)).invoke({"n": 1})


@pytest.mark.slow
def test_a_generator_is_drained_where_it_runs(pool: Executor) -> None:
    """Only its sum travels."""
    builder = StateGraph(list)
    builder.add_node("a", away.halves).add_edge("__start__", "a")

    assert builder.compile(executor=pool).invoke([]) == ["first", "second"]


@pytest.mark.slow
def test_an_error_is_raised_here_as_it_was_raised_there(pool: Executor) -> None:
    """With the places there as its cause."""
    facts: list[Fact] = []

    with pytest.raises(KeyError, match="no 3") as raised:
        away.alone(away.fail).compile(executor=pool).trace({"n": 3}, observe=facts.append)

    cause = raised.value.__cause__
    assert isinstance(cause, RaisedElsewhere)
    assert [(Path(path).name, function) for path, _, function in cause.places] == [("away.py", "fail")]
    assert "KeyError: 'no 3'" in str(cause)
    assert workers(facts)["a"].startswith("process ")


@pytest.mark.slow
def test_an_error_with_a_constructor_of_its_own_travels_as_it_is(pool: Executor) -> None:
    """So its retry policy, its handler and whoever runs the graph know it by its class."""
    policy = RetryPolicy(initial_interval=0, max_attempts=2, jitter=False, retry_on=away.Coded)
    facts: list[Fact] = []

    with pytest.raises(away.Coded, match=r"^no \(3\)") as raised:
        away.alone(away.fail_with_a_code, retry_policy=policy).compile(executor=pool).trace(
            {"n": 3}, observe=facts.append
        )

    assert raised.value.code == 3
    assert [len(fact.failures) for fact in facts if isinstance(fact, TaskFailed)] == [1]


@pytest.mark.slow
def test_an_error_that_cannot_travel_is_told(pool: Executor) -> None:
    """One that cannot be taken apart would break the pool; its text is told if it has one."""
    graph = away.alone(away.fail_stubbornly).compile(executor=pool)

    text = (
        r"^Node 'a' raised Stubborn on process \d+ on .*: \(its text cannot be made\)\. The error itself cannot travel"
    )
    with pytest.raises(ExecutorError, match=text) as raised:
        graph.invoke({"n": 3})

    assert raised.value.code == "executor.unsendable"


@pytest.mark.slow
def test_a_failed_call_is_sent_again_by_its_retry_policy(pool: Executor, tmp_path: Path) -> None:
    """Each attempt is a call of its own."""
    graph = away.alone(away.fail_in_a_file_of_threes, retry_policy=PATIENT).compile(executor=pool)
    log = str(tmp_path / "attempts")

    assert graph.invoke({"x": [log]}) == {"x": [log, "at last"]}


@pytest.mark.slow
async def test_an_awaited_call_is_sent_again_as_well(pool: Executor, tmp_path: Path) -> None:
    """By the same policy."""
    graph = away.alone(away.fail_in_a_file_of_threes, retry_policy=PATIENT).compile(executor=pool)
    log = str(tmp_path / "attempts")

    assert await graph.ainvoke({"x": [log]}) == {"x": [log, "at last"]}


def test_a_handler_of_failures_runs_here() -> None:
    """It is handed the error, which only the run has."""

    def handle(state: Any, error: NodeError) -> Any:
        return {"x": [f"{error.node}: {error.error}"]}

    facts: list[Fact] = []
    with away.threads() as executor:
        graph = away.alone(away.fail, error_handler=handle).compile(executor=executor)
        output = graph.trace({"n": 3}, observe=facts.append)

    assert output == {"n": 3, "x": ["a: 'no 3'"]}
    assert list(workers(facts).values()) == ["", "thread away_0", ""]


@pytest.mark.slow
def test_a_run_goes_on_after_its_pool_was_lost(tmp_path: Path) -> None:
    """With a new one, from the last checkpoint; what had ended is not run again."""
    saver, mark = InMemorySaver(), tmp_path / "mark"
    builder = away.alone(away.end_the_process).add_node("b", away.count).add_edge("__start__", "b")
    text = "^Node 'a' did not end: its executor, a ProcessPoolExecutor, failed with BrokenProcessPool: "
    with away.processes() as first, pytest.raises(ExecutorError, match=text) as raised:
        builder.compile(saver, executor={"a": first}).invoke({"x": [str(mark)]}, thread("1"))
    mark.touch()

    facts: list[Fact] = []
    with away.processes() as second:
        graph = builder.compile(saver, executor={"a": second})
        output = graph.trace(None, thread("1"), observe=facts.append)

    assert raised.value.code == "executor.failed"
    assert output == {"x": [str(mark), "alive", "counted"]}
    assert list(workers(facts)) == ["a"]


@pytest.mark.slow
@pytest.mark.parametrize("awaits", [False, True])
async def test_a_function_makes_a_new_pool_for_one_that_was_lost(tmp_path: Path, awaits: bool) -> None:
    """So that a retry policy that says so mends it."""
    made: list[Executor] = []

    def make() -> Executor:
        made.append(away.processes())
        return made[-1]

    policy = RetryPolicy(initial_interval=0, jitter=False, retry_on=ExecutorError)
    graph = away.alone(away.end_the_process_once, retry_policy=policy).compile(executor=make)
    mark = str(tmp_path / "mark")

    output = await graph.ainvoke({"x": [mark]}) if awaits else graph.invoke({"x": [mark]})

    assert output == {"x": [mark, "alive"]}
    assert len(made) == 2
    for executor in made:
        executor.shutdown()


def test_an_executor_that_takes_no_more_is_told() -> None:
    """It says so when it is given the call."""
    executor = ThreadPoolExecutor(1)
    executor.shutdown()

    with pytest.raises(ExecutorError, match="cannot schedule new futures after shutdown") as raised:
        away.alone(away.square).compile(executor=executor).invoke({"n": 1})

    assert raised.value.code == "executor.failed"


def test_a_time_limit_is_refused_as_for_every_plain_function() -> None:
    """Nobody can stop it there."""
    with pytest.raises(ValueError, match="Node timeouts are only supported for async nodes"), away.threads() as pool:
        away.alone(away.square, timeout=1).compile(executor=pool)
