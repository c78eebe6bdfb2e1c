"""Parsing a text again of which most stayed: statements that stand where they stood are taken from the tree before."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from stepgraph.document.text import Text, Unparsed, parse_text

_MAX_PIECES: Final = 32
"""Each piece is parsed behind as many empty lines as stand before it, so that its places are right."""


def reparsed(old: Text, text: str) -> Text:
    """Parse the text that a document has now; what did not change is not parsed again. Raises Unparsed.

    The tree is the one that `parse_text` gives. It shares statements with the old one, so nobody may change either.
    """
    # Python ends lines at carriage returns too, so its lines would be other ones.
    body = None if "\r" in old.text or "\r" in text else _body(old, text)
    return parse_text(old.path, text) if body is None else Text(old.path, text, ast.Module(body, type_ignores=[]))


def _body(old: Text, text: str) -> list[ast.stmt] | None:
    """Return the statements of a text, or None when they have to be parsed as a whole."""
    before, now = old.text.split("\n"), text.split("\n")
    differing = [line for line, (one, other) in enumerate(zip_longest(before, now), start=1) if one != other]
    body: list[ast.stmt] = []
    # Up to `done` the lines are in the body, up to `end` they are told of by the old tree.
    done = end = pieces = 0
    for last, statements in _stretches(old.tree, before):
        at = bisect_left(differing, end + 1)
        is_same = at == len(differing) or differing[at] > last
        if is_same:
            between = _parsed(old.path, now, done, end)
            pieces += done < end
            if between is None or pieces > _MAX_PIECES:
                return None
            body += (*between, *statements)
            done = last
        end = last
    rest = _parsed(old.path, now, done, len(now))
    return None if rest is None else body + rest


def _stretches(tree: ast.Module, lines: list[str]) -> Iterator[tuple[int, list[ast.stmt]]]:
    """Yield statements with the last line that is theirs; the first one follows on those before.

    What stands above a statement is of its stretch, since a decorator may begin anywhere there. Statements that share
    a line are of one, and so are those that a continued line joins, be it with nothing.
    """
    stretch: list[ast.stmt] = []
    for statement, following in zip_longest(tree.body, tree.body[1:]):
        stretch.append(statement)
        last = statement.end_lineno or statement.lineno
        is_joined = following is not None and following.lineno <= last
        if not is_joined and not lines[last - 1].endswith("\\"):
            yield last, stretch
            stretch = []


def _parsed(path: str, lines: list[str], done: int, end: int) -> list[ast.stmt] | None:
    """Return the statements of some lines, or None when these say nothing by themselves."""
    piece = lines[done:end]
    if not any(piece):
        return []
    if end < len(lines):
        piece.append("")
    try:
        return parse_text(path, "\n" * done + "\n".join(piece)).tree.body
    except Unparsed:
        return None
