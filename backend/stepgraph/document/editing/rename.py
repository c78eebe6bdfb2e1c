"""A node renamed, with every reference: what names it for the graph, and its function where the two share a name."""

from __future__ import annotations

import ast
from dataclasses import replace

from stepgraph.document.editing.branch_ways import set_ways
from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.mentions import Mentions, literal_pieces, scope_of
from stepgraph.document.editing.names import checked_name, identifier, literal, quoted
from stepgraph.document.editing.rename_function import references
from stepgraph.document.editing.shape import HANDLER, BranchShape, GraphShape, Shape
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import Link, argument, link_at
from stepgraph.document.model import Node
from stepgraph.document.reading.functions import definition_of
from stepgraph.document.reading.modules import Modules
from stepgraph.document.refused import EditRefused


def node_rename(sheet: Sheet, *, name: str, to: str, function: bool = True) -> Edit:
    """Rename a node, and with ``function`` the function that has its name. Raises EditRefused."""
    node = sheet.node(name)
    to = checked_name(sheet, to)
    draft = Draft(sheet)
    modules = Modules(sheet.text)
    mentions = Mentions(sheet, name, modules)
    mentions.collect()
    mentions.check_locks()
    for span, quote in literal_pieces(sheet, mentions.spans, name):
        draft.replace(span, literal(to, quote) if quote in "\"'" else quoted(sheet, to))
    link = link_at(sheet.text, node.span)
    _give_maps(draft, name, to, mentions.relabelled)
    defined = _function(modules, node, link) if function else None
    code = None
    if defined is not None:
        code = _free(sheet, to)
        for span in references(modules, defined):
            draft.replace(span, code)
    _write_names(draft, node, to, code)
    intended = _renamed(sheet, name, to, mentions.relabelled)
    if code is not None:
        intended = intended.with_all(lambda graph: _recoded(graph, name, code))
    return draft.edit(f'Rename "{name}" to "{to}"', select=[to], intended=intended)


def _give_maps(draft: Draft, name: str, to: str, relabelled: set[tuple[str, str]]) -> None:
    """Say what the answer of a router means that is no text of the person's, and goes on answering as it does."""
    for branch in draft.sheet.graph.branches:
        ways = branch.targets or ()
        is_fixed = branch.form == "literal" and (branch.source, branch.name) not in relabelled
        if is_fixed and any(way.target == name for way in ways):
            set_ways(draft, branch, tuple(replace(way, target=to) if way.target == name else way for way in ways))


def _function(modules: Modules, node: Node, link: Link) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """Return the function of this file that has its node's name."""
    if node.code.kind != "function" or node.code.name != node.name or node.code.span is None:
        return None
    for expr in ast.walk(link.call):
        if isinstance(expr, ast.Name) and expr.id == node.name:
            found = definition_of(modules, expr, scope_of(link))
            if found is not None and isinstance(found.node, ast.FunctionDef | ast.AsyncFunctionDef):
                return found.node
    return None


def _free(sheet: Sheet, to: str) -> str:
    word = identifier(to)
    if word in sheet.identifiers:
        raise EditRefused(
            "edit.name_taken",
            f'"{word}" means something else in this file. Rename only the node, or choose another name.',
        )
    return word


def _write_names(draft: Draft, node: Node, to: str, code: str | None) -> None:
    """Write the names of nodes that are called after a function whose name is another one from now on."""
    sheet = draft.sheet
    if code is None:
        _write_name(draft, node, to)
        return
    for graph in sheet.model.graphs:
        for one in graph.nodes:
            name = to if graph is sheet.graph and one is node else one.name
            if one.code.text == node.code.text and one.code.span == node.code.span and name != code:
                _write_name(draft, one, name)


def _write_name(draft: Draft, node: Node, name: str) -> None:
    text = draft.sheet.text
    if node.span is None or node.lock is not None:
        return
    link = link_at(text, node.span)
    if link.method == "add_node" and argument(link.call, 1, "action") is None:
        first = argument(link.call, 0, "node")
        if first is not None:
            keyword = "" if link.call.args else "action="
            draft.insert(text.span(first).start, f"{quoted(draft.sheet, name)}, {keyword}")
    elif link.method == "add_sequence":
        listed = argument(link.call, 0, "nodes")
        for item in getattr(listed, "elts", []):
            if not isinstance(item, ast.Tuple) and text.piece(text.span(item)) == node.code.text:
                draft.insert(text.span(item).start, f"({quoted(draft.sheet, name)}, ")
                draft.insert(text.span(item).end, ")")


def _renamed(sheet: Sheet, name: str, to: str, relabelled: set[tuple[str, str]]) -> Shape:
    names = {name: to, f"{HANDLER}{name}": f"{HANDLER}{to}"}

    def new(one: str) -> str:
        return names.get(one, one)

    def branch(one: BranchShape) -> BranchShape:
        goes = (one.source, one.name) in relabelled
        ways = one.ways and frozenset((new(label) if goes else label, new(target)) for label, target in one.ways)
        return replace(one, source=new(one.source), ways=ways)

    def graph(one: GraphShape) -> GraphShape:
        return replace(
            one,
            nodes=frozenset(replace(node, name=new(node.name)) for node in one.nodes),
            edges=frozenset((new(source), new(target)) for source, target in one.edges),
            joins=frozenset((frozenset(map(new, members)), new(target)) for members, target in one.joins),
            branches=frozenset(map(branch, one.branches)),
            gotos=frozenset((new(source), target and new(target)) for source, target in one.gotos),
        )

    return sheet.shape.with_graph(sheet.key, graph)


def _recoded(graph: GraphShape, old: str, new: str) -> GraphShape:
    """Return the shape with a function under another name, in what runs it and in the branches named by it."""
    return replace(
        graph,
        nodes=frozenset(replace(node, code=new) if node.code == old else node for node in graph.nodes),
        branches=frozenset(
            replace(branch, code=new, name=new if branch.name == old else branch.name) if branch.code == old else branch
            for branch in graph.branches
        ),
    )
