"""Nodes that cannot run on an executor are refused in a sentence: when they are compiled, or where they run."""

from __future__ import annotations

import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import partial
from typing import Any

import pytest

from stepgraph import types
from stepgraph.channels import LastValue
from stepgraph.config import get_config, get_store, get_stream_writer
from stepgraph.errors import ExecutorError, NodeInterrupt
from stepgraph.func import task
from stepgraph.graph import StateGraph
from stepgraph.pregel import NodeBuilder, Pregel
from stepgraph.runtime import get_runtime
from stepgraph.types import interrupt
from tests.support import away

INSIDE = away.alone(away.square).compile()
HELPER = task(away.square)


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    """Give a pool of spawned processes, once for all tests."""
    with away.processes() as executor:
        yield executor


@pytest.fixture
def threads() -> Iterator[Executor]:
    """Give two threads."""
    with away.threads() as executor:
        yield executor


async def _awaits(state: Any) -> Any:
    return {}


async def _awaits_in_pieces(state: Any) -> Any:
    yield {}


def _imports_inside(state: Any) -> Any:
    from stepgraph.types import interrupt as question

    return {"x": [question("well?")]}


class _Callable:
    """A node that is an object."""

    def __call__(self, state: Any) -> Any:
        return {"x": [interrupt("well?")]}


def _by_keyword(state: Any, extra: int) -> Any:
    return {"x": [get_config(), extra]}


NEEDY: list[tuple[Any, str]] = [
    (_awaits, "is a coroutine function or an asynchronous generator"),
    (_awaits_in_pieces, "is a coroutine function or an asynchronous generator"),
    (INSIDE, "is a graph of its own"),
    (lambda state, config: {}, "takes 'config' from the run"),
    (lambda state, runtime: {}, "takes 'runtime' from the run"),
    (lambda state, *, writer, store: {}, "takes 'writer' and 'store' from the run"),
    (lambda state: {"x": [interrupt("well?")]}, r"calls interrupt\(\)"),
    (lambda state: {"x": [types.interrupt("well?")]}, r"calls interrupt\(\)"),
    (lambda state: [interrupt(n) for n in state["x"]], r"calls interrupt\(\)"),
    (_imports_inside, r"calls interrupt\(\)"),
    (_Callable(), r"calls interrupt\(\)"),
    (partial(_by_keyword, extra=1), r"calls get_config\(\)"),
    (lambda state: get_store(), r"calls get_store\(\)"),
    (lambda state: get_stream_writer()(1), r"calls get_stream_writer\(\)"),
    (lambda state: get_runtime().context, r"calls get_runtime\(\)"),
    (lambda state: {"x": [INSIDE.invoke(state)]}, "runs a graph inside"),
    (lambda state: HELPER(state).result(), "calls the task 'square'"),
]


@pytest.mark.parametrize(("node", "why"), NEEDY)
def test_a_node_that_needs_its_run_is_refused_when_it_is_compiled(node: Any, why: str, threads: Executor) -> None:
    """By its signature, and by the names that its code uses."""
    with pytest.raises(ExecutorError, match=f"^Node 'a' cannot run on the executor, because it {why}: ") as raised:
        away.alone(node).compile(executor=threads)

    assert (raised.value.code, raised.value.node) == ("executor.needs_context", "a")


def test_several_functions_in_turn_are_refused(threads: Executor) -> None:
    """They are one node only here."""
    node = NodeBuilder().subscribe_only("x").do(abs).do(abs).write_to("y")
    parts: Any = {"nodes": {"a": node}, "channels": {"x": LastValue(int), "y": LastValue(int)}}

    with pytest.raises(ExecutorError, match="because it is made of several functions: "):
        Pregel(**parts, input_channels="x", output_channels="y", executor=threads)


def test_a_graph_of_bare_channels_runs_on_an_executor_too(threads: Executor) -> None:
    """Its nodes are functions as well."""
    node = NodeBuilder().subscribe_only("x").do(abs).write_to("y")
    parts: Any = {"nodes": {"a": node}, "channels": {"x": LastValue(int), "y": LastValue(int)}}

    assert Pregel(**parts, input_channels="x", output_channels="y", executor=threads).invoke(-3) == 3


@pytest.mark.parametrize("wait", ["pool", "threads"])
@pytest.mark.slow
def test_a_need_that_nobody_could_see_is_refused_where_it_arises(wait: str, request: pytest.FixtureRequest) -> None:
    """There is nobody to ask."""
    executor: Executor = request.getfixturevalue(wait)
    graph = away.alone(away.asks_deep_inside).compile(executor=executor)

    with pytest.raises(ExecutorError, match=r"because it asks for an answer with interrupt\(\): that exists") as raised:
        graph.invoke({"n": 1})

    assert (raised.value.code, raised.value.node) == ("executor.needs_context", "a")


