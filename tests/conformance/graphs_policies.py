"""Graphs whose nodes are tried again, handled, kept, limited or given a store, for either library."""

from __future__ import annotations

import asyncio
import importlib
import operator
from collections.abc import Callable
from types import SimpleNamespace
from typing import Annotated, Any, TypedDict

_NAMES = {
    "graph": ("StateGraph",),
    "types": ("CachePolicy", "Command", "RetryPolicy", "Send", "TimeoutPolicy", "interrupt"),
    "errors": ("NodeError", "NodeTimeoutError"),
    "checkpoint.memory": ("InMemorySaver",),
    "cache.memory": ("InMemoryCache",),
    "store.memory": ("InMemoryStore",),
    "store.base": ("BaseStore",),
    "config": ("get_store",),
}


def load(package: str) -> Any:
    """Return the names that a graph file imports."""
    names: dict[str, Any] = {}
    for module, wanted in _NAMES.items():
        found = importlib.import_module(f"{package}.{module}")
        names.update({name: getattr(found, name) for name in wanted})
    return SimpleNamespace(**names)


REFERENCE, OURS = load("langgraph"), load("stepgraph")


class State(TypedDict, total=False):
    """A log, and a plain key."""

    x: Annotated[list[Any], operator.add]
    y: int


def fails(state: Any) -> Any:
    raise ValueError("no")


def says(name: str) -> Callable[[Any], Any]:
    return lambda state: {"x": [name]}


