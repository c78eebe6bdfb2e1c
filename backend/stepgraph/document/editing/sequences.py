"""Plain edges taken out of the text; ``add_sequence`` is written out as single calls where a part of it goes."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import pairwise

from stepgraph.document.editing.calls import call_text
from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.names import quoted
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import Link, argument, begins_line, indent_at, link_at, scope_at
from stepgraph.document.model import Edge, Span
from stepgraph.document.reading.modules import Modules
from stepgraph.document.refused import EditRefused


def drop_edges(draft: Draft, edges: Iterable[Edge], *, nodes: Container[str] = ()) -> list[Link]:
    """Write out the sequences that have some of these edges, and return the calls that are only such an edge.

    The caller removes those, or writes something else in their place. ``nodes`` go from the sequences, too.
    """
    sequences: dict[int, tuple[Link, set[tuple[str, str]]]] = {}
    alone: dict[int, Link] = {}
    for edge in edges:
        link = link_at(draft.sheet.text, edge.span)
        if link.method == "add_sequence" and edge.target is not None:
            sequences.setdefault(link.end, (link, set()))[1].add((edge.source, edge.target))
        else:
            alone[link.end] = link
    for link, pairs in sequences.values():
        write_out(draft, link, nodes=nodes, edges=pairs)
    return [alone[end] for end in sorted(alone)]


def write_out(
    draft: Draft,
    link: Link,
    *,
    nodes: Container[str] = (),
    edges: Container[tuple[str, str]] = (),
    given: Mapping[str, list[str]] | None = None,
) -> None:
    """Replace a sequence by calls for each node and edge of it, without ``nodes`` and ``edges``. Raises EditRefused.

    ``given`` are arguments of add_node for a node that gets others than it has.
    """
    members = {**sequence_members(draft.sheet, link), **(given or {})}
    calls = [("add_node", arguments) for name, arguments in members.items() if name not in nodes]
    calls += [
        ("add_edge", [quoted(draft.sheet, name) for name in pair])
        for pair in pairwise(members)
        if pair not in edges and not any(name in nodes for name in pair)
    ]
    _replace(draft, link, calls)


def sequence_members(sheet: Sheet, link: Link) -> dict[str, list[str]]:
    """Return the nodes of a sequence in order, each with the arguments that add_node takes for it."""
    listed = argument(link.call, 0, "nodes")
    if isinstance(listed, ast.Name):
        found = Modules(sheet.text).resolve(listed, scope_at(link.place))
        is_here = found is not None and found.text is sheet.text and isinstance(found.node, ast.expr)
        listed = found.node if is_here and found is not None and isinstance(found.node, ast.expr) else None
    elements = listed.elts if isinstance(listed, ast.List | ast.Tuple) else []
    names = [
        node.name
        for node in sheet.graph.nodes
        if node.span is not None and node.lock is None and link_at(sheet.text, node.span).end == link.end
    ]
    if not elements or len(names) != len(elements):
        line = sheet.text.line_of(link.dot)
        raise EditRefused("edit.locked", "This sequence is made by code; change it in the code.", line=line)
    return {name: _arguments(sheet, element) for name, element in zip(names, elements, strict=True)}


def _arguments(sheet: Sheet, element: ast.expr) -> list[str]:
    parts = element.elts if isinstance(element, ast.Tuple) else [element]
    return [sheet.text.piece(sheet.text.span(part)) for part in parts]


def _replace(draft: Draft, link: Link, calls: Sequence[tuple[str, list[str]]]) -> None:
    if not calls:
        draft.remove_link(link)
        return
    indent = indent_at(draft.sheet.text.text, link.dot)
    written = [call_text(method, arguments, indent) for method, arguments in calls]
    draft.replace(Span(link.name, link.end), _joint(draft, link, indent).join(written))


def _joint(draft: Draft, link: Link, indent: str) -> str:
    text = draft.sheet.text.text
    if link.alone:
        builder = text[draft.sheet.text.span(link.place.statement).start : link.before]
        return f"\n{indent}{builder}." if "\n" not in builder else "."
    if "\\" in text[link.before : link.dot]:
        return f" \\\n{indent}."
    return f"\n{indent}." if begins_line(text, link.dot) else "."
