"""The plain and the async driver: threads, coroutines, what a node can reach, and failures beside siblings."""

from __future__ import annotations

import asyncio
import threading
from contextvars import ContextVar
from functools import partial
from typing import Any

import pytest

from stepgraph.checkpoint.memory import InMemorySaver
from stepgraph.config import get_config, get_stream_writer
from stepgraph.errors import NodeCancelledError
from stepgraph.runtime import Runtime, get_runtime
from stepgraph.scope import RunnableConfig
from stepgraph.types import StreamWriter
from tests.pregel.graphs import build, fails, kept, thread

colour: ContextVar[str] = ContextVar("colour", default="none")


def test_tasks_of_a_superstep_run_side_by_side() -> None:
    """Each waits for the other at a barrier that one alone could not pass."""
    meeting = threading.Barrier(2, timeout=10)

    def meet(state: Any) -> Any:
        meeting.wait()
        return {"x": [threading.current_thread() is threading.main_thread()]}

    graph = build([("__start__", "a"), ("__start__", "b")], a=meet, b=meet).compile()

    assert graph.invoke({"x": []}) == {"x": [False, False]}


def test_max_concurrency_bounds_the_threads() -> None:
    """With one at a time no two tasks are ever inside."""
    inside, most = [0], [0]

    def work(state: Any) -> None:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        inside[0] -= 1

    nodes = dict.fromkeys("abcdef", work)
    graph = build([("__start__", name) for name in nodes], **nodes).compile()

    graph.invoke({"x": []}, {"max_concurrency": 1})

    assert most == [1]


async def test_max_concurrency_bounds_the_coroutines() -> None:
    """With one at a time no two tasks are ever inside."""
    inside, most = [0], [0]

    async def work(state: Any) -> None:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        await asyncio.sleep(0)
        inside[0] -= 1

    nodes = dict.fromkeys("abc", work)
    graph = build([("__start__", name) for name in nodes], **nodes).compile()

    await graph.ainvoke({"x": []}, {"max_concurrency": 1})

    assert most == [1]


def test_a_lone_task_runs_in_the_callers_thread() -> None:
    """No thread is made for it."""
    where: list[threading.Thread] = []
    graph = build([("__start__", "a")], a=lambda state: where.append(threading.current_thread())).compile()

    graph.invoke({"x": []})

    assert where == [threading.current_thread()]


def test_context_variables_reach_nodes_and_do_not_leak_out() -> None:
    """A node sees what its caller set, in a thread too; what it sets stays with it."""

    def paint(state: Any) -> Any:
        seen = colour.get()
        colour.set("changed")
        return {"x": [seen]}

    graph = build([("__start__", "a"), ("__start__", "b"), ("a", "c")], a=paint, b=paint, c=paint).compile()
    token = colour.set("blue")

    output = graph.invoke({"x": []})

    assert (output, colour.get()) == ({"x": ["blue", "blue", "blue"]}, "blue")
    colour.reset(token)


def test_a_coroutine_node_refuses_the_plain_way() -> None:
    """The error says which node it is and what to call instead."""

    async def waits(state: Any) -> Any:
        return {"x": ["a"]}

    graph = build([("__start__", "a")], a=waits).compile()

    assert graph.has_async_nodes
    with pytest.raises(TypeError, match='No synchronous function provided to "a"'):
        graph.invoke({"x": []})


async def test_plain_and_coroutine_nodes_run_in_one_graph() -> None:
    """Plain ones in threads, so that they do not hold up the event loop; routers may be either."""

    async def waits(state: Any) -> Any:
        await asyncio.sleep(0)
        return {"x": ["a"]}

    async def route(state: Any) -> str:
        return "b" if state["x"] == ["a"] else "__end__"

    def plain(state: Any) -> Any:
        return {"x": [threading.current_thread() is threading.main_thread()]}

    graph = build([("__start__", "a")], a=waits, b=plain).add_conditional_edges("a", route).compile()

    assert await graph.ainvoke({"x": []}) == {"x": ["a", False]}


async def test_a_failure_cancels_coroutine_siblings() -> None:
    """What is still waiting is cancelled, and stored as that."""

    async def waits(state: Any) -> Any:
        await asyncio.Event().wait()

    async def breaks(state: Any) -> Any:
        await asyncio.sleep(0)
        raise ValueError("no")

    graph = kept(build([("__start__", "a"), ("__start__", "b")], a=breaks, b=waits))

    with pytest.raises(ValueError, match="no"):
        await graph.ainvoke({"x": []}, thread())

    tasks: dict[str, Any] = {task.name: task.error for task in graph.get_state(thread()).tasks}
    assert sorted(tasks.items()) == [("a", "ValueError('no')"), ("b", "CancelledError()")]


def test_a_failure_lets_running_threads_end() -> None:
    """A thread cannot be stopped, so what it still writes is kept and not run again."""
    failed, ran = threading.Event(), list[str]()

    def slow(state: Any) -> Any:
        ran.append("slow")
        failed.wait(10)
        return {"x": ["slow"]}

    def breaks(state: Any) -> Any:
        failed.set()
        raise ValueError("no")

    graph = kept(build([("__start__", "b"), ("__start__", "s")], b=breaks, s=slow))
    with pytest.raises(ValueError, match="no"):
        graph.invoke({"x": []}, thread())

    with pytest.raises(ValueError, match="no"):
        graph.invoke(None, thread())

    assert (ran, graph.get_state(thread()).next) == (["slow"], ("b",))


