"""Graphs inside of nodes: a node that is one, or whose function names one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from stepgraph.constants import NAMESPACE_SEPARATOR
from stepgraph.pregel.called import Called
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
    return _is_graph(value) and value.checkpointer is not False


def _is_graph(value: Any) -> bool:
    return isinstance(getattr(value, "program", None), Program)


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
_MOST_PARTS = 20_000
"""Nodes and channels of all graphs inside, together: what tells of them has to fit one frame."""


class InnerNode(NamedTuple):
    """A graph inside of a node. `is_called` says that the node's function calls it, rather than being it."""

    path: str
    graph: Any
    is_called: bool


def inner_nodes(graph: Any) -> list[InnerNode]:
    """Return the graphs inside of a graph's nodes, each before those inside of it: `path` is its namespace without ids.

    Those that a task calls come below the name of the task. A graph that is inside of itself is not told again there,
    and of very deep and very many or large ones not all are.
    """
    search = _Search()
    search.look(_sources(graph), "", (graph.program,))
    return list(search.found.values())


def _sources(graph: Any) -> list[tuple[str, object]]:
    return [(name, getattr(node.action, "source", None)) for name, node in graph.program.nodes.items()]


class _Search:
    """Looks into nodes, and keeps what was found, as long as there is room."""

    def __init__(self) -> None:
        self.found: dict[str, InnerNode] = {}
        self._room = _MOST_PARTS

    def look(self, sources: Iterable[tuple[str, object]], path: str, around: tuple[object, ...]) -> None:
        """Look into what was given for nodes, or for tasks; `around` is what the way there leads through."""
        if len(around) > _DEEPEST:
            return
        for name, source in sources:
            own = f"{path}{NAMESPACE_SEPARATOR}{name}" if path else name
            is_called = not is_runnable(source)
            values = tuple(reached_values(source)) if is_called else (source,)
            inside: Any = next((value for value in values if _is_graph(value)), None)
            if inside is not None and own not in self.found and not any(inside.program is one for one in around):
                self._keep(InnerNode(own, inside, is_called), around)
            tasks: dict[int, Any] = {id(value): value for value in values if isinstance(value, Called)}
            for task in tasks.values():
                if not any(task is one for one in around):
                    self.look([(task.__name__, task.func)], own, (*around, task))

    def _keep(self, inner: InnerNode, around: tuple[object, ...]) -> None:
        program = inner.graph.program
        size = len(program.nodes) + len(program.channels)
        if size <= self._room:
            self._room -= size
            self.found[inner.path] = inner
            self.look(_sources(inner.graph), inner.path, (*around, program))
