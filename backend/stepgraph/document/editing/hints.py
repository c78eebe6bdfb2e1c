"""The ``Literal`` in the annotation of what a function returns, where it names nodes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.lists import without
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import place_at
from stepgraph.document.model import Code

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


def shorten_hint(draft: Draft, code: Code, gone: frozenset[str]) -> None:
    """Take nodes out of what a function says its commands lead to, since the engine looks for all of these."""
    function = function_of(draft.sheet, code)
    text = draft.sheet.text
    for literal in literals_in(function) if function is not None else ():
        parts = literal.slice.elts if isinstance(literal.slice, ast.Tuple) else [literal.slice]
        at = [index for index, part in enumerate(parts) if isinstance(part, ast.Constant) and part.value in gone]
        if at and len(at) < len(parts):
            draft.apply(without(text.text, [text.span(part) for part in parts], at))
        elif at and function is not None:
            _drop(draft, function, literal)


def _drop(draft: Draft, function: Function, literal: ast.Subscript) -> None:
    """Leave ``Command`` of ``Command[Literal[…]]`` when it names nothing any more."""
    text = draft.sheet.text
    for node in ast.walk(function.returns) if function.returns is not None else ():
        if isinstance(node, ast.Subscript) and node.slice is literal and _last_name(node.value) == "Command":
            draft.replace(text.span(node), text.piece(text.span(node.value)))


def _last_name(expr: ast.expr) -> str:
    return expr.attr if isinstance(expr, ast.Attribute) else getattr(expr, "id", "")
