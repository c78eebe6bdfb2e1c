"""The statements and calls that build a graph, found in the tree by where they stand."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from stepgraph.document.methods import BUILDING
from stepgraph.document.model import Span
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import Text

_CLOSING = re.compile(r"(?:(?:\s|\\|#[^\n]*)*\))*")
_REST = re.compile(r"[ \t]*(#[^\n]*)?(?=\n|\Z)")


@dataclass(frozen=True, slots=True)
class Place:
    """A statement, the block that it stands in, and the statements around it from the outermost on."""

    statement: ast.stmt
    block: list[ast.stmt]
    owners: tuple[ast.stmt, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """One building call. ``dot`` is where its ``.add_edge`` begins, ``name`` where the method's name does.

    ``before`` is the end of what it is called on.

    ``alone``: the statement is nothing but this call on a variable.
    """

    call: ast.Call
    method: str
    before: int
    dot: int
    name: int
    end: int
    place: Place
    alone: bool


def place_at(text: Text, offset: int) -> Place | None:
    """Return the innermost statement that a place of the text is in."""
    line = text.line_of(offset)
    block = text.tree.body
    owners: tuple[ast.stmt, ...] = ()
    found: Place | None = None
    while True:
        statement = _holding(text, block, line, offset)
        if statement is None:
            return found
        found = Place(statement, block, owners)
        inner = [part for part in blocks_of(statement) if part]
        block = next((part for part in inner if _holding(text, part, line, offset) is not None), [])
        owners = (*owners, statement)


def scope_at(place: Place) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | None:
    """Return the function or class that a statement stands in."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return next((one for one in reversed(place.owners) if isinstance(one, kinds)), None)


def blocks_of(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Return the blocks of statements that a compound statement holds."""
    for name in ("body", "orelse", "finalbody"):
        yield getattr(statement, name, [])
    for name in ("handlers", "cases"):
        yield from (part.body for part in getattr(statement, name, ()))


def _holding(text: Text, block: list[ast.stmt], line: int, offset: int) -> ast.stmt | None:
    # Statements stand in the order of their lines; several may share one.
    at = bisect_right(block, line, key=first_line)
    for statement in reversed(block[:at]):
        span = text.span(statement)
        if span.start <= offset < span.end:
            return statement
        if first_line(statement) < line:
            decorated = first_line(statement) <= line < statement.lineno
            return statement if decorated else None
    return None


def first_line(statement: ast.stmt) -> int:
    """Return the line that a statement begins in, its decorators included."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(one.lineno for one in decorators)])


def whole_span(text: Text, statement: ast.stmt) -> Span:
    """Return where a statement stands, its decorators (from the ``@`` on) included."""
    span = text.span(statement)
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    if not decorators:
        return span
    first = min(text.span(one).start for one in decorators)
    return Span(text.text.rindex("@", 0, first), span.end)


def link_at(text: Text, span: Span | None) -> Link:
    """Return the building call that a part of a drawing stands in. Raises EditRefused when there is none."""
    return Calls(text).at(span)


class Calls:
    """The building calls of a text. Each statement is looked through once, since one may have all of them."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._known: dict[ast.stmt, list[Link]] = {}

    def at(self, span: Span | None) -> Link:
        """Return the building call that a part of a drawing stands in. Raises EditRefused when there is none."""
        place = None if span is None else place_at(self._text, span.end - 1)
        if place is not None and place.statement not in self._known:
            self._known[place.statement] = sorted(links_in(self._text, place), key=_end)
        links = [] if place is None else self._known[place.statement]
        at = 0 if span is None else bisect_left(links, span.end, key=_end)
        if at == len(links):
            line = None if span is None else self._text.line_of(span.start)
            raise EditRefused("edit.locked", "This part is written in a way that drawing cannot edit.", line=line)
        return links[at]


def _end(link: Link) -> int:
    return link.end


def links_in(text: Text, place: Place) -> Iterator[Link]:
    """Return the building calls of one statement."""
    statement = place.statement
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in BUILDING:
            name = text.span(node.func).end - len(node.func.attr)
            dot = text.text.rindex(".", 0, name)
            before, end = _closed(text, node.func.value), text.span(node).end
            whole = isinstance(statement, ast.Expr) and statement.value is node
            alone = whole and isinstance(node.func.value, ast.Name | ast.Attribute)
            yield Link(node, node.func.attr, before, dot, name, end, place, alone)


def _closed(text: Text, expr: ast.expr) -> int:
    """Return the end of an expression with the brackets that close behind it."""
    end = text.span(expr).end
    found = _CLOSING.match(text.text, end)
    return end if found is None else found.end()


def root_of(call: ast.Call) -> ast.expr:
    """Return what a chain of building calls begins with: the builder's variable, or the call that makes it."""
    at: ast.expr = call
    while isinstance(at, ast.Call) and isinstance(at.func, ast.Attribute) and at.func.attr in BUILDING:
        at = at.func.value
    return at


def argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    """Return an argument of a call, given by its place or by its name."""
    if position < len(call.args):
        return call.args[position]
    return next((word.value for word in call.keywords if word.arg == name), None)


def line_start(text: str, offset: int) -> int:
    """Return where the line of a place begins."""
    return text.rfind("\n", 0, offset) + 1


def indent_at(text: str, offset: int) -> str:
    """Return the blank characters that the line of a place begins with."""
    start = line_start(text, offset)
    end = start
    while end < len(text) and text[end] in " \t":
        end += 1
    return text[start:end]


def begins_line(text: str, offset: int) -> bool:
    """Return whether only blanks stand before a place in its line."""
    return not text[line_start(text, offset) : offset].strip(" \t\f")


def rest_of_line(text: str, offset: int) -> int | None:
    """Return the end of the line, where only blanks and a comment follow a place; otherwise None."""
    found = _REST.match(text, offset)
    return None if found is None else found.end()
