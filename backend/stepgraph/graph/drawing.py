"""A built graph as the drawing that the reference's callers ask for."""

from __future__ import annotations

from typing import Any

from stepgraph.constants import END
from stepgraph.pregel.describe import EdgeDescription, GraphDescription, NodeDescription
from stepgraph.pregel.drawing import Drawing, DrawnEdge, DrawnNode, drawn
from stepgraph.pregel.program import Program


def draw(description: GraphDescription, program: Program) -> Drawing:
    """Return the drawing of a graph; nodes carry what the user said of them, and where runs stop."""
    nodes = {node.name: _node(node, description, program) for node in description.nodes}
    return drawn(nodes, [_edge(edge) for edge in description.edges if _is_drawn(edge)])


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
    return edge.target is not None and edge.kind != "handler" and not (edge.target == END and edge.kind in {"static", "join"})


def _edge(edge: EdgeDescription) -> DrawnEdge:
    assert edge.target is not None
    label = None if edge.label == edge.target else edge.label
    return DrawnEdge(edge.source, edge.target, label, edge.kind in {"branch", "command"})
