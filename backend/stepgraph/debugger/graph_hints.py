"""What a graph, with the graphs inside of it, says about the values that it keeps: hints of schemas and of tasks."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from typing import Any

from stepgraph.pregel.called import Called, named_values
from stepgraph.pregel.inside import inner_nodes
from stepgraph.pregel.pregel import Pregel


def hints_of(graph: Pregel) -> list[object]:
    """Return the type hints of everything that a checkpoint of the graph may hold."""
    return [hint for one in _graphs(graph) for hint in _hints(one)]


def reducers_of(graph: Pregel) -> list[object]:
    """Return the functions by which channels merge writes."""
    channels = [channel for one in _graphs(graph) for channel in one.program.channels.values()]
    return [getattr(channel, "operator", None) for channel in channels]


def _graphs(graph: Pregel) -> list[Pregel]:
    return [graph, *[found.graph for found in inner_nodes(graph)]]


def _hints(graph: Pregel) -> Iterator[object]:
    builder = getattr(graph, "builder", None)
    if builder is not None:
        yield from builder.schemas
    for channel in graph.program.channels.values():
        yield channel.typ
    for node in graph.program.nodes.values():
        yield from _returned(getattr(node.action, "source", None), set())


def _returned(function: Any, seen: set[int]) -> Iterator[object]:
    """Yield what the tasks return that a function calls, and those that they call: a checkpoint keeps their results."""
    for value in named_values(function):
        if isinstance(value, Called) and id(value) not in seen:
            seen.add(id(value))
            called = getattr(value, "func", None)
            try:
                yield typing.get_type_hints(called).get("return", Any)
            except Exception:  # noqa: BLE001  hints are the user's text, and evaluating it may raise anything
                yield Any
            yield from _returned(called, seen)
