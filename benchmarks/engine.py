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


def _best(*runs: Run, rounds: int = 7) -> list[float]:
    """Return the fastest time of each run, all taken in turn, so that what disturbs the machine disturbs all alike."""
    return [min(times) for times in zip(*([_seconds(run) for run in runs] for _ in range(rounds)), strict=True)]


def _ratio(
    ours: ModuleType, reference: ModuleType, name: str, build: Any, size: int, *, target: float
) -> Iterator[Row]:
    graphs = [build(library, size) for library in (reference, ours)]
    seconds = _best(*(partial(graph.invoke, given, LIMIT) for graph, given, _ in graphs))
    costs = [best / steps * 1e6 for best, (_, _, steps) in zip(seconds, graphs, strict=True)]
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
        yield held(f"growth from 10 to 5,000 {what}", costs[5_000] / costs[10], "times", 1.5, "at most")


def _marginal(build: Callable[[int], tuple[Any, Any, int]]) -> float:
    graphs = [build(steps) for steps in (500, 1_500)]
    few, many = _best(*(partial(graph.invoke, given, LIMIT) for graph, given, _ in graphs))
    return (many - few) / 1_000 * 1e6


def _copy_us(size: int) -> float:
    """Return what one copy of the kept values costs; the node and its router get one each."""
    values = {f"c{index}": index for index in range(size)}

    def copy() -> None:
        for _ in range(200):
            values.copy()

    return _best(copy)[0] / 200 * 1e6


def _facts(ours: ModuleType) -> Iterator[Row]:
    graph, given, steps = loop_over(ours, 1_000)
    quiet, recorded = _best(
        lambda: graph.trace(given, LIMIT), lambda: graph.trace(given, LIMIT, observe=[].append), rounds=15
    )
    yield told("all facts recorded", recorded / steps * 1e6, "us a superstep")
    yield held("all facts recorded, against none", recorded / quiet, "times", 3, "at most")
