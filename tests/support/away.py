"""Executors of every kind for the tests, and nodes that another process can import."""

from __future__ import annotations

import importlib
import operator
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Annotated, Any, TypedDict

from stepgraph.graph import StateGraph
from stepgraph.types import interrupt


class State(TypedDict, total=False):
    """A number, and a log with a reducer."""

    n: int
    x: Annotated[list[Any], operator.add]


def count(state: Any) -> Any:
    """Begin the log."""
    return {"x": ["counted"]}


def square(state: Any) -> Any:
    """Log the square of the number."""
    return {"x": [state["n"] ** 2]}


def halves(state: Any) -> Iterator[Any]:
    """Return a result in two pieces."""
    yield ["first"]
    yield ["second"]


def fail(state: Any) -> Any:
    """Raise what takes a plain argument."""
    raise KeyError(f"no {state['n']}")


class Coded(Exception):
    """Cannot be made anew by calling its class with its arguments."""

    def __init__(self, text: str, *, code: int) -> None:
        super().__init__(f"{text} ({code})")
        self.code = code


def fail_with_a_code(state: Any) -> Any:
    """Raise what has a constructor of its own."""
    raise Coded("no", code=3)


class Stubborn(Exception):
    """Cannot be taken apart, nor say what it is."""

    def __reduce__(self) -> Any:
        raise RuntimeError("stays")

    def __str__(self) -> str:
        raise RuntimeError("says nothing")


def fail_stubbornly(state: Any) -> Any:
    """Raise what cannot travel."""
    raise Stubborn("no")


def fail_in_a_file_of_threes(state: Any) -> Any:
    """Fail twice; the file that the number's name leads to counts, since processes share nothing else."""
    with open(state["x"][0], "a", encoding="utf-8") as log:  # noqa: PTH123  as a user writes it
        log.write("x")
    if os.path.getsize(state["x"][0]) < 3:  # noqa: PTH202  as a user writes it
        raise ConnectionError("not yet")
    return {"x": ["at last"]}


def locks(state: Any) -> Any:
    """Return what no process can give to another."""
    return {"x": [{"held": threading.Lock()}]}


def end_the_process(state: Any) -> Any:
    """End the process without a word, unless the marked file is there."""
    if os.path.exists(state["x"][0]):  # noqa: PTH110  as a user writes it
        return {"x": ["alive"]}
    os._exit(1)


def end_the_process_once(state: Any) -> Any:
    """End the process without a word, but not again."""
    if os.path.exists(state["x"][0]):  # noqa: PTH110  as a user writes it
        return {"x": ["alive"]}
    open(state["x"][0], "w", encoding="utf-8").close()  # noqa: PTH123  as a user writes it
    os._exit(1)


def asks_deep_inside(state: Any) -> Any:
    """Ask by way of another function, which nobody sees from outside."""
    return _asks()


def _asks() -> Any:
    return {"x": [interrupt("well?")]}


def fan_out(lib: Any) -> Any:
    """Return a builder: "count" sends a packet to "square" for each number below the state's, and "last" waits."""
    builder = lib.StateGraph(State)
    builder.add_node("count", count).add_node("square", square).add_node("last", count, defer=True)
    builder.add_edge(lib.START, "count").add_edge("square", "last")
    packets: Callable[[Any], Any] = lambda state: [lib.Send("square", {"n": n}) for n in range(state["n"])]  # noqa: E731  as a user writes it
    return builder.add_conditional_edges("count", packets, ["square"])


def alone(node: Any, **options: Any) -> StateGraph:
    """Return a builder of one node, "a"."""
    return StateGraph(State).add_node("a", node, **options).add_edge("__start__", "a")


def processes() -> Executor:
    """Return two fresh processes, which know nothing but what they are sent."""
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


def threads() -> Executor:
    """Return two threads."""
    return ThreadPoolExecutor(2, thread_name_prefix="away")


@contextmanager
def dask() -> Iterator[Executor]:
    """Give the executor of a cluster of two worker processes on this machine."""
    # Only here: it takes a second to import.
    distributed: Any = importlib.import_module("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor()
