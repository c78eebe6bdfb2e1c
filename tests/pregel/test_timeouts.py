"""How long an attempt at a node may take, and how long it may be silent."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from stepgraph.errors import NodeError, NodeTimeoutError
from stepgraph.graph import StateGraph
from stepgraph.pregel.context import LiveScope, TaskScopes
from stepgraph.pregel.facts import Fact, StepAborted, TaskFailed, TaskFinished
from stepgraph.pregel.tasks import Moment, Task
from stepgraph.pregel.watch import Watch, watched
from stepgraph.scope import current_scope
from stepgraph.types import RetryPolicy, Send, TimeoutPolicy
from tests.pregel.graphs import State, kept, says, thread

SHORT = 0.01
"""Seconds after which a node that waits for ever is given up."""


async def for_ever(state: Any) -> Any:
    """Wait for what never comes."""
    await asyncio.Event().wait()


def limited(node: Any = for_ever, timeout: Any = SHORT, **options: Any) -> StateGraph:
    """Return a builder of the node "a", whose attempts have limits."""
    builder: StateGraph = StateGraph(State)
    return builder.add_node("a", node, timeout=timeout, **options).add_edge("__start__", "a")


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


async def test_an_attempt_that_takes_too_long_is_cancelled() -> None:
    """The node learns of it by the cancellation, the caller by an error with the limit in it."""
    cancelled: list[bool] = []

    async def node(state: Any) -> Any:
        try:
            await for_ever(state)
        except asyncio.CancelledError:
            cancelled.append(True)
            raise

    with pytest.raises(NodeTimeoutError, match=r"^Node 'a' exceeded its run timeout of 0\.010s \(elapsed: ") as raised:
        await limited(node).compile().ainvoke({"x": []})

    assert (raised.value.kind, raised.value.run_timeout, cancelled) == ("run", SHORT, [True])


async def test_a_node_that_swallows_the_cancellation_has_still_failed() -> None:
    """What it returns comes too late."""

    async def node(state: Any) -> Any:
        try:
            await for_ever(state)
        except asyncio.CancelledError:
            return {"x": ["late"]}

    graph = kept(limited(node))

    with pytest.raises(NodeTimeoutError):
        await graph.ainvoke({"x": []}, thread())
    assert graph.get_state(thread()).values == {"x": []}


async def test_the_limit_is_for_one_attempt() -> None:
    """A timeout is worth another try, which starts its own clock."""
    attempts: list[int] = []

    async def node(state: Any, runtime: Any) -> Any:
        attempts.append(runtime.execution_info.node_attempt)
        if len(attempts) < 3:
            await for_ever(state)
        return {"x": ["ok"]}

    policy = RetryPolicy(initial_interval=0, jitter=False)
    facts: list[Fact] = []

    output = await limited(node, retry_policy=policy).compile().atrace({"x": []}, observe=facts.append)

    ended = next(fact for fact in facts if isinstance(fact, TaskFinished) and fact.node == "a")
    assert (output, attempts) == ({"x": ["ok"]}, [1, 2, 3])
    assert [(failed.attempt, type(failed.error), failed.pause_s) for failed in ended.failures] == [
        (1, NodeTimeoutError, 0),
        (2, NodeTimeoutError, 0),
    ]


async def test_a_handler_takes_a_timeout_like_any_failure() -> None:
    """It is told which."""

    def handler(state: Any, error: NodeError) -> Any:
        return {"x": [type(error.error).__name__]}

    assert await limited(error_handler=handler).compile().ainvoke({"x": []}) == {"x": ["NodeTimeoutError"]}


async def test_the_router_is_part_of_the_attempt() -> None:
    """What the node had written is not kept, since the attempt failed."""

    async def node(state: Any) -> Any:
        return {"x": ["a"]}

    graph = kept(limited(node).add_conditional_edges("a", for_ever))

    with pytest.raises(NodeTimeoutError):
        await graph.ainvoke({"x": []}, thread())
    assert graph.get_state(thread()).values == {"x": []}


async def test_a_packet_may_bring_its_own_limit() -> None:
    """It comes before the node's."""
    builder: StateGraph = StateGraph(State)
    builder.add_node("a", for_ever, timeout=1000)
    builder.add_conditional_edges("__start__", lambda state: Send("a", {}, timeout=SHORT))

    with pytest.raises(NodeTimeoutError, match=r"run timeout of 0\.010s"):
        await builder.compile().ainvoke({"x": []})


def test_a_packet_with_a_limit_for_a_plain_function_is_refused() -> None:
    """A thread cannot be cancelled."""
    builder: StateGraph = StateGraph(State)
    builder.add_node("a", says("a"))
    builder.add_conditional_edges("__start__", lambda state: Send("a", {}, timeout=1))

    with pytest.raises(ValueError, match=r"only supported for async nodes .* Node 'a' is sync"):
        builder.compile().invoke({"x": []})


def test_silence_counts_from_the_last_sign_of_life() -> None:
    """A sign of life does not lengthen the attempt as a whole."""
    clock = Hand()
    watch = Watch("a", TimeoutPolicy(run_timeout=10, idle_timeout=3), clock)

    clock.now_s = 2
    watch.progress()
    clock.now_s = 4
    before, left_s = watch.exceeded(), watch.left_s()
    clock.now_s = 5
    idle = watch.exceeded()
    watch.beat()
    clock.now_s = 10
    run = watch.exceeded()

    assert (before, left_s) == (None, 1)
    assert str(idle) == "Node 'a' exceeded its idle timeout of 3.000s without making progress (elapsed: 3.000s)."
    assert str(run) == "Node 'a' exceeded its run timeout of 10.000s (elapsed: 10.000s)."


