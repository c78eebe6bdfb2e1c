"""Edges that need no decision: single ones, joins, and those of a sequence."""

from __future__ import annotations

import ast

from stepgraph.document.model import END, START, Edge
from stepgraph.document.reading.calls import Unresolved, arguments
from stepgraph.document.reading.parts import Adding


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
    join = f"join:{'+'.join(members)}:{target}"
    adding.parts.joins += [
        Edge(
            source=member,
            target=target,
            kind="join",
            origin="declared",
            label=None,
            join=join,
            branch=None,
            span=adding.step.span,
            line=adding.step.line,
            lock=adding.lock,
        )
        for member in members
    ]


def add_static(adding: Adding, source: str, target: str) -> None:
    """Add a single edge that the step declares."""
    adding.parts.statics.append(
        Edge(
            source=source,
            target=target,
            kind="static",
            origin="declared",
            label=None,
            join=None,
            branch=None,
            span=adding.step.span,
            line=adding.step.line,
            lock=adding.lock,
        )
    )


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
    found = adding.modules.resolve(start, adding.scope)
    value, modules, scope = start, adding.modules, adding.scope
    if found is not None and found.kind == "value" and isinstance(found.node, ast.expr):
        value, modules, scope = found.node, found.modules, found.scope
    if not isinstance(value, ast.List | ast.Tuple):
        return None
    members = [modules.constant(one, scope) for one in value.elts]
    names = tuple(one for one in members if isinstance(one, str))
    if len(names) < len(members):
        raise Unresolved
    return names
