"""What a parse tells of a graph beside what was compiled of the same text: what only one of the two has.

A graph that code builds in a loop is only known when it was compiled; its parts are drawn then, and not edited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from stepgraph.document.finding import Finding
from stepgraph.document.model import Channel, Code, Edge, Graph, Lock, Node

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class CompiledNode:
    """A node as it was compiled. ``line`` to ``end_line``: its function in the document, if it stands there."""

    name: str
    defer: bool
    function: str | None
    line: int | None
    end_line: int | None
    doc: str | None


@dataclass(frozen=True, slots=True)
class CompiledGraph:
    """A graph as it was compiled. Its edges are as in a drawing, without a span; its channels are those of state."""

    nodes: tuple[CompiledNode, ...]
    edges: tuple[Edge, ...]
    channels: tuple[Channel, ...]


@dataclass(frozen=True, slots=True)
class Additions:
    """What only the compiled graph has, as it is drawn. ``is_built``: by code of the text that cannot be resolved."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    channels: tuple[Channel, ...]
    is_built: bool


def additions(graph: Graph, compiled: CompiledGraph) -> Additions:
    """Return what only the compiled graph has, locked with the place of the code that builds it."""
    lock = _lock(graph)
    nodes = {node.name for node in graph.nodes}
    channels = {channel.name for channel in graph.channels}
    return Additions(
        tuple(_node(node, lock) for node in compiled.nodes if node.name not in nodes),
        tuple(replace(edge, lock=lock) for edge in _edges_only_in(compiled.edges, graph.edges)),
        tuple(channel for channel in compiled.channels if channel.name not in channels),
        is_built=bool(graph.locks),
    )


def with_additions(graph: Graph, added: Additions) -> Graph:
    """Return the graph with what an earlier comparison added, as far as the text does not have it by now.

    What some code built in a way that cannot be resolved is gone with the last such code.
    """
    if added.is_built and not graph.locks:
        return graph
    lock = _lock(graph)
    names = {node.name for node in graph.nodes}
    nodes = tuple(replace(node, lock=lock, line=lock.line) for node in added.nodes if node.name not in names)
    ends = {*names, *(node.name for node in nodes), "__start__", "__end__", None}
    edges = (
        replace(edge, lock=lock)
        for edge in _edges_only_in(added.edges, graph.edges)
        if {edge.source, edge.target} <= ends
    )
    channels = {channel.name for channel in graph.channels}
    return replace(
        graph,
        nodes=(*graph.nodes, *nodes),
        edges=(*graph.edges, *edges),
        channels=(*graph.channels, *(channel for channel in added.channels if channel.name not in channels)),
    )


def difference(graph: Graph, compiled: CompiledGraph) -> Finding | None:
    """Return a finding when a graph that the text tells in full is not the one that was compiled of it."""
    if graph.locks:
        return None
    found = [
        *(f"only the compiled graph has {what}" for what in _only_compiled(graph, compiled)),
        *(f"only the text has {what}" for what in _only_text(graph, compiled)),
    ]
    if not found:
        return None
    rest = f"; and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    sentence = (
        f"What was compiled of this text is not what is drawn of it: {'; '.join(found[:_SHOWN])}{rest}. "
        "Something builds the graph in a way that its text does not show."
    )
    return Finding("drawing.differs", "warning", sentence, graph.name, graph.span, graph.line, 1)


def _only_compiled(graph: Graph, compiled: CompiledGraph) -> Iterator[str]:
    # Handlers of failures are told where their nodes are added, and compiled to nodes of their own.
    handlers = {edge.target for edge in compiled.edges if edge.kind == "handler"}
    known = {*handlers, *(node.name for node in graph.nodes)}
    yield from (f'the node "{node.name}"' for node in compiled.nodes if node.name not in known)
    added = (edge for edge in _edges_only_in(compiled.edges, graph.edges) if edge.kind != "handler")
    yield from _told(_declared(added))
    channels = {channel.name for channel in graph.channels}
    yield from (f'the channel "{one.name}"' for one in compiled.channels if one.name not in channels)


def _only_text(graph: Graph, compiled: CompiledGraph) -> Iterator[str]:
    nodes = {node.name for node in compiled.nodes}
    yield from (f'the node "{name}"' for name in dict.fromkeys(node.name for node in graph.nodes) if name not in nodes)
    yield from _told(_declared(_edges_only_in(graph.edges, compiled.edges)))


def _declared(edges: Iterable[Edge]) -> Iterator[Edge]:
    # What is inferred from the code of functions may be more than what was compiled, and an open end is no edge.
    return (edge for edge in edges if edge.origin == "declared" and edge.target is not None)


def _told(edges: Iterable[Edge]) -> Iterator[str]:
    yield from dict.fromkeys(f'the edge "{edge.source}" -> "{edge.target}"' for edge in edges)


def _edges_only_in(edges: Iterable[Edge], others: Iterable[Edge]) -> Iterator[Edge]:
    known = {(edge.source, edge.target, edge.kind) for edge in others}
    branches = {(edge.source, edge.branch) for edge in others if edge.branch is not None}
    for edge in edges:
        is_open_end = edge.target is None and (edge.source, edge.branch) in branches
        if not is_open_end and (edge.source, edge.target, edge.kind) not in known:
            yield edge


def _lock(graph: Graph) -> Lock:
    if not graph.locks:
        return Lock("read-only: only the compiled graph has it")
    # Of several places nobody can tell which one built this part.
    return graph.locks[0]


def _node(node: CompiledNode, lock: Lock) -> Node:
    code = Code(
        text=node.function or node.name,
        kind="other",
        name=node.function,
        span=None,
        path=None,
        line=node.line,
        end_line=node.end_line,
        doc=node.doc,
    )
    return Node(
        name=node.name,
        code=code,
        span=None,
        line=lock.line,
        defer=node.defer,
        options=(),
        goto=(),
        reads=None,
        writes=None,
        input_schema=None,
        lock=lock,
    )
