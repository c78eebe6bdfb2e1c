"""Graphs about the way: edges, joins, routers, deferred nodes, commands and packets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from tests.conformance.graphs_state import EMPTY, State, graph, keys, says


def loop(lib: Any) -> Any:
    builder = graph(lib, [(None, "a")], a=lambda s: {"y": s["y"] + 1})
    return builder.add_conditional_edges("a", lambda s: "a" if s["y"] < 4 else lib.END)


def unequal_branches(lib: Any) -> Any:
    edges = [(None, "a"), (None, "b"), ("b", "b2"), ("a", "c"), ("b2", "c")]
    return graph(lib, edges, a=says("a"), b=says("b"), b2=says("b2"), c=says("c"))


def joined_branches(lib: Any) -> Any:
    edges = [(None, "a"), (None, "b"), ("b", "b2"), (["a", "b2"], "c"), ("c", None)]
    return graph(lib, edges, a=says("a"), b=says("b"), b2=says("b2"), c=says("c"))


def join_in_a_loop(lib: Any) -> Any:
    edges = [(None, "a"), (None, "b"), (["a", "b"], "c")]
    builder = graph(lib, edges, a=says("a"), b=says("b"), c=lambda s: {"y": s.get("y", 0) + 1})
    return builder.add_conditional_edges("c", lambda s: ["a", "b"] if s["y"] < 3 else lib.END)


def half_filled_join(lib: Any) -> Any:
    builder = graph(lib, [(["a", "b"], "c")], a=says("a"), b=says("b"), c=says("c"))
    return builder.add_conditional_edges(lib.START, lambda s: s["x"][-1])


def deferred(lib: Any) -> Any:
    builder = lib.StateGraph(State)
    for name in ("a", "b", "b2", "b3"):
        builder.add_node(name, says(name))
    builder.add_node("d", says("d"), defer=True)
    for edge in [(lib.START, "a"), (lib.START, "b"), ("b", "b2"), ("b2", "b3"), ("a", "d"), ("d", lib.END)]:
        builder.add_edge(*edge)
    return builder


def deferred_join(lib: Any) -> Any:
    builder = lib.StateGraph(State)
    for name in ("a", "b", "c"):
        builder.add_node(name, says(name))
    builder.add_node("d", says("d"), defer=True)
    builder.add_edge(lib.START, "a").add_edge(lib.START, "b").add_edge("b", "c")
    return builder.add_edge(["a", "b"], "d")


def deferred_loop(lib: Any) -> Any:
    builder = lib.StateGraph(State).add_node("a", says("a"))
    builder.add_node("d", lambda s: {"y": s.get("y", 0) + 1}, defer=True)
    builder.add_edge(lib.START, "a").add_edge("a", "d")
    return builder.add_conditional_edges("d", lambda s: "a" if s["y"] < 3 else lib.END)


def router_answers(lib: Any) -> Any:
    builder = graph(lib, [(None, "a")], a=says("a"), b=says("b"), c=says("c"))
    builder.add_conditional_edges("a", lambda s: ["c", "b", "b", lib.END])
    return builder.add_conditional_edges("b", lambda s: s["x"][-1], {"c": "c", "b": lib.END, "a": "a"})


def router_with_a_map(lib: Any) -> Any:
    def route(state: Any) -> Literal["yes", "no"]:
        return "yes" if state["x"] else "no"

    builder = graph(lib, [(None, "a")], a=says("a"), b=says("b"))
    return builder.add_conditional_edges("a", route, {"yes": "b", "no": lib.END})


def router_map_lacks_the_end(lib: Any) -> Any:
    return graph(lib, [], a=says("a")).add_conditional_edges(lib.START, lambda s: lib.END, {"go": "a"})


def router_raises(lib: Any) -> Any:
    def route(state: Any) -> str:
        raise RuntimeError("lost")

    return graph(lib, [(None, "a")], a=says("a"), b=says("b")).add_conditional_edges("a", route)


def router_says_none(lib: Any) -> Any:
    return graph(lib, [(None, "a")], a=says("a")).add_conditional_edges("a", lambda s: None)


def router_names_nobody(lib: Any) -> Any:
    return graph(lib, [(None, "a")], a=says("a")).add_conditional_edges("a", lambda s: "missing")


def router_sees_fresh_state(lib: Any) -> Any:
    """Own writes are visible, those of a sibling are not, and what clears itself is gone."""
    schema = keys(x=Any, e=lib_ephemeral(lib), y=int)
    seen: list[Any] = []

    def route(state: Any) -> str:
        seen.append(sorted(state.items()))
        return "c" if str(state) else "a"

    nodes = {"a": lambda s: {"x": 1, "odd": 2}, "b": lambda s: {"y": 9}, "c": lambda s: {"x": repr(seen)}}
    builder = graph(lib, [(None, "a"), (None, "b")], schema, **nodes)
    return builder.add_conditional_edges("a", route)


def lib_ephemeral(lib: Any) -> Any:
    """Return the annotation of an ephemeral key."""
    from typing import Annotated

    return Annotated[int, lib.EphemeralValue]


def two_routers(lib: Any) -> Any:
    def second(state: Any) -> list[str]:
        return ["c"]

    builder = graph(lib, [(None, "a"), ("a", "b")], a=says("a"), b=says("b"), c=says("c"))
    return builder.add_conditional_edges("a", lambda s: "b").add_conditional_edges("a", second)


def start_router(lib: Any) -> Any:
    builder = graph(lib, [], a=says("a"), b=says("b"))
    return builder.add_conditional_edges(lib.START, lambda s: ["a", "b"] if s.get("y") else "b")


def command_goes_on(lib: Any) -> Any:
    nodes = {"a": lambda s: lib.Command(update={"x": ["a"]}, goto="b"), "b": says("b"), "c": says("c")}
    return graph(lib, [(None, "a"), ("a", "c")], **nodes)


def command_list(lib: Any) -> Any:
    def many(state: Any) -> Any:
        return [lib.Command(update=[("x", ["1"]), ("x", ["2"])], goto=["b", lib.END]), {"y": 1}, None]

    return graph(lib, [(None, "a")], a=many, b=says("b"))


def command_goes_nowhere(lib: Any) -> Any:
    return graph(lib, [(None, "a")], a=lambda s: lib.Command(goto="nowhere"))


def sends(lib: Any) -> Any:
    def fan(state: Any) -> Any:
        return [lib.Send("w", {"n": n}) for n in (3, 1, 2)] + ["b"]

    nodes = {"a": says("a"), "b": says("b"), "w": lambda s: {"x": [s["n"]]}}
    return graph(lib, [(None, "a"), ("w", "b")], **nodes).add_conditional_edges("a", fan)


def sends_hold_back_nobody(lib: Any) -> Any:
    builder = lib.StateGraph(State).add_node("a", says("a")).add_node("w", says("w"))
    builder.add_node("d", says("d"), defer=True).add_edge(lib.START, "a").add_edge("a", "d")
    return builder.add_conditional_edges("a", lambda s: [lib.Send("w", {}), lib.Send("w", {})])


def send_to_nobody(lib: Any) -> Any:
    builder = graph(lib, [(None, "a")], a=says("a"), b=says("b"))
    return builder.add_conditional_edges("a", lambda s: [lib.Send("missing", 1), "b"])


def endless(lib: Any) -> Any:
    return graph(lib, [(None, "a"), ("a", "a")], a=says("a"))


CASES: list[tuple[Callable[[Any], Any], Any]] = [
    (loop, {"y": 0}),
    (unequal_branches, EMPTY),
    (joined_branches, EMPTY),
    (join_in_a_loop, EMPTY),
    (half_filled_join, {"x": ["a"]}),
    (half_filled_join, {"x": ["b"]}),
    (deferred, EMPTY),
    (deferred_join, EMPTY),
    (deferred_loop, EMPTY),
    (router_answers, EMPTY),
    (router_with_a_map, EMPTY),
    (router_map_lacks_the_end, EMPTY),
    (router_raises, EMPTY),
    (router_says_none, EMPTY),
    (router_names_nobody, EMPTY),
    (router_sees_fresh_state, {"x": 0, "e": 1}),
    (two_routers, EMPTY),
    (start_router, {"y": 1}),
    (command_goes_on, EMPTY),
    (command_list, EMPTY),
    (command_goes_nowhere, EMPTY),
    (sends, EMPTY),
    (sends_hold_back_nobody, EMPTY),
    (send_to_nobody, EMPTY),
    (endless, EMPTY),
]
