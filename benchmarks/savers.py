"""Checkpoints: what a saved superstep costs, and how much room it takes, against LangGraph in the same run."""

from __future__ import annotations

import importlib
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, Literal, TypedDict

from benchmarks.rows import Row, held, told

STEPS = 1_000
CHANNELS = 1_000
# The reference keeps a copy of all versions with each checkpoint, so a few tell what one more takes.
FEW, MANY = 50, 250

Library = Literal["langgraph", "stepgraph"]
Opened = Callable[[], AbstractContextManager[Any]]
_numbers = count()


def measure() -> Iterator[Row]:
    """Yield every measurement of the savers."""
    yield from _ratio("memory checkpoints, durability async", in_memory, "async", target=12)
    with tempfile.TemporaryDirectory() as folder:
        for durability in ("async", "sync"):
            name = f"SQLite checkpoints, durability {durability}"
            yield from _ratio(name, lambda library: in_sqlite(library, folder), durability, target=3)
    reference, ours = (_room(library) for library in ("langgraph", "stepgraph"))
    yield told(f"one more checkpoint of {CHANNELS:,} channels in memory, LangGraph", reference, "bytes")
    yield told(f"one more checkpoint of {CHANNELS:,} channels in memory, ours", ours, "bytes")
    yield held("room of one more checkpoint, ratio", reference / ours, "times less", 50, "at least")


def in_memory(library: str) -> Opened:
    """Return what opens a new saver in memory."""
    saver = importlib.import_module(f"{library}.checkpoint.memory").InMemorySaver
    return lambda: nullcontext(saver())


def in_sqlite(library: str, folder: str) -> Opened:
    """Return what opens a new SQLite file."""
    saver = importlib.import_module(f"{library}.checkpoint.sqlite").SqliteSaver
    return lambda: saver.from_conn_string(str(Path(folder) / f"{next(_numbers)}.sqlite"))


def loop(library: str, saver: Any, steps: int, channels: int = 1) -> Callable[..., object]:
    """Return a run, which takes options, of one node over a state of which each superstep writes one key."""
    graph = importlib.import_module(f"{library}.graph")
    fields = {f"c{index}": int for index in range(channels)}
    builder = graph.StateGraph(TypedDict("State", fields))  # type: ignore[operator]  # made at run time
    builder.add_node("a", lambda state: {"c0": state["c0"] + 1})
    builder.add_edge(graph.START, "a")
    builder.add_conditional_edges("a", lambda state: "a" if state["c0"] < steps else graph.END)
    compiled = builder.compile(checkpointer=saver)
    config = {"configurable": {"thread_id": "1"}, "recursion_limit": 100_000}
    return partial(compiled.invoke, dict.fromkeys(fields, 0), config)


def _ratio(name: str, opened: Callable[[str], Opened], durability: str, *, target: float) -> Iterator[Row]:
    libraries: tuple[Library, ...] = ("langgraph", "stepgraph")
    costs: dict[str, list[float]] = {library: [] for library in libraries}
    for _ in range(5):
        for library in libraries:
            with opened(library)() as saver:
                costs[library].append(_cost(library, saver, durability))
    reference, ours = (median(costs[library]) for library in libraries)
    yield told(f"{name}, LangGraph", reference, "us a superstep")
    yield told(f"{name}, ours", ours, "us a superstep")
    yield held(f"{name}, ratio", reference / ours, "times cheaper", target, "at least")


def _cost(library: str, saver: Any, durability: str) -> float:
    run = loop(library, saver, STEPS)
    start = time.perf_counter()
    run(durability=durability)
    return (time.perf_counter() - start) / STEPS * 1e6


def _room(library: str) -> float:
    """Return the bytes that one more checkpoint takes, with one of many channels written."""
    steps = (FEW, MANY) if library == "langgraph" else (FEW, 10 * MANY)
    with in_memory(library)() as saver:
        loop(library, saver, 3, CHANNELS)()  # what is imported and made once is not counted
    taken: list[int] = []
    for number in steps:
        with in_memory(library)() as saver:
            tracemalloc.start()
            loop(library, saver, number, CHANNELS)()
            taken.append(tracemalloc.get_traced_memory()[0])
            tracemalloc.stop()
    return (taken[1] - taken[0]) / (steps[1] - steps[0])
