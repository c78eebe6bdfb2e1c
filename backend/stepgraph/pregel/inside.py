"""Graphs inside of nodes: a node that is one, or whose function names one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from stepgraph.constants import NAMESPACE_SEPARATOR
from stepgraph.pregel.program import Callee, NodeProgram, Program
from stepgraph.pregel.reaching import reached_values
from stepgraph.pregel.runnables import is_runnable


def graph_inside(action: Callee) -> Any:
    """Return the graph that a node is, or the first that its function reaches; None for none."""
    return graph_in(getattr(action, "source", None))


def graph_in(source: object) -> Any:
    """Return the graph that was given for a node, or the first that its function reaches; None for none."""
    for value in (source,) if is_runnable(source) else reached_values(source):
        if _is_inside(value):
            return value
    return None


def _is_inside(value: Any) -> bool:
    """Tell whether a value is a graph that shows what it does: one that keeps no checkpoints does not."""
    return isinstance(getattr(value, "program", None), Program) and value.checkpointer is not False


def program_inside(action: Callee) -> Program | None:
    """Return the program of the graph inside of a node, None for none."""
    inside = graph_inside(action)
    return None if inside is None else inside.program


def graphs_inside(
    nodes: Mapping[str, NodeProgram], namespace: str | None, *, recurse: bool
) -> Iterator[tuple[str, Any]]:
    """Yield the graphs inside of nodes by namespace; those below them too, with `recurse`."""
    for name, node in nodes.items():
        first, _, rest = (name, "", "") if namespace is None else namespace.partition(NAMESPACE_SEPARATOR)
        inside = graph_inside(node.action) if name == first else None
        if inside is None:
            continue
        if namespace is None or namespace == name:
            yield name, inside
        if recurse and (namespace is None or rest):
            below = graphs_inside(inside.program.nodes, rest or None, recurse=True)
            yield from ((f"{name}{NAMESPACE_SEPARATOR}{deeper}", graph) for deeper, graph in below)


_DEEPEST = 8
_MOST_NODES = 2_000


class InnerNode(NamedTuple):
    """A graph inside of a node. `is_called` says that the node's function calls it, rather than being it."""

    path: str
    graph: Any
    is_called: bool


def inner_nodes(graph: Any) -> list[InnerNode]:
    """Return the graphs inside of a graph's nodes, each before those inside of it: `path` is its namespace without ids.

    A graph that is inside of itself is not told again there; very deep and very many ones are left out.
    """
    found: list[InnerNode] = []
    _find_inside(graph, "", (graph.program,), found)
    return found


def _find_inside(graph: Any, path: str, around: tuple[Program, ...], found: list[InnerNode]) -> None:
    for name, node in graph.program.nodes.items():
        inside = graph_inside(node.action)
        if inside is None or any(inside.program is program for program in around) or len(around) > _DEEPEST:
            continue
        if sum(len(known.graph.program.nodes) for known in found) + len(inside.program.nodes) > _MOST_NODES:
            continue
        own = f"{path}{NAMESPACE_SEPARATOR}{name}" if path else name
        is_called = not is_runnable(getattr(node.action, "source", None))
        found.append(InnerNode(own, inside, is_called))
        _find_inside(inside, own, (*around, inside.program), found)
