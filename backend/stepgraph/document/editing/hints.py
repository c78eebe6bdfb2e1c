"""The ``Literal`` in the annotation of what a function returns, where it names nodes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.lists import without
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import argument, link_at, place_at, scope_at
from stepgraph.document.model import Branch, Code, Node, Span
from stepgraph.document.reading.functions import definition_of
from stepgraph.document.reading.hints import command_targets
from stepgraph.document.reading.modules import Definition, Modules
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import Text, parse_text

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
    around: dict[Span, _Annotation] = {}
    dropped: dict[Span, str] = {}
    for node in draft.sheet.graph.nodes:
        if node.name in gone or not gone.intersection(node.goto) or node.span is None:
            continue
        definition = _definition(modules, draft.sheet, node)
        targets = command_targets(definition)
        names_only_gone = bool(targets) and gone.issuperset(one.name for one in targets)
        bare = _bare_commands(draft.sheet, definition) if names_only_gone else {}
        dropped |= bare
        for target in targets if not bare else ():
            if target.name in gone and target.modules.text is draft.sheet.text:
                found = _annotation_at(draft.sheet, target.span)
                around[found.literal_span] = found
    for annotation in around.values():
        _shorten(draft, annotation, gone)
    for span, command in dropped.items():
        draft.replace(span, command)


def _bare_commands(sheet: Sheet, definition: Definition | None) -> dict[Span, str]:
    """Return where a function of this text announces commands by what they lead to, and ``Command`` alone for each."""
    function = None if definition is None or definition.text is not sheet.text else definition.node
    returned = function.returns if isinstance(function, Function) else None
    return {
        sheet.text.span(part): sheet.text.piece(sheet.text.span(part.value))
        for part in (ast.walk(returned) if returned is not None else ())
        if isinstance(part, ast.Subscript) and _last_name(part.value) == "Command"
    }


@dataclass(frozen=True, slots=True)
class _Annotation:
    """A ``Literal`` and what it stands in: the document, or an annotation in quotes that begins at `shift` in it."""

    text: Text
    shift: int
    tree: ast.AST
    literal: ast.Subscript

    def span(self, expr: ast.expr) -> Span:
        """Return where a part stands in the document."""
        span = self.text.span(expr)
        return Span(span.start + self.shift, span.end + self.shift)

    @property
    def literal_span(self) -> Span:
        return self.span(self.literal)


def _definition(modules: Modules, sheet: Sheet, node: Node) -> Definition | None:
    link = link_at(sheet.text, node.span)
    expr = argument(link.call, 1, "action") or argument(link.call, 0, "node")
    if expr is None or link.method != "add_node":
        return None
    return definition_of(modules, expr, scope_at(link.place))


def _annotation_at(sheet: Sheet, span: Span) -> _Annotation:
    place = place_at(sheet.text, span.start)
    if place is not None:
        for text, shift, tree in ((sheet.text, 0, place.statement), *_quoted(sheet, place.statement, span)):
            for part in ast.walk(tree):
                if isinstance(part, ast.Subscript) and _last_name(part.value) == "Literal":
                    found = _Annotation(text, shift, tree, part)
                    if found.literal_span.start <= span.start and span.end <= found.literal_span.end:
                        return found
    line = sheet.text.line_of(span.start)
    raise EditRefused("edit.name_made", f"Line {line} names the node in a way that drawing cannot edit.", line=line)


def _quoted(sheet: Sheet, statement: ast.stmt, span: Span) -> Iterator[tuple[Text, int, ast.AST]]:
    """Return the annotation in quotes that a place is in, where it is written without any escapes."""
    for part in ast.walk(statement):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            around = sheet.text.span(part)
            start = around.start + 1
            if around.start < span.start < around.end and sheet.text.text.startswith(part.value, start):
                text = parse_text(sheet.text.path, part.value)
                yield text, start, text.tree


def _shorten(draft: Draft, found: _Annotation, gone: frozenset[str]) -> None:
    literal = found.literal
    parts = literal.slice.elts if isinstance(literal.slice, ast.Tuple) else [literal.slice]
    at = [index for index, part in enumerate(parts) if isinstance(part, ast.Constant) and part.value in gone]
    if at and len(at) < len(parts):
        draft.apply(without(draft.sheet.text.text, [found.span(part) for part in parts], at))
        return
    for node in ast.walk(found.tree) if at else ():
        # A Command that names nothing any more stays one.
        if isinstance(node, ast.Subscript) and node.slice is literal and _last_name(node.value) == "Command":
            draft.replace(found.span(node), draft.sheet.text.piece(found.span(node.value)))
            return
    if at:
        line = draft.sheet.text.line_of(found.literal_span.start)
        raise EditRefused("edit.name_made", f"Line {line} names nothing but what is deleted; mend it first.", line=line)


def _last_name(expr: ast.expr) -> str:
    return expr.attr if isinstance(expr, ast.Attribute) else getattr(expr, "id", "")
