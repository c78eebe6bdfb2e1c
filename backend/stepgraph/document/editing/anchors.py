"""Which building calls stand where: behind which one a new one goes, and which declare an edge."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from stepgraph.document.editing.sheet import Sheet, unlocked
from stepgraph.document.editing.statements import Link, place_at
from stepgraph.document.model import END, Branch, Edge, Node, shown

Part = Node | Edge | Branch


def node_anchor(sheet: Sheet) -> Link | None:
    """Return the last call that adds a node; a new node goes behind it. None when there is none."""
    return _last(sheet, sheet.graph.nodes, skip=())


def edge_anchor(sheet: Sheet, *, skip: Container[int] = (), behind: Iterable[str] = ()) -> Link | None:
    """Return the call that a new edge goes behind: the last one that draws an edge, else the last node.

    ``skip`` are ends of calls that the edit removes. ``behind`` are nodes that must have been added before.
    """
    last = _last(sheet, edge_parts(sheet), skip=skip)
    nodes = _last(sheet, [node for node in sheet.graph.nodes if node.name in set(behind)], skip=skip)
    if last is None:
        return node_anchor(sheet)
    return nodes if nodes is not None and nodes.end > last.end else last


def edge_parts(sheet: Sheet) -> Iterator[Edge | Branch]:
    """Return what building calls draw between nodes, apart from the calls that add the nodes."""
    yield from (edge for edge in sheet.graph.edges if edge.kind in {"static", "join"})
    yield from sheet.graph.branches


def absorbed_edges(sheet: Sheet, sources: Container[str], targets: Container[str]) -> list[Edge]:
    """Return the plain edges that a join or a branch takes the place of. Raises EditRefused for a locked one."""
    found = [
        edge
        for edge in sheet.graph.edges
        if edge.kind == "static" and edge.source in sources and edge.target in targets
    ]
    for edge in found:
        unlocked(edge.lock, f"The edge from {shown(edge.source)} to {shown(edge.target or END)}")
    return found


def links_of(sheet: Sheet, parts: Iterable[Part]) -> list[Link]:
    """Return the building calls that parts stand in, each once, in the order of the text."""
    links = {link.end: link for link in (sheet.calls.at(part.span) for part in parts)}
    return [links[end] for end in sorted(links)]


def _last(sheet: Sheet, parts: Iterable[Part], *, skip: Container[int]) -> Link | None:
    builder = place_at(sheet.text, sheet.graph.span.start)
    spans = sorted((part.span for part in parts if part.span is not None and part.lock is None), key=lambda s: -s.end)
    for span in spans:
        link = sheet.calls.at(span)
        # Behind a condition or in a loop it would not be certain to run.
        is_certain = builder is None or link.place.block is builder.block
        if link.end not in skip and is_certain:
            return link
    return None
