"""A built graph as the drawing that the reference's callers ask for."""

from __future__ import annotations

from typing import Any

from stepgraph.constants import END
from stepgraph.graph.drawing_deferred import late_edges
from stepgraph.pregel.describe import EdgeDescription, GraphDescription, NodeDescription
from stepgraph.pregel.drawing import Drawing, DrawnEdge, DrawnNode, drawn
from stepgraph.pregel.program import Program


def draw(description: GraphDescription, program: Program) -> Drawing:
    """Return the drawing of a graph; nodes carry what the user said of them, and where runs stop."""
    nodes = {node.name: _node(node, description, program) for node in description.nodes}
    edges = [edge for edge in description.edges if _is_drawn(edge)]
    deferred = frozenset(node.name for node in description.nodes if node.defer)
    if not deferred:
        return drawn(nodes, [_edge(edge) for edge in edges])
    late, last = late_edges(edges, deferred)
    ways = [*map(_edge, edges), *(DrawnEdge(source, target, conditional=True) for source, target in late)]
    return drawn(nodes, ways, last)


def _node(node: NodeDescription, description: GraphDescription, program: Program) -> DrawnNode:
    metadata: dict[str, Any] = dict(program.nodes[node.name].metadata)
    if node.defer:
        metadata["defer"] = True
    stops = [
        word
        for word, names in (("before", description.interrupt_before), ("after", description.interrupt_after))
        if node.name in names
    ]
    if stops:
        metadata["__interrupt"] = ",".join(stops)
    data = program.nodes[node.name].action if node.function is None else node.function
    return DrawnNode(node.name, node.name, data, metadata or None)


def _is_drawn(edge: EdgeDescription) -> bool:
    """Tell whether an edge is drawn as it is: a plain one to the end only says that nothing follows.

    Where failures go is not drawn there.
    """
    return (
        edge.target is not None
        and edge.kind != "handler"
        and not (edge.target == END and edge.kind in {"static", "join"})
    )


def _edge(edge: EdgeDescription) -> DrawnEdge:
    assert edge.target is not None
    label = None if edge.label == edge.target else edge.label
    return DrawnEdge(edge.source, edge.target, label, edge.kind in {"branch", "command"})
