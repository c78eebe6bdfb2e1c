"""The engine: what a superstep costs, against LangGraph in the same run, and how the cost grows."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any, TypedDict

from benchmarks.rows import Row, held, told

LIMIT: dict[str, Any] = {"recursion_limit": 100_000}
SIZES = (10, 100, 1_000, 5_000)

Run = Callable[[], object]


def measure() -> Iterator[Row]:
    """Yield every measurement of the engine."""
    ours, reference = (importlib.import_module(f"{package}.graph") for package in ("stepgraph", "langgraph"))
    yield from _ratio(ours, reference, "loop of 1,000 supersteps", loop_over, 1_000, target=8)
    yield from _ratio(ours, reference, "chain of 1,000 nodes", chain_of, 1_000, target=15)
    yield from _ratio(ours, reference, "1,000 channels, 300 supersteps", channels_of, 1_000, target=50)
    yield from _growth(ours)
    yield from _facts(ours)


def loop_over(graph: ModuleType, steps: int) -> tuple[Any, Any, int]:
    """Return a graph of one node that runs `steps` times, its input, and its number of supersteps."""
    builder = graph.StateGraph(TypedDict("State", {"n": int}))  # type: ignore[operator]  # made at run time
    builder.add_node("a", lambda state: {"n": state["n"] + 1})
    builder.add_edge(graph.START, "a")
    builder.add_conditional_edges("a", lambda state: "a" if state["n"] < steps else graph.END)
    return builder.compile(), {"n": 0}, steps


def chain_of(graph: ModuleType, nodes: int) -> tuple[Any, Any, int]:
    """Return a graph whose nodes run one after the other."""
    builder = graph.StateGraph(TypedDict("State", {"n": int}))  # type: ignore[operator]  # made at run time
    for index in range(nodes):
        builder.add_node(f"n{index}", lambda state: {"n": state["n"] + 1})
        builder.add_edge(f"n{index - 1}" if index else graph.START, f"n{index}")
    return builder.compile(), {"n": 0}, nodes


def channels_of(graph: ModuleType, channels: int, steps: int = 300) -> tuple[Any, Any, int]:
    """Return a loop over a state of many keys, of which each superstep writes one."""
    fields = {f"c{index}": int for index in range(channels)}
    builder = graph.StateGraph(TypedDict("State", fields))  # type: ignore[operator]  # made at run time
    builder.add_node("a", lambda state: {"c0": state["c0"] + 1})
    builder.add_edge(graph.START, "a")
    builder.add_conditional_edges("a", lambda state: "a" if state["c0"] < steps else graph.END)
    return builder.compile(), dict.fromkeys(fields, 0), steps


def loop_beside(graph: ModuleType, nodes: int, steps: int) -> tuple[Any, Any, int]:
    """Return a loop of one node in a graph that has many others, which never run."""
    builder = graph.StateGraph(TypedDict("State", {"n": int}))  # type: ignore[operator]  # made at run time
    for index in range(nodes):
        builder.add_node(f"n{index}", lambda state: {"n": state["n"] + 1})
    builder.add_edge(graph.START, "n0")
    builder.add_conditional_edges("n0", lambda state: "n0" if state["n"] < steps else graph.END)
    return builder.compile(), {"n": 0}, steps


def _seconds(run: Run) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _best(run: Run, times: int = 5) -> float:
    """Return the fastest of several runs, the one that was disturbed least."""
    return min(_seconds(run) for _ in range(times))


def _ratio(
    ours: ModuleType, reference: ModuleType, name: str, build: Any, size: int, *, target: float
) -> Iterator[Row]:
    costs: list[float] = []
    for library, times in ((reference, 2), (ours, 5)):
        graph, given, steps = build(library, size)
        graph.invoke(given, LIMIT)
        costs.append(_best(partial(graph.invoke, given, LIMIT), times) / steps * 1e6)
    yield told(f"{name}, LangGraph", costs[0], "us a superstep")
    yield told(f"{name}, ours", costs[1], "us a superstep")
    yield held(f"{name}, ratio", costs[0] / costs[1], "times cheaper", target, "at least")


def _growth(ours: ModuleType) -> Iterator[Row]:
    """Cost of one more superstep by size: what a run costs once, and the copy of a node's input, are taken off."""
    by_nodes = {size: _marginal(partial(loop_beside, ours, size)) for size in SIZES}
    by_channels = {size: _marginal(partial(channels_of, ours, size)) - 2 * _copy_us(size) for size in SIZES}
    for what, costs in (("nodes", by_nodes), ("channels, copies aside", by_channels)):
        for size, cost in costs.items():
            yield told(f"a superstep with {size:,} {what}", cost, "us")
        yield held(f"growth from 10 to 5,000 {what}", costs[5_000] / costs[10], "times", 1.25, "at most")


def _marginal(build: Callable[[int], tuple[Any, Any, int]]) -> float:
    few, many = (build(steps) for steps in (500, 1_500))
    seconds = [_best(partial(graph.invoke, given, LIMIT)) for graph, given, _ in (few, many)]
    return (seconds[1] - seconds[0]) / 1_000 * 1e6


def _copy_us(size: int) -> float:
    """Return what one copy of the kept values costs; the node and its router get one each."""
    values = {f"c{index}": index for index in range(size)}

    def copy() -> None:
        for _ in range(200):
            values.copy()

    return _best(copy) / 200 * 1e6


def _facts(ours: ModuleType) -> Iterator[Row]:
    graph, given, steps = loop_over(ours, 1_000)
    quiet = _best(lambda: graph.trace(given, LIMIT)) / steps * 1e6
    recorded = _best(lambda: graph.trace(given, LIMIT, observe=[].append)) / steps * 1e6
    yield told("all facts recorded", recorded, "us a superstep")
    yield held("all facts recorded, against none", recorded / quiet, "times", 3, "at most")
