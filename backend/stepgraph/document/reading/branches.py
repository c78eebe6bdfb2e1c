"""Conditional edges: the router, what its answers mean, and how that is known."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from stepgraph.document.model import END, START, Branch, MapForm, Origin, Span, Way
from stepgraph.document.reading.actions import Action, action_of
from stepgraph.document.reading.calls import Unresolved, arguments, is_none
from stepgraph.document.reading.hints import first_parameter, literal_targets
from stepgraph.document.reading.jumps import inferred, targets_beside
from stepgraph.document.reading.parts import Adding, Told, Value

PREBUILT = {f"langgraph.prebuilt.{place}tools_condition": ("tools", END) for place in ("", "tool_node.")}
"""Routers of LangGraph's that most agents use, with the answers that their annotations name."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Where a branch may lead: its ways, each with its own place if it has one, and how they are known.

    `is_open` says that there may be more.
    """

    form: MapForm
    origin: Origin
    ways: tuple[tuple[Way, Span | None], ...] = ()
    map_span: Span | None = None
    is_open: bool = False


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
    if name is None:
        # A parameter, mostly. The branch is drawn under the name that the text has for it.
        adding.built.lock(adding.step.line)
        name = ast.unparse(router)
    action = action_of(adding.namer, router, adding.scope)
    schema = adding.schemas.as_input(first_parameter(action.hinted))
    if schema is not None:
        adding.roles.add(schema, "private")
    ways = _declared(adding, path_map)
    if ways is None:
        ways = _hinted(adding, action) or _prebuilt(adding, router)
    if ways is None or not (ways.ways or ways.is_open):
        # An empty map is no map for the engine, but it hides the annotation.
        ways = _returned(adding, action)
    adding.parts.branches.append(
        Branch(
            source=source,
            name=name,
            code=action.code,
            form=ways.form,
            targets=None if ways.is_open else tuple(way for way, _ in ways.ways),
            span=adding.step.span,
            map_span=ways.map_span,
            line=adding.step.line,
            lock=adding.lock,
        )
    )
    edges = adding.parts.ways
    for way, span in ways.ways:
        label = None if way.label == way.target else way.label
        edges.append(adding.edge(source, way.target, "branch", Told(ways.origin, label, branch=name, span=span)))
    if ways.is_open:
        edges.append(adding.edge(source, None, "branch", Told("inferred", branch=name)))
    sent = targets_beside((), action.facts.sends)
    edges += [adding.edge(source, one.name, "send", inferred(adding, action, one, name)) for one in sent]


def _declared(adding: Adding, path_map: ast.expr | None) -> Ways | None:
    """Return what a path map says; None when there is none, which a tuple is for the engine, too."""
    if is_none(path_map) or path_map is None:
        return None
    value = adding.value(path_map)
    if isinstance(value.expr, ast.Tuple):
        return None
    where = adding.place(value.span, value.modules)
    ways = _entries(adding, value)
    if ways is None:
        adding.built.lock(adding.step.line)
        return Ways("unknown", "inferred", (), where, is_open=True)
    return Ways("dict" if isinstance(value.expr, ast.Dict) else "list", "declared", ways, where)


def _entries(adding: Adding, value: Value) -> tuple[tuple[Way, Span | None], ...] | None:
    """Return the entries of a path map, or None when code decides about some of them."""
    if isinstance(value.expr, ast.Dict):
        pairs = list(zip(value.expr.keys, value.expr.values, strict=True))
    elif isinstance(value.expr, ast.List):
        pairs = [(item, item) for item in value.expr.elts]
    else:
        return None
    # By the answers themselves, for which True and 1 are one, and the first spelling stays.
    ways: dict[object, tuple[Way, Span | None]] = {}
    text = value.modules.text
    for answer, target in pairs:
        name = value.constant(target)
        if answer is None or not isinstance(name, str):
            return None
        constant = value.constant(answer)
        is_written = constant is None and not is_none(answer)
        label = text.piece(text.span(answer)) if is_written else str(constant)
        span = Span(text.span(answer).start, text.span(target).end)
        known = ways.get(constant if constant is not None else label)
        way = Way(label if known is None else known[0].label, name)
        ways[constant if constant is not None else label] = (way, adding.place(span, value.modules))
    return tuple(ways.values())


def _hinted(adding: Adding, action: Action) -> Ways | None:
    """Return what a router's returned ``Literal`` names; that of a callable object does not count for the engine."""
    found = None if action.code.kind == "class" else action.hinted
    targets = literal_targets(found)
    if found is None or not targets:
        return None
    ways = {one.name: (Way(one.name, one.name), adding.place(one.span, one.modules)) for one in targets}
    returns = getattr(found.node, "returns", None)
    where = None if returns is None else adding.place(found.text.span(returns), found.modules)
    return Ways("literal", "inferred", tuple(ways.values()), where)


def _prebuilt(adding: Adding, router: ast.expr) -> Ways | None:
    """Return where a router leads whose text is not looked at, since it is no file of the person's."""
    answers = PREBUILT.get(adding.modules.dotted(router, adding.scope) or "")
    return None if answers is None else Ways("literal", "inferred", tuple((Way(one, one), None) for one in answers))


def _returned(adding: Adding, action: Action) -> Ways:
    """Return what only we look at: hints that the engine passes over, and the names that a router returns."""
    facts = action.facts
    is_hinted = facts.hint in {"literal", "list"} and bool(facts.literal)
    targets = targets_beside((), facts.literal if is_hinted else facts.returns)
    ways = tuple((Way(one.name, one.name), inferred(adding, action, one).span) for one in targets)
    return Ways("none", "inferred", ways, is_open=not is_hinted and not facts.complete)
