"""The engine without a checkpointer: what work costs against LangGraph in the same run, recorded, and how it grows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from statistics import median
from typing import NamedTuple

from benchmarks.rows import Row, held, told
from benchmarks.shapes import (
    Shape,
    awaited_side_by_side,
    chain_builder,
    chain_of,
    channels_of,
    loop_of,
    sends_of,
    side_by_side,
)
from benchmarks.timing import (
    Run,
    awaited_recorded_run_of,
    awaited_run_of,
    compared,
    exponent,
    medians,
    only_new_garbage,
    recorded_run_of,
    run_of,
    seconds,
)

OURS, REFERENCE = "stepgraph", "langgraph"
MOST_RECORDED = 3


class Work(NamedTuple):
    """One kind of work. `targets` says for each size how many times cheaper it must be, and how often to measure."""

    what: str
    name: str
    unit: str
    build: Callable[[str, int], Shape]
    sizes: tuple[int, ...]
    targets: Mapping[int, tuple[float, int]]
    run: Callable[[Shape], Run] = run_of
    recorded: Callable[[Shape], Run] = recorded_run_of
    most_growth: float | None = None
    """The greatest exponent by which a whole run may grow, where there is a promise."""


WORKS = (
    Work("loop", "loop of {:,} supersteps", "superstep", loop_of, (100, 300, 1_000), {1_000: (12, 7)}),
    Work(
        "chain",
        "chain of {:,} nodes",
        "superstep",
        chain_of,
        (100, 300, 1_000, 2_000, 5_000),
        {1_000: (25, 7), 5_000: (100, 3)},
        most_growth=1.1,
    ),
    Work(
        "channels",
        "{:,} channels, one written",
        "superstep",
        channels_of,
        (100, 300, 1_000, 5_000),
        {1_000: (100, 3), 5_000: (200, 1)},
    ),
    Work("Send", "Send to {:,} tasks", "task", sends_of, (100, 300, 1_000, 5_000), {1_000: (8, 7), 5_000: (8, 3)}),
    Work("parallel nodes", "{:,} parallel nodes", "task", side_by_side, (10, 30, 100), {100: (4, 15)}),
    Work(
        "parallel awaited nodes",
        "{:,} parallel awaited nodes",
        "task",
        awaited_side_by_side,
        (10, 30, 100),
        {100: (4, 15)},
        awaited_run_of,
        awaited_recorded_run_of,
    ),
)


def measure() -> Iterator[Row]:
    """Yield every measurement."""
    for work in WORKS:
        for size, (target, rounds) in work.targets.items():
            yield from _ratio(work, size, target=target, rounds=rounds)
            yield _recorded(work, size)
        yield _growth(work)
    yield from _compiling()


def _ratio(work: Work, size: int, *, target: float, rounds: int) -> Iterator[Row]:
    shapes = [work.build(library, size) for library in (REFERENCE, OURS)]
    costs = compared(*(work.run(shape) for shape in shapes), rounds=rounds)
    yield from _compared(work.name.format(size), costs, f"us a {work.unit}", target=target, per=shapes[0].units)


def _compared(name: str, costs: tuple[float, float], unit: str, *, target: float, per: int) -> Iterator[Row]:
    reference, ours = (cost / per * 1e6 for cost in costs)
    yield told(f"{name}, LangGraph", reference, unit)
    yield told(f"{name}, ours", ours, unit)
    yield held(f"{name}, ratio", reference / ours, "times cheaper", target, "at least")


def _recorded(work: Work, size: int) -> Row:
    shape = work.build(OURS, size)
    with only_new_garbage():
        quiet, recorded = medians(work.run(shape), work.recorded(shape), rounds=9)
    name = f"{work.name.format(size)}, all facts recorded"
    return held(name, recorded / quiet, "times our cost", MOST_RECORDED, "at most")


def _growth(work: Work) -> Row:
    times = {size: medians(work.run(work.build(OURS, size)), rounds=5)[0] for size in work.sizes}
    sizes = f"{work.sizes[0]:,} to {work.sizes[-1]:,}"
    name = f"{work.what}, growth from {sizes}"
    if work.most_growth is None:
        return told(name, exponent(times), "as exponent")
    return held(name, exponent(times), "as exponent", work.most_growth, "at most")


def _compiling() -> Iterator[Row]:
    """A builder is compiled only once, so each round has builders of its own."""
    sizes, rounds = (500, 1_000, 2_000), 5
    nodes = sizes[-1]
    times = [[seconds(chain_builder(library, nodes).compile) for library in (REFERENCE, OURS)] for _ in range(rounds)]
    reference, ours = (median(taken) for taken in zip(*times, strict=True))
    yield from _compared(f"compile {nodes:,} nodes", (reference, ours), "us a node", target=10, per=nodes)
    grown = {size: median(seconds(chain_builder(OURS, size).compile) for _ in range(rounds)) for size in sizes}
    yield told(f"compile, growth from {sizes[0]:,} to {nodes:,}", exponent(grown), "as exponent")
