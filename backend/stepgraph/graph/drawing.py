"""The drawing that the reference's callers ask for: what can be reached from the start over edges that are known."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from stepgraph.constants import END, START
from stepgraph.pregel.describe import EdgeDescription, GraphDescription


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A node of the drawing; `data` is what the user gave for it."""

    id: str
    name: str
    data: Any = None
    metadata: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class DrawnEdge:
    """An edge of the drawing; `data` is its label."""

    source: str
    target: str
    data: str | None = None
    conditional: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """Nodes by id, and edges from the start on."""

    nodes: dict[str, DrawnNode] = field(default_factory=dict)
    edges: list[DrawnEdge] = field(default_factory=list)


def draw(description: GraphDescription) -> Drawing:
    """Return the drawing of a graph. A reached node of which no way out is known is drawn to the end."""
    nodes = {node.name: DrawnNode(node.name, node.name, node.function) for node in description.nodes}
    outgoing: dict[str, list[DrawnEdge]] = {}
    for edge in description.edges:
        if edge.target is not None:
            outgoing.setdefault(edge.source, []).append(_drawn(edge))
    edges: list[DrawnEdge] = []
    waiting, reached = deque([START]), {START, END}
    while waiting:
        source = waiting.popleft()
        found: Sequence[DrawnEdge] = outgoing.get(source) or [DrawnEdge(source, END)]
        edges.extend(dict.fromkeys(found))
        new = dict.fromkeys(edge.target for edge in found if edge.target not in reached)
        reached.update(new)
        waiting.extend(new)
    if any(edge.target == END for edge in edges):
        nodes[END] = DrawnNode(END, END)
    return Drawing(nodes, edges)


def _drawn(edge: EdgeDescription) -> DrawnEdge:
    assert edge.target is not None
    return DrawnEdge(edge.source, edge.target, edge.label, edge.kind in {"branch", "command"})