def flaky(times: int, error: Exception) -> Callable[[Any], Any]:
    """Return a node that fails so many times."""
    left = [times]

    def node(state: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise error
        return {"x": ["ok"]}

    return node


def builder(library: Any, *edges: tuple[str, str], **nodes: Any) -> Any:
    """Return a builder; a node is an action, or an action with its options."""
    made = library.StateGraph(State)
    for name, node in nodes.items():
        action, options = node if isinstance(node, tuple) else (node, {})
        made.add_node(name, action, **options)
    for start, end in (("__start__", "a"), *edges):
        made.add_edge(start, end)
    return made


def tells(library: Any) -> Callable[..., Any]:
    """Return a handler that says what it is told."""

    def handler(state: Any, error: Any, config: Any) -> Any:
        metadata = config["metadata"]
        where = (metadata["langgraph_node"], metadata["langgraph_step"], metadata["langgraph_path"])
        return {"x": [error.node, repr(error.error), where, metadata["langgraph_triggers"]]}

    handler.__annotations__["error"] = library.NodeError
    del handler.__annotations__["config"]
    return handler


def handled(library: Any) -> Any:
    return builder(library, ("a", "b"), a=(fails, {"error_handler": tells(library)}), b=says("b"))


def handled_beside(library: Any) -> Any:
    edges = [("__start__", "s"), ("__start__", "z"), ("s", "end")]
    return builder(
        library, *edges, a=(fails, {"error_handler": tells(library)}), s=says("s"), z=says("z"), end=says("end")
    )


def handled_by_going(library: Any) -> Any:
    handler = lambda state: library.Command(update={"x": ["mended"]}, goto="b")  # noqa: E731  # as graph files have it
    return builder(library, a=(fails, {"error_handler": handler}), b=says("b"))


def handled_packets(library: Any) -> Any:
    made = library.StateGraph(State).add_node("a", fails, error_handler=tells(library))
    return made.add_conditional_edges("__start__", lambda state: [library.Send("a", {"y": n}) for n in (1, 2)])


def handled_after_return(library: Any) -> Any:
    made = builder(library, a=(says("a"), {"error_handler": tells(library)}))
    return made.add_conditional_edges("a", fails)


def handled_by_default(library: Any) -> Any:
    made = builder(library, ("__start__", "b"), a=fails, b=(fails, {"error_handler": tells(library)}))
    return made.set_node_defaults(error_handler=tells(library))


def handled_after_retries(library: Any) -> Any:
    policy = library.RetryPolicy(initial_interval=0, jitter=False, max_attempts=2)
    node = flaky(9, ConnectionError("x"))
    return builder(library, a=(node, {"retry_policy": policy, "error_handler": tells(library)}))


def failing_handler(library: Any) -> Any:
    handler = flaky(1, KeyError("handler"))
    return builder(library, a=(fails, {"error_handler": handler}))


def asking_handler(library: Any) -> Any:
    return builder(library, a=(fails, {"error_handler": lambda state: {"x": [library.interrupt("what now?")]}}))


def asking_node(library: Any) -> Any:
    node = lambda state: {"x": [library.interrupt("q")]}  # noqa: E731  # as graph files have it
    return builder(library, a=(node, {"error_handler": tells(library)}))


def retried(library: Any) -> Any:
    policy = library.RetryPolicy(initial_interval=0, jitter=False)
    return builder(library, ("a", "b"), a=(flaky(2, ConnectionError("x")), {"retry_policy": policy}), b=says("b"))


def retried_in_vain(library: Any) -> Any:
    policy = library.RetryPolicy(initial_interval=0, jitter=False)
    return builder(library, a=(flaky(9, ConnectionError("x")), {"retry_policy": policy}))


def not_worth_a_retry(library: Any) -> Any:
    policy = library.RetryPolicy(initial_interval=0, jitter=False)
    return builder(library, a=(flaky(1, ValueError("x")), {"retry_policy": policy}))


def retried_by_default(library: Any) -> Any:
    policies = [
        library.RetryPolicy(initial_interval=0, jitter=False, max_attempts=1, retry_on=KeyError),
        library.RetryPolicy(initial_interval=0, jitter=False, retry_on=lambda error: "x" in str(error)),
    ]
    made = builder(library, ("__start__", "b"), a=flaky(1, ValueError("x")), b=flaky(1, RuntimeError("x")))
    return made.set_node_defaults(retry_policy=policies)


RUNS: list[Callable[[Any], Any]] = [
    handled,
    handled_beside,
    handled_by_going,
    handled_packets,
    handled_after_return,
    handled_by_default,
    handled_after_retries,
    failing_handler,
    asking_handler,
    asking_node,
    retried,
    retried_in_vain,
    not_worth_a_retry,
    retried_by_default,
]


def policy_of(library: Any, **options: Any) -> dict[str, Any]:
    return {"cache_policy": library.CachePolicy(**options)}


def cached(library: Any) -> Any:
    return builder(library, ("a", "b"), a=(says("a"), policy_of(library, ttl=1000)), b=says("b"))


def cached_without_writes(library: Any) -> Any:
    return builder(library, ("a", "b"), a=(lambda state: None, policy_of(library)), b=says("b"))


def cached_going(library: Any) -> Any:
    node = lambda state: library.Command(update={"y": 1}, goto="b")  # noqa: E731  # as graph files have it
    return builder(library, a=(node, policy_of(library)), b=says("b"))


def cached_packets(library: Any) -> Any:
    made = library.StateGraph(State).add_node("a", lambda sent: {"x": [sent["y"]]}, **policy_of(library))
    return made.add_conditional_edges("__start__", lambda state: [library.Send("a", {"y": n}) for n in (1, 2, 3)])


def cached_answer(library: Any) -> Any:
    return builder(library, a=(lambda state: {"x": [library.interrupt("q")]}, policy_of(library)))


def cached_failure(library: Any) -> Any:
    return builder(library, a=(fails, policy_of(library)))


def cached_by_default(library: Any) -> Any:
    made = builder(library, ("a", "b"), a=says("a"), b=fails)
    policy = library.CachePolicy(key_func=lambda state: "any")
    return made.set_node_defaults(cache_policy=policy, error_handler=says("handled"))


CACHED: list[Callable[[Any], Any]] = [
    cached,
    cached_without_writes,
    cached_going,
    cached_packets,
    cached_answer,
    cached_failure,
    cached_by_default,
]


async def waits(state: Any) -> Any:
    await asyncio.Event().wait()


async def ends(state: Any) -> Any:
    return {"x": ["ok"]}


LIMITED: dict[str, Callable[[Any], Any]] = {
    "run": lambda library: builder(library, a=(waits, {"timeout": 0.02})),
    "idle": lambda library: builder(library, a=(waits, {"timeout": library.TimeoutPolicy(idle_timeout=0.02)})),
    "in time": lambda library: builder(library, a=(ends, {"timeout": 100})),
    "handled": lambda library: builder(library, a=(waits, {"timeout": 0.02, "error_handler": says("handled")})),
    "retried": lambda library: builder(
        library,
        a=(
            waits,
            {"timeout": 0.02, "retry_policy": library.RetryPolicy(initial_interval=0, jitter=False, max_attempts=2)},
        ),
    ),
    "router": lambda library: builder(library, a=(ends, {"timeout": 0.02})).add_conditional_edges("a", waits),
    "packet": lambda library: (
        library.StateGraph(State)
        .add_node("a", waits)
        .add_conditional_edges("__start__", lambda state: library.Send("a", {}, timeout=0.02))
    ),
}


def taking_stores(library: Any) -> list[Any]:
    """Return nodes that take the store in every way."""
    store_class, optional_store = library.BaseStore, library.BaseStore | None

    def bare(state: Any, store: Any) -> Any:
        return {"x": [type(store).__name__]}

    def hinted(state: Any, store: Any) -> Any:
        return {"x": [type(store).__name__]}

    def optional(state: Any, *, store: Any = None) -> Any:
        return {"x": [type(store).__name__]}

    def other(state: Any, store: int) -> Any:
        return {"x": [type(store).__name__]}

    def of_runtime(state: Any, runtime: Any) -> Any:
        return {"x": [type(runtime.store).__name__]}

    def asked_for(state: Any) -> Any:
        return {"x": [type(library.get_store()).__name__]}

    del bare.__annotations__["store"]
    hinted.__annotations__["store"] = store_class
    optional.__annotations__["store"] = optional_store
    return [bare, hinted, optional, other, of_runtime, asked_for]
