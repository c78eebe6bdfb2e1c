"""Edges that need no decision: single ones, joins, and those of a sequence."""

from __future__ import annotations

import ast

from stepgraph.document.model import END, START
from stepgraph.document.reading.calls import Unresolved, arguments
from stepgraph.document.reading.parts import Adding, Told


def add_edge(adding: Adding) -> None:
    """Read ``add_edge(a, b)`` and ``add_edge([a, b], c)``. Raises Unresolved."""
    given = arguments(adding.step.call, ("start_key", "end_key"))
    if not {"start_key", "end_key"} <= given.keys():
        raise Unresolved
    start, target = given["start_key"], adding.name(given["end_key"])
    members = _members(adding, start)
    if members is None:
        add_static(adding, adding.name(start), target)
        return
    told = Told(join=f"join:{'+'.join(members)}:{target}")
    adding.parts.joins += [adding.edge(member, target, "join", told) for member in members]


def add_static(adding: Adding, source: str, target: str) -> None:
    """Add a single edge that the step declares."""
    adding.parts.statics.append(adding.edge(source, target, "static"))


def set_entry_point(adding: Adding) -> None:
    """Read ``set_entry_point(a)``. Raises Unresolved."""
    add_static(adding, START, adding.name(_key(adding)))


def set_finish_point(adding: Adding) -> None:
    """Read ``set_finish_point(a)``. Raises Unresolved."""
    add_static(adding, adding.name(_key(adding)), END)


def _key(adding: Adding) -> ast.expr:
    given = arguments(adding.step.call, ("key",))
    if "key" not in given:
        raise Unresolved
    return given["key"]


def _members(adding: Adding, start: ast.expr) -> tuple[str, ...] | None:
    """Return the starts of a join, or None for a single edge."""
    value = adding.value(start)
    if not isinstance(value.expr, ast.List | ast.Tuple):
        return None
    members = [value.constant(one) for one in value.expr.elts]
    names = tuple(one for one in members if isinstance(one, str))
    if len(names) < len(members):
        raise Unresolved
    return names
