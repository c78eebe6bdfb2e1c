"""Which of a document's graphs are in no other one: where that is one alone, nobody has to choose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from stepgraph.graph.state import StateGraph
from stepgraph.pregel.inside import graph_in, inner_nodes


def outermost(graphs: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of those that are inside of no node of another; all of them where each is inside of one."""
    inside = {_identity(held) for graph in graphs.values() for held in _inside(graph) if held is not graph}
    return tuple(name for name, graph in graphs.items() if _identity(graph) not in inside) or tuple(graphs)


def _inside(graph: object) -> Iterator[object]:
    if not isinstance(graph, StateGraph):
        yield from (inner.graph for inner in inner_nodes(graph))
        return
    for spec in graph.nodes.values():
        held = graph_in(spec.runnable)
        if held is not None:
            yield held
            yield from _inside(held)


def _identity(graph: object) -> int:
    """A builder and what was compiled of it are one graph."""
    return id(getattr(graph, "builder", graph))
