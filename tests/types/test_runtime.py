"""What the code of a node can reach: its config, its runtime, and its caller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from stepgraph.config import get_config, get_store, get_stream_writer
from stepgraph.runtime import DEFAULT_RUNTIME, ExecutionInfo, RunControl, Runtime, ServerInfo, get_runtime
from stepgraph.scope import TaskScope, current_scope
from stepgraph.types import interrupt

ASKERS: list[Callable[[], Any]] = [get_config, get_store, get_stream_writer, get_runtime, lambda: interrupt("q")]
INFO = ExecutionInfo("checkpoint", "ns", "task")


@contextmanager
def task(runtime: Runtime[Any]) -> Iterator[list[Any]]:
    """A task is running here, whose caller answers every question with its own value; what was asked is listed."""
    asked: list[Any] = []

    def ask(value: object, schema: Any) -> Any:
        asked.append((value, schema))
        return value

    token = current_scope.set(TaskScope({"tags": ["t"]}, runtime, ask))
    try:
        yield asked
    finally:
        current_scope.reset(token)


@pytest.mark.parametrize("ask", ASKERS)
def test_outside_of_a_task_there_is_nothing_to_reach(ask: Callable[[], Any]) -> None:
    """In the words of the reference."""
    with pytest.raises(RuntimeError, match=r"^Called get_config outside of a runnable context$"):
        ask()


def test_a_node_reaches_what_its_run_was_given() -> None:
    """Without a parameter for it."""
    runtime = Runtime(context=7, store="store")

    with task(runtime):
        reached = (get_config(), get_runtime(int), get_store(), get_stream_writer())

    assert reached == ({"tags": ["t"]}, runtime, "store", runtime.stream_writer)


def test_a_question_goes_to_the_caller() -> None:
    """With the form of the answer, if it was said."""
    with task(DEFAULT_RUNTIME) as asked:
        answers = [interrupt("q"), interrupt("r", response_schema=int)]

    assert (answers, asked) == (["q", "r"], [("q", None), ("r", int)])


def test_a_runtime_without_anything_set_is_the_default_one() -> None:
    """Writing and heartbeats go nowhere."""
    DEFAULT_RUNTIME.stream_writer("event")
    DEFAULT_RUNTIME.heartbeat()

    assert Runtime() == DEFAULT_RUNTIME
    assert (Runtime().context, Runtime().store, Runtime().drain_requested, Runtime().drain_reason) == (
        None,
        None,
        False,
        None,
    )


def test_a_runtime_can_be_made_through_its_annotation() -> None:
    """Which a frozen class with slots could not on Python 3.11."""
    assert Runtime[int](context=3) == Runtime(context=3)


def test_merging_takes_what_the_other_sets() -> None:
    """And keeps the rest."""
    heard: list[Any] = []
    ours = Runtime(context=1, store="ours", stream_writer=heard.append, execution_info=INFO)

    merged = ours.merge(Runtime(context=2, previous=0))

    assert merged == Runtime(context=2, store="ours", stream_writer=heard.append, execution_info=INFO, previous=0)
    assert DEFAULT_RUNTIME.merge(ours) == ours


def test_parts_of_a_runtime_can_be_replaced() -> None:
    """In a new one."""
    runtime = Runtime(context=1, server_info=ServerInfo("assistant", "graph"))

    patched = runtime.override(execution_info=INFO).patch_execution_info(node_attempt=2)

    assert patched.execution_info == ExecutionInfo("checkpoint", "ns", "task", node_attempt=2)
    assert runtime.execution_info is None
    with pytest.raises(RuntimeError, match=r"^Cannot patch execution_info before it has been set$"):
        runtime.patch_execution_info(node_attempt=2)


def test_a_run_can_be_asked_to_stop() -> None:
    """The last reason counts, and every runtime of the run knows it."""
    control = RunControl()
    runtime = Runtime(control=control)
    before = (runtime.drain_requested, runtime.drain_reason)

    control.request_drain()
    control.request_drain("deploy")

    assert (before, runtime.drain_requested, runtime.drain_reason) == ((False, None), True, "deploy")
