"""Surprises 26-32: the order of a superstep, and limits."""

from __future__ import annotations

from typing import Any

from tests.pregel.surprises.prelude import START, STATE, graph, kept, says, surprise, thread, tried, typed


@surprise(
    26,
    "writes are applied by node name, and those of packets after them by index",
    expected={"x": ["mm", "zz", "aa"]},
)
def order_of_writes(lib: Any) -> Any:
    builder = graph(lib, [], **{name: says(name) for name in ("zz", "aa", "mm")})
    builder.add_conditional_edges(START, lambda state: [lib.Send("aa", {}), "zz", "mm"])
    return builder.compile().invoke({"x": []})


@surprise(
    27,
    "two plain edges fire a node once for each superstep in which a source ended, a list of starts once in all",
    expected=(["a", "b", "b2", "c", "c"], ["a", "b", "b2", "c"]),
)
def plain_edges_and_a_join(lib: Any) -> Any:
    nodes = {name: says(name) for name in ("a", "b", "b2", "c")}
    base = [(START, "a"), (START, "b"), ("b", "b2")]
    plain = graph(lib, [*base, ("a", "c"), ("b2", "c")], **nodes)
    joined = graph(lib, [*base, (["a", "b2"], "c")], **nodes)
    return tuple(builder.compile().invoke({"x": []})["x"] for builder in (plain, joined))


@surprise(
    28,
    "a half-filled join waits for the next run on the thread",
    expected=(["a", "a"], ["a", "a", "b", "b", "c"]),
)
def half_filled_join(lib: Any) -> Any:
    builder = graph(lib, [(["a", "b"], "c")], **{name: says(name) for name in "abc"})
    compiled = kept(lib, builder.add_conditional_edges(START, lambda state: state["x"][-1]))
    return tuple(compiled.invoke({"x": [name]}, thread())["x"] for name in "ab")


@surprise(
    29,
    "a limit of N allows N-1 supersteps of nodes after an input, and N+1 when a run goes on",
    expected=["GraphRecursionError", {"x": ["a", "b", "c"]}, {"x": ["a", "b", "c"]}],
)
def supersteps_of_a_limit(lib: Any) -> Any:
    builder = graph(lib, [(START, "a"), ("a", "b"), ("b", "c")], **{name: says(name) for name in "abc"})
    paused = kept(lib, builder, interrupt_before=["b"])
    paused.invoke({"x": []}, thread())
    short = tried(lambda: builder.compile().invoke({"x": []}, {"recursion_limit": 3}))
    enough = builder.compile().invoke({"x": []}, {"recursion_limit": 4})
    return [short.partition(":")[0], enough, paused.invoke(None, thread(recursion_limit=1))]


@surprise(30, "the default limit is 10007, of which the first node sees one less", expected={"y": 10_006})
def default_limit(lib: Any) -> Any:
    builder = graph(lib, [(START, "a")], typed(y=int, r=lib.RemainingSteps), a=lambda state: {"y": state["r"]})
    return builder.compile().invoke({"y": 0})


@surprise(
    31,
    "only edges wait for a deferred node; a packet to it runs in the next superstep",
    expected=[["b", "b2", "b3", "d"], ["b", "b2", "d", "b3"]],
)
def ways_to_a_deferred_node(lib: Any) -> Any:
    def run(target: Any) -> Any:
        chain = [(START, "a"), (START, "b"), ("b", "b2"), ("b2", "b3")]
        nodes = {name: says(name) for name in ("b", "b2", "b3")}
        builder = graph(lib, chain, a=lambda state: lib.Command(goto=target), **nodes)
        return builder.add_node("d", says("d"), defer=True).compile().invoke({"x": []})["x"]

    return [run("d"), run(lib.Send("d", {}))]


@surprise(
    32,
    "packets do not hold back a deferred node",
    expected=[["__start__"], ["a"], ["d", "w", "w"], []],
)
def packets_beside_a_deferred_node(lib: Any) -> Any:
    builder = lib.StateGraph(STATE).add_node("a", says("a")).add_node("w", says("w"))
    builder.add_node("d", says("d"), defer=True).add_edge(START, "a")
    builder.add_conditional_edges("a", lambda state: [lib.Send("w", {}), lib.Send("w", {})]).add_edge("a", "d")
    events = kept(lib, builder).stream({"x": []}, thread(), stream_mode="checkpoints")
    return [sorted(event["next"]) for event in events]
