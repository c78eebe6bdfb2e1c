# mypy: disable-error-code="untyped-decorator"
"""Stories of functions as graphs, written once for both libraries: each returns what its caller can see of it."""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Callable
from typing import Annotated, Any, TypedDict

THREAD: dict[str, Any] = {"configurable": {"thread_id": "1"}}
MODES = ["values", "updates", "tasks", "custom"]


def events(graph: Any, given: Any, **options: Any) -> list[Any]:
    """All events of one run, and what it raised."""
    told: list[Any] = []
    try:
        told.extend(graph.stream(given, THREAD, stream_mode=MODES, **options))
    except Exception as error:  # noqa: BLE001  # whatever is raised is part of the story
        told.append(f"{type(error).__name__}: {error}")
    return told


def thread(graph: Any) -> list[Any]:
    """The head of the thread and its history."""
    head = graph.get_state(THREAD)
    seen: list[Any] = [
        (head.values, head.next, [(t.name, t.path, t.error, t.interrupts, t.result) for t in head.tasks])
    ]
    for state in graph.get_state_history(THREAD):
        tasks = [(task.name, task.interrupts, task.result) for task in state.tasks]
        seen.append((state.values, state.next, state.metadata["source"], state.metadata["step"], tasks))
    return seen


def refused(call: Callable[[], Any]) -> str:
    """What `call` raises, as text."""
    try:
        return repr(call())
    except Exception as error:  # noqa: BLE001  # whatever is raised is what is compared
        return f"{type(error).__name__}: {error}"


def one_after_the_other(lib: Any) -> list[Any]:
    @lib.task
    def add(a: int, b: int = 1) -> int:
        return a + b

    @lib.entrypoint(checkpointer=lib.InMemorySaver())
    def flow(x: int) -> list[int]:
        return [add(add(x).result(), b=5).result()]

    return [*events(flow, 1), *thread(flow), flow.name, flow.stream_mode, list(flow.nodes), list(flow.channels)]


def all_at_once(lib: Any) -> list[Any]:
    @lib.task
    def double(x: int) -> int:
        return 2 * x

    @lib.entrypoint()
    def flow(x: int) -> list[int]:
        futures = [double(number) for number in range(x)]
        return [future.result() for future in futures]

    return [flow.invoke(30)]


def previous_result(lib: Any) -> list[Any]:
    @lib.task
    def seen(*, previous: Any = None) -> Any:
        return previous

    @lib.entrypoint(checkpointer=lib.InMemorySaver())
    def flow(x: int, *, previous: Any = None, runtime: Any) -> Any:
        runtime.stream_writer((previous, runtime.previous, seen().result()))
        return lib.entrypoint.final(value=x, save=(previous or 0) + x)

    return [*events(flow, 1), *events(flow, 5), *events(flow, 7), *thread(flow)]


def questions(lib: Any) -> list[Any]:
    runs: list[str] = []

    @lib.task
    def draft(topic: str) -> str:
        runs.append(topic)
        return topic.upper()

    @lib.task
    def ask(question: str) -> Any:
        runs.append(question)
        return lib.interrupt(question)

    @lib.entrypoint(checkpointer=lib.InMemorySaver())
    def flow(topic: str) -> list[Any]:
        text = draft(topic).result()
        return [text, ask("good?").result(), lib.interrupt("sure?")]

    seen: list[Any] = []
    for given in ("essay", lib.Command(resume="yes"), lib.Command(resume="very")):
        seen += [*events(flow, given), *thread(flow), list(runs)]
    return seen


def two_questions(lib: Any) -> list[Any]:
    @lib.task
    def ask(question: str) -> Any:
        return lib.interrupt(question)

    @lib.entrypoint(checkpointer=lib.InMemorySaver())
    def flow(_: int) -> list[Any]:
        # The first is waited for before the second is asked.
        return [ask("a").result(), ask("b").result()]

    first = flow.invoke(1, THREAD)["__interrupt__"]
    second = flow.invoke(lib.Command(resume={first[0].id: 1}), THREAD)["__interrupt__"]
    return [first[0].value, second[0].value, flow.invoke(lib.Command(resume=2), THREAD), first[0].id == second[0].id]


def caught(lib: Any) -> list[Any]:
    @lib.task(name="named")
    def fail(x: int) -> None:
        raise ValueError(f"no {x}")

    @lib.entrypoint(checkpointer=lib.InMemorySaver())
    def flow(x: int) -> str:
        try:
            fail(x).result()
        except ValueError as error:
            return str(error)
        return "unreached"

    return [*events(flow, 1), *thread(flow)]


def failed_and_resumed(lib: Any) -> list[Any]:
    runs: list[str] = []

    @lib.task
    def good() -> str:
        runs.append("good")
        return "good"

    @lib.task
    def bad() -> str:
        runs.append("bad")
        if len(runs) < 3:
            raise ValueError("not yet")
        return "bad"

    @lib.entrypoint(checkpointer=lib.InMemorySaver())
    def flow(_: int) -> list[str]:
        return [good().result(), bad().result()]

    return [*events(flow, 1), *thread(flow), list(runs), *events(flow, None), list(runs), *thread(flow)]


