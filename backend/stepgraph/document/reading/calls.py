"""The arguments of a call by the names of what they are given to."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from stepgraph.document.model import Option
from stepgraph.document.text import Text


class Unresolved(Exception):
    """The text does not tell what a call adds; a run does."""


def arguments(call: ast.Call, names: Sequence[str]) -> Mapping[str, ast.expr]:
    """Return what a call gives to each parameter. Raises Unresolved for ``*`` and ``**``, and for too many."""
    if len(call.args) > len(names) or any(isinstance(one, ast.Starred) for one in call.args):
        raise Unresolved
    given = dict(zip(names, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg is None:
            raise Unresolved
        given[keyword.arg] = keyword.value
    return given


def options(text: Text, call: ast.Call, without: frozenset[str] = frozenset()) -> tuple[Option, ...]:
    """Return the keywords of a call as written; the span of each is the whole ``name=value``."""
    return tuple(
        Option(keyword.arg, text.piece(text.span(keyword.value)), text.span(keyword))
        for keyword in call.keywords
        if keyword.arg is not None and keyword.arg not in without
    )


def is_true(expr: ast.expr | None) -> bool:
    """Tell whether an argument is the constant True."""
    return isinstance(expr, ast.Constant) and expr.value is True


def is_none(expr: ast.expr | None) -> bool:
    """Tell whether an argument is missing or the constant None."""
    return expr is None or (isinstance(expr, ast.Constant) and expr.value is None)
