"""Checkpoints: what a saved superstep costs, how that grows, and how much room it takes, against LangGraph."""

from __future__ import annotations

import importlib
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, TypedDict

from benchmarks.rows import Row, held, told
from benchmarks.timing import Run, exponent, only_new_garbage, seconds

OURS, REFERENCE = "stepgraph", "langgraph"
STEPS = 1_000
SIZES = (100, 300, 1_000)
MOST_RECORDED = 3

CHANNELS = 1_000
CHECKPOINTS = 10_000
# The reference keeps a copy of all versions with each checkpoint, so a few tell what one more takes.
FEW, MANY = 50, 250

Opened = Callable[[], AbstractContextManager[Any]]
_numbers = count()


class Kind(NamedTuple):
    """A saver of either library, the durability of its runs, and how many times cheaper ours must be."""

    name: str
    opened: Callable[[str], Opened]
    durability: str
    target: float
    rounds: int


def measure() -> Iterator[Row]:
    """Yield every measurement of the savers."""
    with tempfile.TemporaryDirectory() as folder:
        sqlite = partial(in_sqlite, folder)
        for kind in (
            Kind("memory checkpoints", in_memory, "async", 12, 9),
            Kind("SQLite checkpoints, async", sqlite, "async", 3, 5),
            Kind("SQLite checkpoints, sync", sqlite, "sync", 3, 5),
        ):
            yield from _ratio(kind)
            yield _recorded(kind)
            yield _growth(kind)
    yield from _room()


def in_memory(library: str) -> Opened:
    """Return what opens a new saver in memory."""
    saver = importlib.import_module(f"{library}.checkpoint.memory").InMemorySaver
    return lambda: nullcontext(saver())


def in_sqlite(folder: str, library: str) -> Opened:
    """Return what opens a new SQLite file."""
    saver = importlib.import_module(f"{library}.checkpoint.sqlite").SqliteSaver
    return lambda: saver.from_conn_string(str(Path(folder) / f"{next(_numbers)}.sqlite"))


def loop(library: str, saver: Any, steps: int, channels: int = 1) -> tuple[Any, tuple[Any, Any]]:
    """Return a graph of one node over a state of which each superstep writes one key, and what it is run with."""
    graph = importlib.import_module(f"{library}.graph")
    fields = {f"c{index}": int for index in range(channels)}
    builder = graph.StateGraph(TypedDict("State", fields))  # type: ignore[operator]  # made at run time
    builder.add_node("a", lambda state: {"c0": state["c0"] + 1})
    builder.add_edge(graph.START, "a")
    builder.add_conditional_edges("a", lambda state: "a" if state["c0"] < steps else graph.END)
    config = {"configurable": {"thread_id": "1"}, "recursion_limit": 100_000}
    return builder.compile(checkpointer=saver), (dict.fromkeys(fields, 0), config)


def _cost(kind: Kind, library: str, steps: int = STEPS, *, is_recorded: bool = False) -> float:
    """Return how many seconds one run takes, on a thread of its own in a new saver."""
    with kind.opened(library)() as saver:
        graph, given = loop(library, saver, steps)
        run: Run = partial(graph.invoke, *given, durability=kind.durability)
        if is_recorded:
            run = partial(graph.trace, *given, durability=kind.durability, observe=[].append)
        return seconds(run)


def _ratio(kind: Kind) -> Iterator[Row]:
    with only_new_garbage():
        times = [[_cost(kind, library) for library in (REFERENCE, OURS)] for _ in range(kind.rounds)]
    reference, ours = (median(taken) / STEPS * 1e6 for taken in zip(*times, strict=True))
    yield told(f"{kind.name}, LangGraph", reference, "us a superstep")
    yield told(f"{kind.name}, ours", ours, "us a superstep")
    yield held(f"{kind.name}, ratio", reference / ours, "times cheaper", kind.target, "at least")


def _recorded(kind: Kind) -> Row:
    with only_new_garbage():
        times = [(_cost(kind, OURS), _cost(kind, OURS, is_recorded=True)) for _ in range(kind.rounds)]
    quiet, recorded = (median(taken) for taken in zip(*times, strict=True))
    return held(f"{kind.name}, all facts recorded", recorded / quiet, "times our cost", MOST_RECORDED, "at most")


def _growth(kind: Kind) -> Row:
    times = {steps: median(_cost(kind, OURS, steps) for _ in range(5)) for steps in SIZES}
    return told(f"{kind.name}, growth from {SIZES[0]:,} to {SIZES[-1]:,}", exponent(times), "as exponent")


def _room() -> Iterator[Row]:
    """Yield what a long thread takes in memory, with one of many channels written in each superstep."""
    few, many = (_taken(REFERENCE, steps) for steps in (FEW, MANY))
    reference = few + (many - few) / (MANY - FEW) * (CHECKPOINTS - FEW)
    ours = {steps: _taken(OURS, steps) for steps in (CHECKPOINTS // 10, CHECKPOINTS // 3, CHECKPOINTS)}
    name = f"{CHECKPOINTS:,} checkpoints of {CHANNELS:,} channels in memory"
    yield told(f"{name}, LangGraph, reckoned from {FEW} and {MANY}", reference / 2**20, "MiB")
    yield told(f"{name}, ours", ours[CHECKPOINTS] / 2**20, "MiB")
    yield held(f"{name}, ratio", reference / ours[CHECKPOINTS], "times less", 50, "at least")
    yield told(f"{name}, growth from {CHECKPOINTS // 10:,}", exponent(ours), "as exponent")


def _taken(library: str, steps: int) -> float:
    """Return the bytes that a saver keeps after a run of so many supersteps."""
    with in_memory(library)() as saver:
        graph, given = loop(library, saver, 3, CHANNELS)
        graph.invoke(*given)  # what is imported and made once is not counted
    with in_memory(library)() as saver:
        graph, given = loop(library, saver, steps, CHANNELS)
        tracemalloc.start()
        graph.invoke(*given)
        del graph
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return taken
