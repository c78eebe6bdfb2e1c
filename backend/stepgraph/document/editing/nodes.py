"""Nodes: added, given other code."""

from __future__ import annotations

from dataclasses import replace

from stepgraph.document.editing.anchors import edge_anchor, node_anchor
from stepgraph.document.editing.code import usable_function
from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.known import check_head, import_known, known_expression
from stepgraph.document.editing.names import checked_name, free_function, quoted
from stepgraph.document.editing.placing import place_functions, stub
from stepgraph.document.editing.sequences import write_out
from stepgraph.document.editing.shape import GraphShape, NodeShape, code_key
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import argument, link_at
from stepgraph.document.model import END
from stepgraph.document.refused import EditRefused


def node_add(sheet: Sheet, *, name: str, code: str | None = None, after: str | None = None) -> Edit:
    """Add a node with a function of its own, and an edge from ``after``. Raises EditRefused."""
    name = checked_name(sheet, name)
    if after == END:
        raise EditRefused("edit.end_source", "Nothing comes after END.")
    if after is not None:
        sheet.end_point(after)
    draft = Draft(sheet)
    if code is None:
        function = free_function(name, sheet.identifiers)
        source = stub(sheet, function)
    else:
        function, source = usable_function(code, sheet.identifiers)
        check_head(draft, source)
        import_known(draft, source)
    place_functions(draft, [source])
    add_node_call(draft, name, function)
    if after is not None:
        draft.add_call(edge_anchor(sheet), "add_edge", (draft.name(after), quoted(sheet, name)))

    def with_node(graph: GraphShape) -> GraphShape:
        return replace(
            graph,
            nodes=graph.nodes | {NodeShape(name, function)},
            edges=graph.edges if after is None else graph.edges | {(after, name)},
            unsaid=graph.unsaid | {name},
            private=graph.private and code is None,
        )

    return draft.edit(f'Add node "{name}"', select=[name], intended=sheet.shape.with_graph(sheet.key, with_node))


def add_node_call(draft: Draft, name: str, code: str, *, options: dict[str, str] | None = None) -> None:
    """Add the call that adds a node, behind the last one and in its manner."""
    anchor = node_anchor(draft.sheet)
    named = [quoted(draft.sheet, name), code]
    is_short = (
        anchor is not None
        and anchor.method == "add_node"
        and len(anchor.call.args) == 1
        and not any(word.arg == "action" for word in anchor.call.keywords)
        and name == code
    )
    arguments = [code] if is_short else named
    arguments += [f"{word}={value}" for word, value in (options or {}).items()]
    draft.add_call(anchor, "add_node", arguments)


def node_code(sheet: Sheet, *, name: str, expression: str) -> Edit:
    """Let a node run something else: a function of this file by name, or an expression. Raises EditRefused."""
    draft = Draft(sheet)
    return _with_code(draft, name, known_expression(draft, expression))


def _with_code(draft: Draft, name: str, code: str) -> Edit:
    sheet = draft.sheet
    node = sheet.node(name)
    link = link_at(sheet.text, node.span)
    if link.method == "add_sequence":
        write_out(draft, link, given={name: [quoted(sheet, name), code]})
        return _code_edit(draft, name, code)
    action = argument(link.call, 1, "action")
    first = argument(link.call, 0, "node")
    if action is not None:
        draft.replace(sheet.text.span(action), code)
    elif first is not None:
        # A node that is called after its function needs its name written now.
        draft.replace(sheet.text.span(first), code if code == name else f"{quoted(sheet, name)}, {code}")
    return _code_edit(draft, name, code)


def _code_edit(draft: Draft, name: str, code: str) -> Edit:
    sheet = draft.sheet

    def with_code(graph: GraphShape) -> GraphShape:
        old = graph.node(name)
        return replace(
            graph,
            nodes=graph.nodes - {old} | {replace(old, code=code_key(code))},
            unsaid=graph.unsaid | {name},
            private=False,
        )

    return draft.edit(
        f'Change what "{name}" runs',
        select=[name],
        intended=sheet.shape.with_graph(sheet.key, with_code).without_unnamed(),
    )
