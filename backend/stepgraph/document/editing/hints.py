"""The ``Literal`` in the annotation of what a function returns, where it names nodes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.lists import without
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import argument, link_at, place_at, scope_at
from stepgraph.document.model import Branch, Code, Node, Span
from stepgraph.document.reading.functions import definition_of
from stepgraph.document.reading.hints import command_targets
from stepgraph.document.reading.modules import Definition, Modules
from stepgraph.document.refused import EditRefused

Function = ast.FunctionDef | ast.AsyncFunctionDef


def function_of(sheet: Sheet, code: Code) -> Function | None:
    """Return the function of this text that a node or a branch runs."""
    place = None if code.span is None else place_at(sheet.text, code.span.end - 1)
    around = [] if place is None else [*place.owners, place.statement]
    functions = [one for one in around if isinstance(one, Function) and one.name in {code.name, "__call__"}]
    return functions[-1] if functions else None


def literals_in(function: Function) -> Iterator[ast.Subscript]:
    """Return every ``Literal[…]`` in what a function says that it returns."""
    for node in ast.walk(function.returns) if function.returns is not None else ():
        if isinstance(node, ast.Subscript) and _last_name(node.value) == "Literal":
            yield node


def is_shared(sheet: Sheet, branch: Branch) -> bool:
    """Return whether the router of a branch decides in other places of the document, too."""
    if branch.code.span is None:
        return False
    users = [one for graph in sheet.model.graphs for one in graph.branches if one.code.span == branch.code.span]
    return len(users) > 1


def shorten_hints(draft: Draft, gone: frozenset[str]) -> None:
    """Take nodes out of what functions say that their commands lead to, since the engine looks for all of these."""
    modules = Modules(draft.sheet.text)
    literals: dict[Span, tuple[ast.stmt, ast.Subscript]] = {}
    for node in draft.sheet.graph.nodes:
        if node.name in gone or not gone.intersection(node.goto) or node.span is None:
            continue
        for target in command_targets(_definition(modules, draft.sheet, node)):
            if target.name in gone and target.modules.text is draft.sheet.text:
                found = _literal_around(draft.sheet, target.span)
                literals[draft.sheet.text.span(found[1])] = found
    for statement, literal in literals.values():
        _shorten(draft, statement, literal, gone)


def _definition(modules: Modules, sheet: Sheet, node: Node) -> Definition | None:
    link = link_at(sheet.text, node.span)
    expr = argument(link.call, 1, "action") or argument(link.call, 0, "node")
    if expr is None or link.method != "add_node":
        return None
    return definition_of(modules, expr, scope_at(link.place))


def _literal_around(sheet: Sheet, span: Span) -> tuple[ast.stmt, ast.Subscript]:
    place = place_at(sheet.text, span.start)
    for part in ast.walk(place.statement) if place is not None else ():
        if isinstance(part, ast.Subscript) and place is not None and _last_name(part.value) == "Literal":
            around = sheet.text.span(part)
            if around.start <= span.start and span.end <= around.end:
                return place.statement, part
    line = sheet.text.line_of(span.start)
    raise EditRefused("edit.name_made", f"Line {line} names the node in a way that drawing cannot edit.", line=line)


def _shorten(draft: Draft, statement: ast.stmt, literal: ast.Subscript, gone: frozenset[str]) -> None:
    text = draft.sheet.text
    parts = literal.slice.elts if isinstance(literal.slice, ast.Tuple) else [literal.slice]
    at = [index for index, part in enumerate(parts) if isinstance(part, ast.Constant) and part.value in gone]
    if at and len(at) < len(parts):
        draft.apply(without(text.text, [text.span(part) for part in parts], at))
        return
    for node in ast.walk(statement) if at else ():
        # A Command that names nothing any more stays one.
        if isinstance(node, ast.Subscript) and node.slice is literal and _last_name(node.value) == "Command":
            draft.replace(text.span(node), text.piece(text.span(node.value)))


def _last_name(expr: ast.expr) -> str:
    return expr.attr if isinstance(expr, ast.Attribute) else getattr(expr, "id", "")
