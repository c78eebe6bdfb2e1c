"""Conditional edges: the router, what its answers mean, and how that is known."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from stepgraph.document.model import START, Branch, Edge, MapForm, Origin, Span, Way
from stepgraph.document.reading.calls import Unresolved, arguments, is_none
from stepgraph.document.reading.functions import code_of
from stepgraph.document.reading.parts import Adding


@dataclass(frozen=True, slots=True)
class Ways:
    """Where a branch may lead: its ways, each with its own place if it has one, and how they are known."""

    form: MapForm
    origin: Origin
    ways: tuple[tuple[Way, Span | None], ...] | None
    map_span: Span | None = None


def add_conditional_edges(adding: Adding) -> None:
    """Read ``add_conditional_edges(source, router, path_map)``. Raises Unresolved."""
    given = arguments(adding.step.call, ("source", "path", "path_map"))
    if not {"source", "path"} <= given.keys():
        raise Unresolved
    _add(adding, adding.name(given["source"]), given["path"], given.get("path_map"))


def set_conditional_entry_point(adding: Adding) -> None:
    """Read ``set_conditional_entry_point(router, path_map)``. Raises Unresolved."""
    given = arguments(adding.step.call, ("path", "path_map"))
    if "path" not in given:
        raise Unresolved
    _add(adding, START, given["path"], given.get("path_map"))


def _add(adding: Adding, source: str, router: ast.expr, path_map: ast.expr | None) -> None:
    name = adding.namer.branch(router, adding.scope)
    ways = _declared(adding, path_map)
    if ways is None:
        ways = Ways("none", "inferred", None)
    adding.parts.branches.append(
        Branch(
            source=source,
            name=name,
            code=code_of(adding.modules, router, adding.scope),
            form=ways.form,
            targets=None if ways.ways is None else tuple(way for way, _ in ways.ways),
            span=adding.step.span,
            map_span=ways.map_span,
            line=adding.step.line,
            lock=adding.lock,
        )
    )
    if not ways.ways:
        adding.parts.ways.append(_edge(adding, source, name, None, None, "inferred"))
    for way, span in ways.ways or ():
        adding.parts.ways.append(_edge(adding, source, name, way, span, ways.origin))


def _edge(adding: Adding, source: str, name: str, way: Way | None, span: Span | None, origin: Origin) -> Edge:
    return Edge(
        source=source,
        target=None if way is None else way.target,
        kind="branch",
        origin=origin,
        label=None if way is None or way.label == way.target else way.label,
        join=None,
        branch=name,
        span=span or adding.step.span,
        line=adding.step.line if span is None else adding.modules.text.line_of(span.start),
        lock=adding.lock,
    )


def _declared(adding: Adding, path_map: ast.expr | None) -> Ways | None:
    """Return what a path map says; None when there is none, which a tuple and an empty map are for the engine, too."""
    if path_map is None or is_none(path_map):
        return None
    modules, scope, value = adding.modules, adding.scope, path_map
    found = modules.resolve(path_map, scope)
    if found is not None and found.kind == "value" and isinstance(found.node, ast.expr):
        modules, scope, value = found.modules, found.scope, found.node
    where = adding.here(value, modules)
    if isinstance(value, ast.Tuple):
        return None
    if not isinstance(value, ast.Dict | ast.List):
        adding.built.lock(adding.modules.text.line_of(adding.modules.text.span(path_map).start))
        return Ways("unknown", "inferred", None, where)
    ways: list[tuple[Way, Span | None]] = []
    keys = value.keys if isinstance(value, ast.Dict) else value.elts
    targets = value.values if isinstance(value, ast.Dict) else value.elts
    for key, target in zip(keys, targets, strict=True):
        name = modules.constant(target, scope)
        if key is None or not isinstance(name, str):
            adding.built.lock(adding.step.line)
            return Ways("unknown", "inferred", None, where)
        label = modules.constant(key, scope)
        text = modules.text.piece(modules.text.span(key)) if label is None and not is_none(key) else str(label)
        place = adding.here(key, modules)
        end = adding.here(target, modules)
        ways.append((Way(text, name), None if place is None or end is None else Span(place.start, end.end)))
    form: MapForm = "dict" if isinstance(value, ast.Dict) else "list"
    return Ways(form, "declared", tuple(ways), where) if ways else None
