"""Small graphs for the tests of the core."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Annotated, Any, TypedDict

from stepgraph.checkpoint.memory import InMemorySaver
from stepgraph.graph import StateGraph
from stepgraph.graph.state import CompiledStateGraph
from stepgraph.pregel.facts import Fact


class State(TypedDict, total=False):
    """A log with a reducer, and a plain key."""

    x: Annotated[list[Any], operator.add]
    y: int


Edge = tuple[str | list[str], str]


def says(name: str) -> Callable[[Any], Any]:
    """Return a node that adds its name to the log."""
    return lambda state: {"x": [name]}


def fails(state: Any) -> Any:
    """Fail like a node of a user's."""
    raise ValueError("no")


def build(edges: Iterable[Edge], schema: Any = State, defer: Iterable[str] = (), /, **nodes: Any) -> StateGraph:
    """Return a builder of named nodes and edges between them."""
    builder: StateGraph = StateGraph(schema)
    for name, node in nodes.items():
        builder.add_node(name, node, defer=name in defer)
    for start, end in edges:
        builder.add_edge(start, end)
    return builder


def kept(builder: StateGraph, **options: Any) -> CompiledStateGraph:
    """Return the compiled graph with a saver of its own."""
    return builder.compile(checkpointer=InMemorySaver(), **options)


def thread(name: str = "1", **configurable: Any) -> Any:
    """Return the config of a thread."""
    return {"configurable": {"thread_id": name, **configurable}}


def thread_with(**options: Any) -> Any:
    """Return the config of the thread "1" with options of the call beside it."""
    return {**thread(), **options}


def facts_of(graph: CompiledStateGraph, given: Any, config: Any = None, **options: Any) -> list[Fact]:
    """Run a graph and return everything that was told, whether or not it failed."""
    facts: list[Fact] = []
    with suppress(Exception):  # it is in the facts
        graph.trace(given, config, observe=facts.append, **options)
    return facts