def test_a_question_that_is_raised_is_refused_as_well(threads: Executor) -> None:
    """The run could pause for it, but the node would go on elsewhere."""

    def node(state: Any) -> Any:
        with pytest.warns(DeprecationWarning, match="NodeInterrupt is deprecated"):
            raise NodeInterrupt("well?")

    with pytest.raises(ExecutorError, match="because it raised NodeInterrupt, which asks something of the run: "):
        away.alone(node).compile(executor=threads).invoke({"n": 1})


DEEP: list[Callable[[], Any]] = [get_config, get_store, get_stream_writer, get_runtime, lambda: INSIDE.invoke({"n": 2})]


@pytest.mark.parametrize("need", DEEP)
def test_what_belongs_to_the_run_is_out_of_reach(need: Callable[[], Any], threads: Executor) -> None:
    """Also by way of another function."""
    needs = {"get": need}

    with pytest.raises(ExecutorError, match="that exists only where the run is"):
        away.alone(lambda state: {"x": [needs["get"]()]}).compile(executor=threads).invoke({"n": 1})


def _inner() -> Callable[[Any], Any]:
    """Return a function that no module knows by name."""

    def node(state: Any) -> Any:
        return {}

    return node


@pytest.mark.parametrize("node", [_inner(), lambda state: {}, partial(_inner())])
def test_a_function_without_a_module_is_refused_when_it_is_compiled(node: Any, pool: Executor) -> None:
    """Another process could not find it."""
    text = r"because .* cannot be pickled: .* Give it a function that a module defines"
    builder = StateGraph(away.State).add_node("a", node).add_edge("__start__", "a")

    with pytest.raises(ExecutorError, match=text) as raised:
        builder.compile(executor=pool)

    assert raised.value.code == "executor.unsendable"


def test_an_input_that_cannot_travel_names_its_field(pool: Executor) -> None:
    """Nothing is sent."""
    graph = away.alone(away.square).compile(executor=pool)

    with pytest.raises(
        ExecutorError, match=r"because the field 'x\.0\.at' of its input cannot be pickled: it is a lock"
    ) as raised:
        graph.invoke({"n": 1, "x": [{"at": threading.Lock()}]})

    assert (raised.value.code, raised.value.field) == ("executor.unsendable", "x.0.at")


@pytest.mark.slow
def test_a_result_that_cannot_travel_names_its_field(pool: Executor) -> None:
    """The process lives on."""
    with pytest.raises(
        ExecutorError, match=r"because the field 'x\.0\.held' of its result cannot be pickled"
    ) as raised:
        away.alone(away.locks).compile(executor=pool).invoke({"n": 1})

    assert (raised.value.code, raised.value.field) == ("executor.unsendable", "x.0.held")
    assert away.alone(away.square).compile(executor=pool).invoke({"n": 3}) == {"n": 3, "x": [9]}


@pytest.mark.slow
def test_code_that_is_not_there_is_named(pool: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that only this process has."""
    module: Any = type(sys)("only_here")
    exec("def node(state):\n    return {}", module.__dict__)
    monkeypatch.setitem(sys.modules, "only_here", module)

    with pytest.raises(
        ExecutorError, match=r"^Node 'a' could not be loaded on process .*No module named 'only_here'"
    ) as raised:
        away.alone(module.node).compile(executor=pool).invoke({"n": 1})

    assert raised.value.code == "executor.not_loaded"


def test_a_refusal_can_travel_itself() -> None:
    """A whole run may be another process's work."""
    error = ExecutorError("executor.failed", "It failed.", node="a", field="x")

    found = pickle.loads(pickle.dumps(error))

    assert (str(found), vars(found)) == ("It failed.", vars(error))


def test_an_executor_for_nobody_is_refused(threads: Executor) -> None:
    """A name is easily mistyped."""
    with pytest.raises(ExecutorError, match="There is no node 'sqare' to run on an executor"):
        away.alone(away.square).compile(executor={"sqare": threads})


def test_what_is_no_executor_is_refused() -> None:
    """A number of processes is none."""
    wrong: Any = 4

    with pytest.raises(TypeError, match="The executor of node 'a' is a int, and no"):
        away.alone(away.square).compile(executor=wrong)