def nobody_waits(lib: Any) -> list[Any]:
    ended: list[str] = []

    @lib.task
    def note() -> None:
        ended.append("noted")

    @lib.task
    def fail() -> None:
        raise ValueError("unheard")

    @lib.entrypoint()
    def flow(x: int) -> int:
        note()
        fail()
        return x

    return [flow.invoke(3), ended]


def called_by_called(lib: Any) -> list[Any]:
    @lib.task
    def add(a: int) -> int:
        return a + 1

    @lib.task
    def twice(a: int) -> int:
        return int(add(add(a).result()).result())

    @lib.entrypoint(checkpointer=lib.InMemorySaver())
    def flow(x: int) -> int:
        return int(twice(x).result())

    return [*events(flow, 1), *thread(flow)]


def tried_again(lib: Any) -> list[Any]:
    policy = lib.RetryPolicy(initial_interval=0.001, jitter=False, max_attempts=3)
    counts = {"task": 0, "flow": 0}

    @lib.task(retry_policy=policy)
    def flaky() -> int:
        counts["task"] += 1
        if counts["task"] < 3:
            raise ConnectionError("once more")
        return counts["task"]

    @lib.entrypoint(retry_policy=policy)
    def flow(x: int) -> list[int]:
        counts["flow"] += 1
        found = flaky().result()
        if counts["flow"] < 2:
            raise ConnectionError("and again")
        return [x, found]

    return [*events(flow, 1), counts]


def kept_results(lib: Any) -> list[Any]:
    calls: list[int] = []

    @lib.task(cache_policy=lib.CachePolicy())
    def slow(x: int) -> int:
        calls.append(x)
        return len(calls)

    cache = lib.InMemoryCache()

    @lib.entrypoint(cache=cache)
    def flow(x: int) -> int:
        return int(slow(x).result())

    seen = [flow.invoke(1), flow.invoke(1), flow.invoke(2), *events(flow, 1)]
    slow.clear_cache(cache)
    return [*seen, flow.invoke(1), list(calls)]


def in_a_node(lib: Any) -> list[Any]:
    @lib.task
    def add(a: int) -> int:
        return a + 1

    state = TypedDict("state", {"x": Annotated[list[int], operator.add]})  # noqa: UP013  # made for this graph alone

    def node(_: Any) -> Any:
        return {"x": [add(1).result()]}

    graph = lib.StateGraph(state).add_node("n", node).add_edge(lib.START, "n").compile(checkpointer=lib.InMemorySaver())
    return [*events(graph, {"x": []}), *thread(graph)]


def graphs_inside(lib: Any) -> list[Any]:
    @lib.task
    def add(a: int) -> int:
        return a + 1

    @lib.entrypoint()
    def inner(x: int) -> int:
        return int(add(x).result()) * 10

    @lib.task
    def calling(x: int) -> int:
        return int(inner.invoke(x))

    @lib.entrypoint(checkpointer=lib.InMemorySaver())
    def flow(x: int) -> int:
        return int(inner.invoke(x)) + int(calling(x).result())

    return [*events(flow, 1, subgraphs=True)]


def coroutines(lib: Any) -> list[Any]:
    @lib.task
    async def add(a: int) -> int:
        await asyncio.sleep(0)
        return a + 1

    @lib.task
    def plain(a: int) -> int:
        return a * 2

    @lib.entrypoint(checkpointer=lib.InMemorySaver())
    async def flow(x: int) -> list[int]:
        return [*await asyncio.gather(add(x), plain(x)), await add(await plain(x))]

    @lib.entrypoint()
    def waiting(x: int) -> int:
        return int(add(x).result())

    async def collected() -> list[Any]:
        return [part async for part in flow.astream(1, THREAD, stream_mode="updates")][-1:]

    return [
        asyncio.run(collected()),
        asyncio.run(flow.ainvoke(3, THREAD)),
        refused(lambda: flow.invoke(1, THREAD)),
        refused(lambda: waiting.invoke(1)),
        asyncio.run(waiting.ainvoke(1)),
    ]


def refusals(lib: Any) -> list[Any]:
    @lib.task
    def add(a: int) -> int:
        return a + 1

    def many(x: int) -> Any:
        yield x

    def nothing() -> None: ...

    @lib.entrypoint()
    def flow(x: int) -> int:
        return x

    return [
        refused(lambda: add(1)),
        refused(lambda: lib.entrypoint()(many)),
        refused(lambda: lib.entrypoint()(nothing)),
        refused(lambda: flow.invoke(None)),
    ]


def threads_edited(lib: Any) -> list[Any]:
    @lib.entrypoint(checkpointer=lib.InMemorySaver())
    def flow(x: int, *, previous: Any = None) -> Any:
        return [x, previous]

    flow.invoke(1, THREAD)
    flow.update_state(THREAD, "edited")
    seen = [flow.get_state(THREAD).values, flow.invoke(2, THREAD)]
    old = list(flow.get_state_history(THREAD))[-1].config
    return [*seen, flow.invoke(None, old), *thread(flow)]


STORIES: list[Callable[[Any], list[Any]]] = [
    one_after_the_other,
    all_at_once,
    previous_result,
    questions,
    two_questions,
    caught,
    failed_and_resumed,
    nobody_waits,
    called_by_called,
    tried_again,
    kept_results,
    in_a_node,
    graphs_inside,
    coroutines,
    refusals,
    threads_edited,
]
