"""Which of a document's graphs are in no other one: where that is one alone, nobody has to choose.

``Model.graph`` guesses the same from the text alone, for as long as nothing of the document has run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from stepgraph.graph.state import StateGraph
from stepgraph.pregel.called import Called
from stepgraph.pregel.pregel import Pregel
from stepgraph.pregel.reaching import reached_values
from stepgraph.pregel.runnables import is_runnable


def outermost(graphs: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of those that are inside of no node of another; all of them where each is inside of one."""
    inside: set[int] = set()
    for graph in graphs.values():
        inside |= {_identity(held) for held in _inside(_sources(graph), set())} - {_identity(graph)}
    return tuple(name for name, graph in graphs.items() if _identity(graph) not in inside) or tuple(graphs)


def _inside(sources: Iterable[object], seen: set[int]) -> Iterator[object]:
    """Yield every graph that what was given for nodes is or reaches, through tasks and the graphs themselves too."""
    for source in sources:
        for value in (source,) if is_runnable(source) else reached_values(source):
            if id(value) in seen:
                continue
            seen.add(id(value))
            if isinstance(value, Called):
                yield from _inside([getattr(value, "func", None)], seen)
            elif issubclass(type(value), StateGraph | Pregel):
                yield value
                yield from _inside(_sources(value), seen)


def _sources(graph: object) -> Iterator[object]:
    if isinstance(graph, StateGraph):
        yield from (spec.runnable for spec in graph.nodes.values())
    elif isinstance(graph, Pregel):
        yield from (getattr(node.action, "source", None) for node in graph.program.nodes.values())


def _identity(graph: object) -> int:
    """A builder and what was compiled of it are one graph."""
    return id(getattr(graph, "builder", graph))
