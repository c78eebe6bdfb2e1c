"""Edges: connected, disconnected, led elsewhere."""

from __future__ import annotations

from dataclasses import replace

from stepgraph.document.editing.anchors import edge_anchor
from stepgraph.document.editing.branch_ways import move_way, remove_way
from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.joins import join_named, move_join, remove_member
from stepgraph.document.editing.sequences import drop_edges
from stepgraph.document.editing.shape import GraphShape
from stepgraph.document.editing.sheet import Sheet, unlocked
from stepgraph.document.editing.statements import argument, link_at
from stepgraph.document.model import END, START, Edge, shown
from stepgraph.document.refused import EditRefused


def edge_add(sheet: Sheet, *, source: str, target: str) -> Edit:
    """Connect two nodes, START or END. Raises EditRefused."""
    check_ends(sheet, source, target)
    if (source, target) in sheet.graph_shape.edges:
        raise EditRefused("edit.edge_exists", f"There is an edge from {shown(source)} to {shown(target)} already.")
    draft = Draft(sheet)
    draft.add_call(edge_anchor(sheet), "add_edge", (draft.name(source), draft.name(target)))

    def with_edge(graph: GraphShape) -> GraphShape:
        return replace(graph, edges=graph.edges | {(source, target)})

    return draft.edit(
        f"Connect {shown(source)} to {shown(target)}",
        select=sheet.selectable(source),
        intended=sheet.shape.with_graph(sheet.key, with_edge),
    )


def edge_delete(
    sheet: Sheet, *, source: str, target: str | None, join: str | None = None, branch: str | None = None
) -> Edit:
    """Disconnect; a member leaves its join, an entry its path map. Raises EditRefused."""
    title = f"Disconnect {shown(source)}" + ("" if target is None else f" from {shown(target)}")
    if branch is not None:
        return remove_way(sheet, title, source=source, name=branch, target=target)
    if target is None:
        raise EditRefused("edit.unknown_edge", f"{shown(source)} has no such edge.")
    if join is not None:
        return remove_member(sheet, title, join_named(sheet, join), source=source)
    draft = Draft(sheet)
    for link in drop_edges(draft, plain_edges(sheet, source, target)):
        draft.remove_link(link)

    def without_edge(graph: GraphShape) -> GraphShape:
        return replace(graph, edges=graph.edges - {(source, target)})

    intended = sheet.shape.with_graph(sheet.key, without_edge)
    return draft.edit(title, select=sheet.selectable(source), intended=intended)


def edge_move(  # noqa: PLR0913  the gesture's fields
    sheet: Sheet,
    *,
    source: str,
    target: str,
    to_source: str,
    to_target: str,
    join: str | None = None,
    branch: str | None = None,
) -> Edit:
    """Let an edge lead elsewhere, in its place in the text. Raises EditRefused."""
    title = f"Lead {shown(source)} → {shown(target)} to {shown(to_source)} → {shown(to_target)}"
    check_ends(sheet, to_source, to_target)
    if branch is not None:
        if to_source != source:
            raise EditRefused("edit.branch_source", "A branch belongs to its node; only where it leads can be moved.")
        return move_way(sheet, title, source=source, name=branch, target=target, to_target=to_target)
    if join is not None:
        return move_join(sheet, title, join_named(sheet, join), source=source, to_source=to_source, to_target=to_target)
    if (to_source, to_target) in sheet.graph_shape.edges:
        raise EditRefused(
            "edit.edge_exists", f"There is an edge from {shown(to_source)} to {shown(to_target)} already."
        )
    draft = Draft(sheet)
    first, *others = plain_edges(sheet, source, target)
    _lead(draft, first, to_source, to_target)
    for link in drop_edges(draft, others):
        draft.remove_link(link)

    def with_moved(graph: GraphShape) -> GraphShape:
        return replace(graph, edges=graph.edges - {(source, target)} | {(to_source, to_target)})

    return draft.edit(title, select=sheet.selectable(to_source), intended=sheet.shape.with_graph(sheet.key, with_moved))


def check_ends(sheet: Sheet, source: str, target: str) -> None:
    """Raise EditRefused unless an edge may lead from the one to the other."""
    if target == START:
        raise EditRefused("edit.start_target", "Nothing leads to START: it is where a run begins.")
    if source == END:
        raise EditRefused("edit.end_source", "Nothing comes after END.")
    sheet.end_point(source)
    sheet.end_point(target)


def plain_edges(sheet: Sheet, source: str, target: str) -> list[Edge]:
    """Return the declarations of a plain edge; there may be several of one. Raises EditRefused."""
    found = [
        edge for edge in sheet.graph.edges if edge.kind == "static" and (edge.source, edge.target) == (source, target)
    ]
    by_code = [edge for edge in sheet.graph.edges if edge.kind in {"command", "send"}]
    if not found and any((edge.source, edge.target) == (source, target) for edge in by_code):
        raise EditRefused(
            "edit.by_code", f"{shown(source)} leads to {shown(target)} by what its code returns; change it in the code."
        )
    if not found:
        raise EditRefused("edit.unknown_edge", f"There is no edge from {shown(source)} to {shown(target)}.")
    for edge in found:
        unlocked(edge.lock, f"The edge from {shown(source)} to {shown(target)}")
    return found


def _lead(draft: Draft, edge: Edge, source: str, target: str) -> None:
    link = link_at(draft.sheet.text, edge.span)
    if link.method == "add_sequence":
        drop_edges(draft, [edge])
        draft.add_call(edge_anchor(draft.sheet), "add_edge", (draft.name(source), draft.name(target)))
        return
    if link.method == "set_entry_point" and source == START:
        changes = [(0, "key", edge.target, target)]
    elif link.method == "set_finish_point" and target == END:
        changes = [(0, "key", edge.source, source)]
    elif link.method == "add_edge":
        changes = [(0, "start_key", edge.source, source), (1, "end_key", edge.target, target)]
    else:
        draft.rewrite(link, "add_edge", (draft.name(source), draft.name(target)))
        return
    for position, word, old, new in changes:
        expr = argument(link.call, position, word)
        if expr is not None and old != new:
            draft.replace(draft.sheet.text.span(expr), draft.name(new))
