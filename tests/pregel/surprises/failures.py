"""Surprises 52-61: failures, caches and savers."""

from __future__ import annotations

import asyncio
import threading
import warnings
from typing import Any

from tests.pregel.surprises.prelude import START, STATE, asks, fails, graph, kept, says, surprise, thread, tried


@surprise(
    52,
    "a router that failed is skipped when the run goes on: its node's writes were kept, so it counts as done",
    expected=("ZeroDivisionError: division by zero", (), {"x": ["a"]}),
)
def router_that_failed(lib: Any) -> Any:
    faults = [1]
    builder = graph(lib, [(START, "a")], a=says("a"), b=says("b"))
    compiled = kept(lib, builder.add_conditional_edges("a", lambda state: 1 / 0 if faults else "b"))
    ended = tried(lambda: compiled.invoke({"x": []}, thread()))
    faults.clear()
    return (ended, compiled.get_state(thread()).next, compiled.invoke(None, thread()))


@surprise(
    53,
    "two writes to a LastValue stay pending: the head and going on raise, the history can be read",
    expected=["InvalidUpdateError", "InvalidUpdateError", "InvalidUpdateError", 2],
)
def conflict_that_stays(lib: Any) -> Any:
    nodes = {"a": lambda state: {"y": 1}, "b": lambda state: {"y": 2}}
    compiled = kept(lib, graph(lib, [(START, "a"), (START, "b")], **nodes))
    raised = [
        tried(lambda: compiled.invoke({"x": []}, thread())),
        tried(lambda: compiled.get_state(thread())),
        tried(lambda: compiled.invoke(None, thread())),
    ]
    return [*[text.partition(":")[0] for text in raised], len(list(compiled.get_state_history(thread())))]


@surprise(
    54,
    "what ended beside a failure is not run again when the run goes on, but it is when it goes on from an id",
    expected=[["bad"], ["bad", "ok"]],
)
def sibling_of_a_failure(lib: Any) -> Any:
    ran: list[str] = []
    done = threading.Event()

    def good(state: Any) -> None:
        ran.append("ok")
        done.set()

    def bad(state: Any) -> None:
        done.wait(10)
        ran.append("bad")
        raise ValueError("x")

    compiled = kept(lib, graph(lib, [(START, "bad"), (START, "ok")], bad=bad, ok=good))
    tried(lambda: compiled.invoke({"x": []}, thread()))

    def again(config: Any) -> list[str]:
        ran.clear()
        tried(lambda: compiled.invoke(None, config))
        return sorted(ran)

    return [again(thread()), again(compiled.get_state(thread()).config)]


@surprise(
    55,
    "what ended beside a question is not run again, also in a graph inside; in 1.2.9 it was there",
    expected=[["ask"], ["ask"]],
)
def sibling_of_a_question(lib: Any) -> Any:
    ran: list[str] = []

    def ask(state: Any) -> Any:
        ran.append("ask")
        return asks(lib)(state)

    def resumed(compiled: Any) -> list[str]:
        compiled.invoke({"x": []}, thread())
        ran.clear()
        compiled.invoke(lib.Command(resume=1), thread())
        return sorted(ran)

    pair = graph(lib, [(START, "ask"), (START, "ok")], ask=ask, ok=lambda state: ran.append("ok"))
    return [resumed(kept(lib, pair)), resumed(kept(lib, graph(lib, [(START, "s")], s=pair.compile())))]


@surprise(
    56,
    "beside a failure plain siblings end and are kept, and awaited ones are cancelled and kept as failed",
    expected=[("s", None, {"x": ["slow"]}), ("s", "CancelledError()", None)],
)
def siblings_that_still_run(lib: Any) -> Any:
    started, failed = threading.Event(), threading.Event()

    def slow(state: Any) -> Any:
        started.set()
        failed.wait(10)
        return {"x": ["slow"]}

    def bad(state: Any) -> Any:
        started.wait(10)
        # The sibling may end from now on, which is after this failure was seen in either library.
        threading.Timer(0.1, failed.set).start()
        raise ValueError("x")

    async def slow_awaited(state: Any) -> Any:
        await asyncio.Event().wait()

    async def bad_awaited(state: Any) -> Any:
        await asyncio.sleep(0)
        raise ValueError("x")

    plain = kept(lib, graph(lib, [(START, "b"), (START, "s")], b=bad, s=slow))
    awaited = kept(lib, graph(lib, [(START, "b"), (START, "s")], b=bad_awaited, s=slow_awaited))
    tried(lambda: plain.invoke({}, thread()))
    tried(lambda: asyncio.run(awaited.ainvoke({}, thread())))
    return [
        (task.name, task.error, task.result)
        for compiled in (plain, awaited)
        for task in compiled.get_state(thread()).tasks
        if task.name == "s"
    ]


@surprise(
    57,
    "errors come back from a saver as texts, and tuples as lists",
    expected=({"x": [[1, 2]]}, "ValueError('x')"),
)
def what_a_saver_changes(lib: Any) -> Any:
    compiled = kept(lib, graph(lib, [(START, "a"), ("a", "b")], a=lambda state: {"x": [(1, 2)]}, b=fails))
    tried(lambda: compiled.invoke({"x": []}, thread()))
    state = compiled.get_state(thread())
    return (state.values, state.tasks[0].error)


@surprise(58, "the edges of a failed node do not fire, although a handler took the failure", expected={"x": ["h a"]})
def edges_of_a_handled_node(lib: Any) -> Any:
    def handle(state: Any, error: Any) -> Any:
        return {"x": [f"h {error.node}"]}

    handle.__annotations__["error"] = lib.NodeError
    builder = lib.StateGraph(STATE).add_node("a", fails, error_handler=handle).add_node("b", says("b"))
    return builder.add_edge(START, "a").add_edge("a", "b").compile().invoke({"x": []})


@surprise(
    59,
    "a failure that was handled beside a sibling does not end the run; in 1.2.9 it did",
    expected={"x": ["handled", "s"]},
)
def handled_beside_a_sibling(lib: Any) -> Any:
    builder = lib.StateGraph(STATE).add_node("a", fails, error_handler=says("handled")).add_node("s", says("s"))
    return tried(lambda: builder.add_edge(START, "a").add_edge(START, "s").compile().invoke({"x": []}))


@surprise(
    60,
    "a node that failed is not kept by the cache; in 1.2.9 the next run skipped it",
    expected=["ValueError: x", "ValueError: x"],
)
def failure_of_a_cached_node(lib: Any) -> Any:
    builder = lib.StateGraph(STATE).add_node("a", fails, cache_policy=lib.CachePolicy()).add_edge(START, "a")
    compiled = builder.compile(cache=lib.InMemoryCache())
    return [tried(lambda: compiled.invoke({"x": [1]})) for _ in range(2)]


@surprise(
    61,
    "durability 'sync' without a saver runs; the reference stumbles over a name of its own",
    expected=({"x": ["a"]}, ["`durability` has no effect when no checkpointer is present."]),
    reference=(
        "AttributeError: 'SyncPregelLoop' object has no attribute '_put_checkpoint_fut'",
        ["`durability` has no effect when no checkpointer is present."],
    ),
)
def durability_without_a_saver(lib: Any) -> Any:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = tried(lambda: graph(lib, [(START, "a")], a=says("a")).compile().invoke({"x": []}, durability="sync"))
    return (found, [str(warning.message) for warning in told])
