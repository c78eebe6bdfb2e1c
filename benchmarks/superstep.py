"""One more superstep: what it costs beside nodes and channels that stand still."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.rows import Row, held, told
from benchmarks.shapes import Shape, channels_of, loop_beside
from benchmarks.timing import medians, run_of

SIZES = (10, 100, 1_000, 5_000)
FEW, MANY = 500, 1_500


def measure() -> Iterator[Row]:
    """Yield the cost of one more superstep by size: what a run costs once is taken off, and copies of the state are."""
    by_nodes = {size: _marginal_us(partial(loop_beside, "stepgraph", size)) for size in SIZES}
    by_channels = {size: _marginal_us(partial(channels_of, "stepgraph", size)) - 2 * _copy_us(size) for size in SIZES}
    for what, costs in (("nodes", by_nodes), ("channels, copies aside", by_channels)):
        for size, cost in costs.items():
            yield told(f"a superstep with {size:,} {what}", cost, "us")
        yield held(f"growth from 10 to 5,000 {what}", costs[5_000] / costs[10], "times", 1.5, "at most")


def _marginal_us(build: Callable[[int], Shape]) -> float:
    few, many = medians(*(run_of(build(steps)) for steps in (FEW, MANY)), rounds=7)
    return (many - few) / (MANY - FEW) * 1e6


def _copy_us(size: int) -> float:
    """Return what one copy of the kept values costs; the node and its router get one each."""
    values = {f"c{index}": index for index in range(size)}

    def copy() -> None:
        for _ in range(200):
            values.copy()

    return medians(copy, rounds=7)[0] / 200 * 1e6
