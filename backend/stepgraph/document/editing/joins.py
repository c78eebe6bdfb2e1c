"""Joins: list edges, for which a node waits until all their members ran."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from stepgraph.document.editing.anchors import absorbed_edges, edge_anchor, links_of
from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.lists import item_spans, without
from stepgraph.document.editing.sequences import drop_edges
from stepgraph.document.editing.shape import GraphShape
from stepgraph.document.editing.sheet import Sheet, unlocked
from stepgraph.document.editing.statements import Link, argument
from stepgraph.document.model import END, START, Edge
from stepgraph.document.refused import EditRefused


@dataclass(frozen=True, slots=True)
class Join:
    """One join of the graph: its members in order, its target, and the calls that declare it."""

    members: tuple[str, ...]
    target: str
    links: tuple[Link, ...]


def join_named(sheet: Sheet, name: str) -> Join:
    """Return the join that edges name ("join:a+b:c"). Raises EditRefused."""
    edges = [edge for edge in sheet.graph.edges if edge.kind == "join" and edge.join == name]
    if not edges:
        raise EditRefused("edit.unknown_join", f'There is no join "{name}".')
    for edge in edges:
        unlocked(edge.lock, "The join")
    return _join(sheet, edges)


def joins(sheet: Sheet) -> list[Join]:
    """Return all joins of the graph that can be edited."""
    named: dict[str, list[Edge]] = {}
    for edge in sheet.graph.edges:
        if edge.kind == "join" and edge.join is not None and edge.lock is None:
            named.setdefault(edge.join, []).append(edge)
    return [_join(sheet, edges) for edges in named.values()]


def _join(sheet: Sheet, edges: Sequence[Edge]) -> Join:
    members = tuple(dict.fromkeys(edge.source for edge in edges))
    return Join(members, edges[0].target or END, tuple(links_of(sheet, edges)))


def join_add(sheet: Sheet, *, sources: tuple[str, ...], target: str) -> Edit:
    """Let a node wait for several; plain edges and smaller joins of these become part of it. Raises EditRefused."""
    members = tuple(dict.fromkeys(sources))
    _check(sheet, members, target)
    smaller = [join for join in joins(sheet) if join.target == target and set(join.members) < set(members)]
    plain = absorbed_edges(sheet, members, {target})
    draft = Draft(sheet)
    removed = [link for join in smaller for link in join.links]
    removed += drop_edges(draft, plain)
    put_call(draft, removed, ("add_edge", (_list(draft, members), draft.name(target))), behind=(*members, target))

    def with_join(graph: GraphShape) -> GraphShape:
        return replace(
            graph,
            edges=graph.edges - {(member, target) for member in members},
            joins=graph.joins - {(frozenset(one.members), target) for one in smaller} | {(frozenset(members), target)},
        )

    names = " and ".join(f'"{member}"' for member in members)
    return draft.edit(
        f'Let "{target}" wait for {names}',
        select=sheet.selectable(target),
        intended=sheet.shape.with_graph(sheet.key, with_join),
    )


def put_call(draft: Draft, removed: list[Link], call: tuple[str, Sequence[str]], *, behind: Iterable[str]) -> None:
    """Put a building call in the place of the last of those that it replaces, where all it names is known by then."""
    method, arguments = call
    anchor = edge_anchor(draft.sheet, skip={link.end for link in removed}, behind=behind)
    last = _known_from(draft.sheet, behind)
    usable = [link for link in removed if link.end > last]
    if usable:
        draft.rewrite(usable[-1], method, arguments)
    else:
        draft.add_call(anchor, method, arguments)
    for link in removed:
        if link not in usable[-1:]:
            draft.remove_link(link)


def _known_from(sheet: Sheet, names: Iterable[str]) -> int:
    """Return the end of the last call that adds one of these nodes: the engine joins only what it knows by then."""
    links = links_of(sheet, [sheet.nodes[name] for name in names if name in sheet.nodes])
    return max((link.end for link in links), default=0)


def set_members(draft: Draft, join: Join, members: tuple[str, ...]) -> None:
    """Take members out of a join: with one left it is a plain edge, with none it goes."""
    for link in join.links:
        given = argument(link.call, 0, "start_key")
        kept = [index for index, member in enumerate(join.members) if member in members]
        if given is None or not kept:
            draft.remove_link(link)
            continue
        spans = item_spans(draft.sheet.text, given)
        if len(kept) == 1:
            draft.replace(draft.sheet.text.span(given), draft.name(join.members[kept[0]]))
        elif len(spans) != len(join.members):
            draft.replace(draft.sheet.text.span(given), _list(draft, members))
        else:
            gone = [index for index in range(len(spans)) if index not in kept]
            draft.apply(without(draft.sheet.text.text, spans, gone, is_tuple=isinstance(given, ast.Tuple)))


def without_members(graph: GraphShape, join: Join, members: tuple[str, ...]) -> GraphShape:
    """Return the shape with a join that has only these members left."""
    edges, found = graph.edges, graph.joins - {(frozenset(join.members), join.target)}
    if len(members) == 1:
        edges |= {(members[0], join.target)}
    elif members:
        found |= {(frozenset(members), join.target)}
    return replace(graph, edges=edges, joins=found)


def is_there(sheet: Sheet, members: tuple[str, ...], target: str) -> bool:
    """Return whether the graph has what a join of these members would be."""
    if len(members) == 1:
        return (members[0], target) in sheet.graph_shape.edges
    return (frozenset(members), target) in sheet.graph_shape.joins


def remove_member(sheet: Sheet, title: str, join: Join, *, source: str) -> Edit:
    """Let a member leave its join. Raises EditRefused."""
    if source not in join.members:
        raise EditRefused("edit.unknown_edge", f'"{source}" is no member of that join.')
    members = tuple(member for member in join.members if member != source)
    draft = Draft(sheet)
    set_members(draft, join, () if is_there(sheet, members, join.target) else members)
    return draft.edit(
        title,
        select=sheet.selectable(source),
        intended=sheet.shape.with_graph(sheet.key, lambda graph: without_members(graph, join, members)),
    )


def move_join(sheet: Sheet, title: str, join: Join, *, source: str, to_source: str, to_target: str) -> Edit:
    """Let a join have another member in a member's place, or lead elsewhere. Raises EditRefused."""
    if source not in join.members:
        raise EditRefused("edit.unknown_edge", f'"{source}" is no member of that join.')
    members = tuple(dict.fromkeys(to_source if member == source else member for member in join.members))
    if is_there(sheet, members, to_target) and (set(members), to_target) != (set(join.members), join.target):
        raise EditRefused("edit.edge_exists", "There is such a join already.")
    if len(members) > 1:
        _check_members(members)
    draft = Draft(sheet)
    for link in join.links:
        if len(members) > 1 and link.end < _known_from(sheet, (*members, to_target)):
            call = ("add_edge", (_list(draft, members), draft.name(to_target)))
            put_call(draft, [link], call, behind=(*members, to_target))
        else:
            _move(draft, link, join, (members, to_target))

    def with_moved(graph: GraphShape) -> GraphShape:
        return without_members(
            replace(graph, joins=graph.joins - {(frozenset(join.members), join.target)}),
            replace(join, target=to_target),
            members,
        )

    return draft.edit(title, select=sheet.selectable(to_source), intended=sheet.shape.with_graph(sheet.key, with_moved))


