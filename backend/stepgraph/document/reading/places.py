"""Where each statement of a document stands: in which scope, in which blocks, and whether these run for certain."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stepgraph.document.reading.module_names import Scope
from stepgraph.document.text import Text

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class Place:
    """A statement with what it stands in.

    `trail` are the statements around it, from the outermost of its scope on, itself last. `conditions` are those
    blocks around it that may run not at all or more than once. `parts` are its own expressions, not those of inner
    statements.
    """

    scope: Scope | None
    statement: ast.stmt
    trail: tuple[ast.stmt, ...]
    conditions: tuple[tuple[ast.stmt, str], ...]


class Words:
    """The lines of a text in which one of some words stands."""

    def __init__(self, text: Text, words: set[str]) -> None:
        self._lines = sorted({text.line_of(at) for word in words for at in _found(text.text, word)})

    def within(self, node: ast.stmt) -> bool:
        """Tell whether one of the words stands in a statement, decorators included."""
        first = node.lineno
        if isinstance(node, _DEFINITIONS) and node.decorator_list:
            first = min(first, node.decorator_list[0].lineno)
        at = bisect_left(self._lines, first)
        return at < len(self._lines) and self._lines[at] <= (node.end_lineno or node.lineno)


def _found(text: str, word: str) -> Iterator[int]:
    """Yield where a word stands as a whole."""
    sought = re.escape(word)
    # A pattern that begins with the word itself is found many times faster than one that begins at its edge.
    return (found.start() for found in re.finditer(rf"{sought}(?<!\w{sought})(?!\w)", text))


def places(tree: ast.Module, words: Words) -> Iterator[Place]:
    """Yield the statements that hold one of the words: a scope in order, then the scopes inside it.

    Inner scopes come later, because what a function uses of its surroundings is bound when it is called.
    """
    scopes: list[tuple[Scope | None, list[ast.stmt]]] = [(None, tree.body)]
    for scope, body in scopes:
        for place in _of_scope(scope, body, words):
            yield place
            if isinstance(place.statement, _DEFINITIONS):
                scopes.append((place.statement, place.statement.body))


def _of_scope(scope: Scope | None, body: list[ast.stmt], words: Words) -> Iterator[Place]:
    pending: list[Place] = [Place(scope, one, (one,), ()) for one in reversed(body) if words.within(one)]
    while pending:
        place = pending.pop()
        yield place
        if isinstance(place.statement, _DEFINITIONS):
            continue
        inner = [
            Place(scope, one, (*place.trail, one), conditions)
            for block, conditions in _blocks(place)
            for one in block
            if words.within(one)
        ]
        pending.extend(reversed(inner))


def _blocks(place: Place) -> Iterator[tuple[list[ast.stmt], tuple[tuple[ast.stmt, str], ...]]]:
    """Yield the blocks of a statement with the conditions under which they run."""
    statement, conditions = place.statement, place.conditions
    match statement:
        case ast.With(body=body) | ast.AsyncWith(body=body):
            yield body, conditions
        case ast.Try() | ast.TryStar():
            yield statement.body, conditions
            for index, handler in enumerate(statement.handlers):
                yield handler.body, (*conditions, (statement, f"except {index}"))
            yield statement.orelse, conditions
            yield statement.finalbody, conditions
        case ast.If() | ast.For() | ast.AsyncFor() | ast.While():
            yield statement.body, (*conditions, (statement, "body"))
            yield statement.orelse, (*conditions, (statement, "else"))
        case ast.Match(cases=cases):
            for index, case in enumerate(cases):
                yield case.body, (*conditions, (statement, f"case {index}"))


def own_parts(statement: ast.stmt) -> Iterator[ast.expr]:
    """Yield the expressions of a statement itself, not those of the statements inside it."""
    for node in ast.iter_child_nodes(statement):
        if isinstance(node, ast.expr):
            yield node
        elif isinstance(node, ast.withitem):
            yield node.context_expr
        elif isinstance(node, ast.arguments):
            yield from (one for one in (*node.defaults, *node.kw_defaults) if one is not None)
        elif isinstance(node, ast.keyword):
            yield node.value


def assignments(targets: Sequence[ast.expr], value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each target with what it is given, of ``a, b = c, d`` too."""
    for target in targets:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for inner, part in zip(target.elts, value.elts, strict=True):
                yield from assignments([inner], part)
        else:
            yield target, value
