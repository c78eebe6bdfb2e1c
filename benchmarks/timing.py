"""How long runs take: medians of runs in turn, and how a time grows with the size of its work."""

from __future__ import annotations

import asyncio
import gc
import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from statistics import median
from typing import Any

from benchmarks.shapes import Shape

LIMIT: dict[str, Any] = {"recursion_limit": 100_000}

Run = Callable[[], object]


def seconds(run: Run) -> float:
    """Return how long one run takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def medians(*runs: Run, rounds: int) -> list[float]:
    """Return the median time of each run; they take turns, so that what disturbs the machine disturbs all alike."""
    return [median(times) for times in zip(*([seconds(run) for run in runs] for _ in range(rounds)), strict=True)]


def compared(slow: Run, fast: Run, *, rounds: int, each: int = 3) -> tuple[float, float]:
    """Return the median times of two runs that take turns, of which the fast one is taken more often in its turn."""
    times = [(seconds(slow), [seconds(fast) for _ in range(each)]) for _ in range(rounds)]
    return median(taken for taken, _ in times), median(taken for _, many in times for taken in many)


def exponent(times: Mapping[int, float]) -> float:
    """Return the slope of the times over the sizes, both as logarithms: 1 is in proportion, 2 is quadratic."""
    xs, ys = [math.log(size) for size in times], [math.log(taken) for taken in times.values()]
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True)) / sum((x - x_mean) ** 2 for x in xs)


def run_of(shape: Shape) -> Run:
    """Return a plain run."""
    return lambda: shape.graph.invoke(shape.given, LIMIT)


def awaited_run_of(shape: Shape) -> Run:
    """Return a run on an event loop of its own."""
    return lambda: asyncio.run(shape.graph.ainvoke(shape.given, LIMIT))


def recorded_run_of(shape: Shape) -> Run:
    """Return a run that keeps every fact that it is told."""
    return lambda: shape.graph.trace(shape.given, LIMIT, observe=[].append)


def awaited_recorded_run_of(shape: Shape) -> Run:
    """Return the same on an event loop of its own."""
    return lambda: asyncio.run(shape.graph.atrace(shape.given, LIMIT, observe=[].append))


@contextmanager
def only_new_garbage() -> Iterator[None]:
    """Keep the collector from walking what was loaded before, which is the other library above all."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