def _move(draft: Draft, link: Link, join: Join, to: tuple[tuple[str, ...], str]) -> None:
    members, target = to
    text = draft.sheet.text
    given, end = argument(link.call, 0, "start_key"), argument(link.call, 1, "end_key")
    if end is not None and target != join.target:
        draft.replace(text.span(end), draft.name(target))
    if given is None or members == join.members:
        return
    spans = item_spans(text, given)
    if len(members) == 1:
        draft.replace(text.span(given), draft.name(members[0]))
    elif len(spans) == len(join.members) == len(members):
        for span, old, new in zip(spans, join.members, members, strict=True):
            if old != new:
                draft.replace(span, draft.name(new))
    else:
        draft.replace(text.span(given), _list(draft, members))


def _list(draft: Draft, members: Iterable[str]) -> str:
    return f"[{', '.join(draft.name(member) for member in members)}]"


def _check(sheet: Sheet, members: tuple[str, ...], target: str) -> None:
    if len(members) < 2:
        raise EditRefused("edit.join_members", "A join waits for at least two nodes; connect one with a plain edge.")
    _check_members(members)
    for name in (*members, target):
        sheet.end_point(name)
    if target == START:
        raise EditRefused("edit.start_target", "Nothing leads to START: it is where a run begins.")
    if is_there(sheet, members, target):
        raise EditRefused("edit.edge_exists", f'"{target}" waits for exactly these nodes already.')


def _check_members(members: tuple[str, ...]) -> None:
    if END in members:
        raise EditRefused("edit.end_source", "Nothing comes after END.")
    if START in members:
        raise EditRefused("edit.join_start", "START cannot be a member of a join: it is no node that runs.")
