"""The graphs that the engine is measured with, built with either library."""

from __future__ import annotations

import importlib
import operator
from types import ModuleType
from typing import Annotated, Any, NamedTuple, TypedDict


class Shape(NamedTuple):
    """A compiled graph, its input, and how many units of work a run of it does."""

    graph: Any
    given: dict[str, Any]
    units: int


def loop_of(library: str, steps: int) -> Shape:
    """One node that runs `steps` times."""
    graph = _graphs(library)
    builder = graph.StateGraph(_state({"n": int}))
    builder.add_node("a", lambda state: {"n": state["n"] + 1})
    builder.add_edge(graph.START, "a")
    builder.add_conditional_edges("a", lambda state: "a" if state["n"] < steps else graph.END)
    return Shape(builder.compile(), {"n": 0}, steps)


def chain_builder(library: str, nodes: int) -> Any:
    """Return the builder of nodes that run one after the other."""
    graph = _graphs(library)
    builder = graph.StateGraph(_state({"n": int}))
    for index in range(nodes):
        builder.add_node(f"n{index}", lambda state: {"n": state["n"] + 1})
        builder.add_edge(f"n{index - 1}" if index else graph.START, f"n{index}")
    return builder


def chain_of(library: str, nodes: int) -> Shape:
    """Nodes that run one after the other."""
    return Shape(chain_builder(library, nodes).compile(), {"n": 0}, nodes)


def channels_of(library: str, channels: int, steps: int = 1_000) -> Shape:
    """A loop over a state of many keys, of which each superstep writes one."""
    graph = _graphs(library)
    fields = {f"c{index}": int for index in range(channels)}
    builder = graph.StateGraph(_state(fields))
    builder.add_node("a", lambda state: {"c0": state["c0"] + 1})
    builder.add_edge(graph.START, "a")
    builder.add_conditional_edges("a", lambda state: "a" if state["c0"] < steps else graph.END)
    return Shape(builder.compile(), dict.fromkeys(fields, 0), steps)


def sends_of(library: str, tasks: int) -> Shape:
    """A node whose router sends `tasks` packets to another."""
    graph, send = _graphs(library), importlib.import_module(f"{library}.types").Send
    builder = graph.StateGraph(_state({"n": int, "total": Annotated[int, operator.add]}))
    builder.add_node("split", lambda _state: None)
    builder.add_node("work", lambda packet: {"total": packet["index"]})
    builder.add_edge(graph.START, "split")
    builder.add_conditional_edges(
        "split", lambda state: [send("work", {"index": index}) for index in range(state["n"])], ["work"]
    )
    return Shape(builder.compile(), {"n": tasks, "total": 0}, tasks)


def side_by_side(library: str, nodes: int) -> Shape:
    """Nodes that all run in one superstep, as plain functions."""
    return _parallel(library, nodes, lambda _state: {"total": 1})


def awaited_side_by_side(library: str, nodes: int) -> Shape:
    """Nodes that all run in one superstep, as coroutine functions."""

    async def work(_state: Any) -> dict[str, int]:
        return {"total": 1}

    return _parallel(library, nodes, work)


def loop_beside(library: str, nodes: int, steps: int) -> Shape:
    """A loop of one node in a graph that has many others, which never run."""
    graph = _graphs(library)
    builder = graph.StateGraph(_state({"n": int}))
    for index in range(nodes):
        builder.add_node(f"n{index}", lambda state: {"n": state["n"] + 1})
    builder.add_edge(graph.START, "n0")
    builder.add_conditional_edges("n0", lambda state: "n0" if state["n"] < steps else graph.END)
    return Shape(builder.compile(), {"n": 0}, steps)


def _parallel(library: str, nodes: int, function: Any) -> Shape:
    graph = _graphs(library)
    builder = graph.StateGraph(_state({"total": Annotated[int, operator.add]}))
    for index in range(nodes):
        builder.add_node(f"n{index}", function)
        builder.add_edge(graph.START, f"n{index}")
    return Shape(builder.compile(), {"total": 0}, nodes)


def _graphs(library: str) -> ModuleType:
    return importlib.import_module(f"{library}.graph")


def _state(fields: dict[str, Any]) -> Any:
    return TypedDict("State", fields)  # type: ignore[operator]  # made at run time
