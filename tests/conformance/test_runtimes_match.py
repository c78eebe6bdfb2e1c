"""What a node finds in its runtime, on both libraries: who serves the graph, and what a config hands over."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from tests.conformance.graphs_state import EMPTY, graph, says
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer, plain, snapshot

warnings.filterwarnings("ignore", module="langgraph")

SLOT = "__pregel_runtime"


class User:
    """A user as a server knows it; what it may do is not among its attributes."""

    identity = "miner"

    def __getattr__(self, name: str) -> Any:
        if name == "permissions":
            return ["dig"]
        raise AttributeError(name)


class Handed:
    """No runtime, but a thing with parts of one."""

    context = "handed context"
    store = None


SERVERS: dict[str, dict[str, Any]] = {
    "nothing": {},
    "assistant": {"assistant_id": "a"},
    "graph": {"graph_id": "g"},
    "both": {"assistant_id": 7, "graph_id": "g"},
    "empty": {"assistant_id": ""},
    "user": {"langgraph_auth_user": User()},
    "no_user": {"langgraph_auth_user": {"identity": "x"}},
}


def seen_by_nodes(lib: Any, configurable: dict[str, Any], **options: Any) -> list[Any]:
    """Return what a node, and one of a graph inside, find in their runtimes."""
    runtimes = import_module(f"{lib.package}.runtime")
    seen: list[Any] = []

    def look(state: Any, runtime: Any) -> Any:
        info = runtime.server_info
        user = getattr(info, "user", None)
        known = None if user is None else (user.identity, user.permissions)
        served = None if info is None else (info.assistant_id, info.graph_id, known)
        seen.append((served, runtime.context, runtime.store, runtime.previous, runtime.drain_reason))

    look.__annotations__["runtime"] = runtimes.Runtime
    inner = graph(lib, [(None, "inner")], inner=look).compile()
    outer = graph(lib, [(None, "look"), ("look", "dig")], look=look, dig=inner).compile()
    found = answer(lambda: outer.invoke(EMPTY, {"configurable": configurable}, **options))
    return [found, seen]


@pytest.mark.parametrize("name", SERVERS)
def test_a_node_is_told_who_serves_the_graph(name: str) -> None:
    """As far as the config says so, in graphs inside as well."""
    found = [seen_by_nodes(lib, SERVERS[name]) for lib in (REFERENCE, OURS)]

    assert found[1] == found[0]


HANDED: dict[str, Callable[[Any], Any]] = {
    "runtime": lambda runtimes: runtimes.Runtime(context="handed", store="store", previous="before"),
    "other_object": lambda runtimes: Handed(),
}


@pytest.mark.parametrize("context", [None, "own"])
@pytest.mark.parametrize("name", HANDED)
def test_a_runtime_is_handed_over_in_a_config(name: str, context: Any) -> None:
    """What the call says itself stands over it."""

    def story(lib: Any) -> Any:
        handed = HANDED[name](import_module(f"{lib.package}.runtime"))
        return seen_by_nodes(lib, {SLOT: handed}, context=context)

    assert story(OURS) == story(REFERENCE)


def test_a_control_that_is_handed_over_drains_the_run() -> None:
    """As one that the call names."""

    def story(lib: Any) -> Any:
        runtimes = import_module(f"{lib.package}.runtime")
        control = runtimes.RunControl()
        control.request_drain("night")
        return seen_by_nodes(lib, {SLOT: runtimes.Runtime(control=control)})

    assert story(OURS) == story(REFERENCE)


@pytest.mark.parametrize("keeps", [None, True], ids=["with_the_parent", "of_its_own"])
def test_a_run_that_is_asked_to_stop_inside_stops_whole_and_goes_on(keeps: bool | None) -> None:
    """Between two supersteps of the graph inside; the next call goes on there."""

    def story(lib: Any) -> Any:
        control = import_module(f"{lib.package}.runtime").RunControl()

        def first(state: Any) -> Any:
            control.request_drain("night")
            return {"x": ["first"]}

        inner = graph(lib, [(None, "first"), ("first", "second")], first=first, second=says("second"))
        outer = graph(lib, [(None, "dig"), ("dig", "end")], dig=inner.compile(checkpointer=keeps), end=says("end"))
        compiled = outer.compile(checkpointer=lib.InMemorySaver())
        drained = answer(lambda: compiled.invoke(EMPTY, THREAD, control=control))
        return [drained, snapshot(compiled), answer(lambda: compiled.invoke(None, THREAD)), snapshot(compiled)]

    assert plain(story(OURS)) == plain(story(REFERENCE))