async def test_a_node_that_cancels_itself_fails_with_a_name() -> None:
    """The caller's own cancellation is something else."""

    async def quits(state: Any) -> Any:
        raise asyncio.CancelledError

    graph = build([("__start__", "a")], a=quits).compile()

    with pytest.raises(NodeCancelledError, match=r"Node 'a' raised asyncio\.CancelledError"):
        await graph.ainvoke({"x": []})


async def test_cancelling_the_caller_cancels_the_nodes() -> None:
    """A run that nobody waits for any more leaves nothing running."""
    cancelled, started = asyncio.Event(), asyncio.Event()

    async def waits(state: Any) -> Any:
        started.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.set()
            raise

    graph = build([("__start__", "a")], a=waits).compile()
    run = asyncio.create_task(graph.ainvoke({"x": []}))
    await started.wait()

    run.cancel()

    with pytest.raises(asyncio.CancelledError):
        await run
    await asyncio.wait_for(cancelled.wait(), 10)


def test_a_failure_says_during_which_task_it_happened() -> None:
    """As a note; class and text of the user's error stay as they are."""
    graph = build([("__start__", "a")], a=fails).compile()

    with pytest.raises(ValueError, match="no") as failure:
        graph.invoke({"x": []})

    assert str(failure.value) == "no"
    assert failure.value.__notes__[0].startswith("During task with name 'a' and id '")


def test_nodes_are_handed_what_they_name() -> None:
    """Config, runtime and writer by name; the config says where the task stands."""
    seen: dict[str, Any] = {}

    def curious(state: Any, config: RunnableConfig, runtime: Runtime[Any], writer: StreamWriter) -> None:
        seen["node"] = config["metadata"]["langgraph_node"]
        seen["step"] = config["metadata"]["langgraph_step"]
        seen["mine"] = config["configurable"]["mine"]
        seen["context"] = runtime.context
        seen["same"] = get_config() is config and get_runtime() is runtime and get_stream_writer() is writer

    graph = build([("__start__", "a")], a=curious).compile()

    graph.invoke({"x": []}, {"configurable": {"mine": 5}}, context={"user": "u"})

    assert seen == {"node": "a", "step": 1, "mine": 5, "context": {"user": "u"}, "same": True}


def test_a_task_knows_its_place() -> None:
    """Its ids are those that the facts, the stream and the thread show."""
    from stepgraph.runtime import ExecutionInfo

    seen: list[ExecutionInfo | None] = []
    graph = kept(build([("__start__", "a")], a=lambda state, runtime: seen.append(runtime.execution_info)))

    events = list(graph.stream({"x": []}, thread(), stream_mode="tasks"))

    (info,) = seen
    assert info is not None
    assert (info.task_id, info.thread_id, info.node_attempt) == (events[0]["id"], "1", 1)
    assert info.checkpoint_ns == f"a:{info.task_id}"


@pytest.mark.parametrize("number", range(5))
def test_routers_of_parallel_tasks_read_the_same_state(number: int) -> None:
    """Many threads read the kept values at once; each sees the state with its own task's writes only."""
    names = [f"n{index}" for index in range(20)]
    nodes = {name: lambda state, name=name: {"x": [name]} for name in names}
    builder = build([("__start__", name) for name in names], **nodes)
    seen: dict[str, Any] = {}

    def note(name: str, state: Any) -> str:
        seen[name] = state["x"]
        return "__end__"

    for name in names:
        builder.add_conditional_edges(name, partial(note, name))

    builder.compile().invoke({"x": ["in"], "y": number})

    assert seen == {name: ["in", name] for name in names}


async def test_a_graph_that_a_coroutine_returns_is_run_in_its_place() -> None:
    """It is given what the node was given, and awaited."""

    async def inside(state: Any) -> Any:
        return {"x": ["inside"]}

    inner = build([("__start__", "i")], i=inside).compile()

    async def hands_on(state: Any) -> Any:
        return inner

    graph = build([("__start__", "a")], a=hands_on).compile()

    assert await graph.ainvoke({"x": ["in"]}) == {"x": ["in", "in", "inside"]}


def test_what_ends_the_process_lets_go_of_nothing_that_was_done() -> None:
    """A node that leaves ends the run there and then; what the others did beside it is kept."""
    has_left = threading.Event()

    def leave(state: Any) -> Any:
        has_left.set()
        raise SystemExit(3)

    def work(state: Any) -> Any:
        assert has_left.wait(10)
        return {"x": ["worked"]}

    graph = build([("__start__", "a"), ("__start__", "b")], a=leave, b=work).compile(InMemorySaver())

    with pytest.raises(SystemExit):
        graph.invoke({"x": []}, thread("1"))

    assert (graph.get_state(thread("1")).next, graph.get_state(thread("1")).values) == (("a",), {"x": ["worked"]})
