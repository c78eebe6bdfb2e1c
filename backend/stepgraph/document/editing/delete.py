"""Nodes deleted, with every edge, join member and path map entry that names them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from stepgraph.document.editing.anchors import edge_parts, links_of
from stepgraph.document.editing.branch_ways import set_ways, with_ways
from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.hints import shorten_hints
from stepgraph.document.editing.joins import is_there, joins, set_members, without_members
from stepgraph.document.editing.lists import item_spans, without
from stepgraph.document.editing.mentions import Mentions, scope_of
from stepgraph.document.editing.options import argument_spans
from stepgraph.document.editing.sequences import write_out
from stepgraph.document.editing.shape import GraphShape
from stepgraph.document.editing.sheet import Sheet, unlocked
from stepgraph.document.editing.statements import Link, link_at, links_in, place_at
from stepgraph.document.editing.unused import remove_functions
from stepgraph.document.model import Branch, Way
from stepgraph.document.reading.modules import Modules

_INTERRUPTS = frozenset({"interrupt_before", "interrupt_after"})


def node_delete(sheet: Sheet, *, names: tuple[str, ...], functions: bool = False) -> Edit:
    """Delete nodes, and with ``functions`` theirs where nothing else uses them. Raises EditRefused."""
    gone = frozenset(names)
    for name in names:
        sheet.node(name)
    _check_locks(sheet, gone)
    _check_mentions(sheet, gone)
    draft = Draft(sheet)
    shape = _without_nodes(draft, gone)
    for join in joins(sheet):
        left = () if join.target in gone else tuple(member for member in join.members if member not in gone)
        if left != join.members:
            set_members(draft, join, () if is_there(sheet, left, join.target) else left)
            shape = without_members(shape, join, left)
    for branch in sheet.graph.branches:
        shape = _without_ways(draft, shape, branch, gone)
    _take_out_names(draft, gone)
    if functions:
        nodes = [node for node in sheet.graph.nodes if node.name in gone]
        remove_functions(draft, [node.code for node in nodes], links_of(sheet, nodes))
    title = f'Delete "{names[0]}"' if len(gone) == 1 else f"Delete {len(gone)} nodes"
    return draft.edit(title, intended=sheet.shape.with_graph(sheet.key, lambda _: shape).without_unnamed())


def _check_locks(sheet: Sheet, gone: frozenset[str]) -> None:
    for part in edge_parts(sheet):
        target = getattr(part, "target", None)
        if part.source in gone or target in gone:
            unlocked(part.lock, f'What leads from "{part.source}"')


def _check_mentions(sheet: Sheet, gone: frozenset[str]) -> None:
    for name in gone if sheet.graph.locks else ():
        mentions = Mentions(sheet, name, Modules(sheet.text))
        mentions.collect()
        mentions.check_locks()


def _without_nodes(draft: Draft, gone: frozenset[str]) -> GraphShape:
    sheet, shape = draft.sheet, draft.sheet.graph_shape
    spans = {node.span for node in sheet.graph.nodes if node.name in gone}
    links = links_of(sheet, [node for node in sheet.graph.nodes if node.name in gone])
    touching = [edge for edge in sheet.graph.edges if edge.kind == "static" and gone & {edge.source, edge.target}]
    sequences = {link.end for link in links if link.method == "add_sequence"}
    for link in links:
        if link.end in sequences:
            write_out(draft, link, nodes=gone)
        else:
            draft.remove_link(link)
    for link in links_of(sheet, touching):
        if link.end not in sequences:
            draft.remove_link(link)
    # With a node go those that stand for a part of it, such as its error handler.
    names = gone | {
        node.name
        for node in sheet.graph.nodes
        if node.span in spans and node.lock is not None and node.span is not None
    }
    return replace(
        shape,
        nodes=frozenset(node for node in shape.nodes if node.name not in names),
        edges=frozenset(pair for pair in shape.edges if not gone.intersection(pair)),
        unsaid=shape.unsaid | names,
        private=False,
    )


def _without_ways(draft: Draft, shape: GraphShape, branch: Branch, gone: frozenset[str]) -> GraphShape:
    if branch.source in gone:
        draft.remove_link(link_at(draft.sheet.text, branch.span))
        return with_ways(shape, branch, ())
    ways: tuple[Way, ...] = tuple(way for way in branch.targets or () if way.target not in gone)
    if branch.targets is None or len(ways) == len(branch.targets):
        return shape
    if ways:
        set_ways(draft, branch, ways)
    else:
        draft.remove_link(link_at(draft.sheet.text, branch.span))
    return with_ways(shape, branch, ways)


def _naming_calls(sheet: Sheet, gone: frozenset[str]) -> Iterator[tuple[Link, ast.keyword]]:
    """Return the keywords of building calls that list nodes: where a command leads, where a run stops."""
    for node in sheet.graph.nodes:
        if (
            node.lock is None
            and node.name not in gone
            and any(option.name == "destinations" for option in node.options)
        ):
            link = link_at(sheet.text, node.span)
            yield from ((link, word) for word in link.call.keywords if word.arg == "destinations")
    for option in sheet.graph.options:
        if option.name in _INTERRUPTS:
            yield from _keyword_at(sheet, option.span.start, option.name)


def _keyword_at(sheet: Sheet, start: int, name: str) -> Iterator[tuple[Link, ast.keyword]]:
    place = place_at(sheet.text, start)
    for link in links_in(sheet.text, place) if place is not None else ():
        for word in link.call.keywords:
            if word.arg == name and sheet.text.span(word).start == start:
                yield link, word


def _take_out_names(draft: Draft, gone: frozenset[str]) -> None:
    modules = Modules(draft.sheet.text)
    for link, word in _naming_calls(draft.sheet, gone):
        names = [modules.constant(item, scope_of(link)) for item in _items(word.value)]
        _take_out(draft, (link, word), [index for index, name in enumerate(names) if name in gone])
    shorten_hints(draft, gone)


def _items(expr: ast.expr) -> list[ast.expr]:
    if isinstance(expr, ast.Dict):
        return [key for key in expr.keys if key is not None]
    return expr.elts if isinstance(expr, ast.List | ast.Tuple | ast.Set) else []


def _take_out(draft: Draft, found: tuple[Link, ast.keyword], at: list[int]) -> None:
    link, word = found
    text = draft.sheet.text
    if at and len(at) == len(_items(word.value)):
        spans = argument_spans(draft.sheet, link.call)
        if len(spans) == 1:
            draft.replace(spans[0], "")
        else:
            draft.apply(without(text.text, spans, [spans.index(text.span(word))]))
    elif at:
        spans = item_spans(text, word.value)
        draft.apply(without(text.text, spans, at, is_tuple=isinstance(word.value, ast.Tuple)))