Sign = Callable[[LiveScope], object]


@pytest.mark.parametrize(
    ("sign", "counts_as"),
    [
        (lambda scope: scope.runtime.heartbeat(), {"auto", "heartbeat"}),
        (lambda scope: scope.runtime.stream_writer("event"), {"auto"}),
        (lambda scope: scope.injected("writer")("event"), {"auto"}),
        (lambda scope: scope.progress(), {"auto"}),
    ],
)
@pytest.mark.parametrize("refresh_on", ["auto", "heartbeat"])
def test_what_counts_as_a_sign_of_life(sign: Sign, counts_as: set[str], refresh_on: Any) -> None:
    """A heartbeat always; what is streamed, and the work of a graph inside, unless only heartbeats count."""
    clock = Hand()
    graph = limited().compile()
    task = Task(graph.program.nodes["a"], Moment("", 1, 9, "0" * 32, str), ("p", "a"), (), {})
    task.watch = Watch("a", TimeoutPolicy(idle_timeout=3, refresh_on=refresh_on), clock)
    scope = TaskScopes({}, None).of(task)
    clock.now_s = 2

    sign(scope)

    assert task.watch.left_s() == (3 if refresh_on in counts_as else 1)


async def test_a_graph_inside_is_a_sign_of_life_for_the_tasks_around_it() -> None:
    """Through every level."""
    clock = Hand()
    graph = limited().compile()

    def task() -> Task:
        return Task(graph.program.nodes["a"], Moment("", 1, 9, "0" * 32, str), ("p", "a"), (), {})

    outer, inner = task(), task()
    outer.watch = Watch("a", TimeoutPolicy(idle_timeout=3), clock)
    around = TaskScopes({}, None).of(outer)
    clock.now_s = 2

    TaskScopes({}, None, caller=around).of(inner).progress()

    assert outer.watch.left_s() == 3


async def test_what_ends_in_time_is_passed_on() -> None:
    """Its result, its error, and its own cancellation."""
    watch = Watch("a", TimeoutPolicy(run_timeout=1000))

    async def gives() -> int:
        return 5

    async def raises() -> None:
        raise KeyError("k")

    async def cancels() -> None:
        raise asyncio.CancelledError

    assert await watched(watch, gives()) == 5
    with pytest.raises(KeyError):
        await watched(watch, raises())
    with pytest.raises(asyncio.CancelledError):
        await watched(watch, cancels())


async def test_facts_tell_of_a_timeout_as_of_any_failure() -> None:
    """With the attempts before it."""
    facts: list[Fact] = []
    policy = RetryPolicy(initial_interval=0, jitter=False, max_attempts=2)

    with pytest.raises(NodeTimeoutError):
        await limited(retry_policy=policy).compile().atrace({"x": []}, observe=facts.append)

    failed = next(fact for fact in facts if isinstance(fact, TaskFailed))
    assert (type(failed.error), failed.handler, len(failed.failures)) == (NodeTimeoutError, None, 1)


async def test_a_superstep_that_takes_too_long_is_given_up() -> None:
    """Its tasks are cancelled, and the thread can go on from the checkpoint before."""
    graph = kept(StateGraph(State).add_node("a", for_ever).add_edge("__start__", "a"))
    await graph.ainvoke({"x": []}, thread(), interrupt_before=["a"])
    graph.step_timeout = SHORT
    facts: list[Fact] = []

    with pytest.raises(TimeoutError, match=r"^Timed out$"):
        await graph.atrace(None, thread(), observe=facts.append)

    aborted = next(fact for fact in facts if isinstance(fact, StepAborted))
    assert (aborted.reason, aborted.step) == ("task_failed", 1)
    assert graph.get_state(thread()).next == ("a",)


def test_a_superstep_in_threads_is_given_up_once_they_have_ended() -> None:
    """What they wrote is kept, so they need not run again."""
    is_over = threading.Event()
    ran: list[int] = []

    def node(state: Any) -> Any:
        ran.append(1)
        is_over.wait(5)
        return {"x": ["a"]}

    builder: StateGraph = StateGraph(State)
    builder.add_node("a", node).add_node("b", says("b")).add_edge("__start__", "a").add_edge("__start__", "b")
    graph = kept(builder)
    graph.invoke({"x": []}, thread(), interrupt_before="*")
    graph.step_timeout = SHORT
    threading.Timer(0.1, is_over.set).start()

    with pytest.raises(TimeoutError, match=r"^Timed out$"):
        graph.trace(None, thread())
    graph.step_timeout = None

    assert graph.invoke(None, thread()) == {"x": ["a", "b"]}
    assert len(ran) == 1


async def test_what_a_graph_inside_streams_is_a_sign_of_life() -> None:
    """Before its task has ended."""
    clock = Hand()
    left_s: list[float] = []

    async def inside(state: Any, runtime: Any) -> None:
        clock.now_s = 2
        runtime.stream_writer("event")
        left_s.append(watches[0].left_s())

    watches: list[Watch] = []
    inner = StateGraph(State).add_node("b", inside).add_edge("__start__", "b").compile()

    async def node(state: Any) -> Any:
        task: Task = current_scope.get().task  # type: ignore[union-attr]  # the engine's own scope
        task.watch = Watch("a", TimeoutPolicy(idle_timeout=3), clock)
        watches.append(task.watch)
        await inner.ainvoke({"x": []})

    await limited(node, timeout=1000).compile().ainvoke({"x": []})

    assert left_s == [3]
