"""Where a node may go by itself: by the ``Command``s and the ``Send``s that it returns."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable

from stepgraph.document.reading.actions import Action
from stepgraph.document.reading.built import unique
from stepgraph.document.reading.calls import is_none
from stepgraph.document.reading.function_facts import Target
from stepgraph.document.reading.hints import command_targets
from stepgraph.document.reading.parts import Adding, Told


def add_jumps(adding: Adding, name: str, action: Action, destinations: ast.expr | None) -> tuple[str, ...]:
    """Add the edges of a node's commands and packets, and return their targets.

    ``destinations`` come before the annotation, as for the engine; what the function returns is inferred beside them.
    """
    edges = adding.parts.jumps
    if destinations is not None and not is_none(destinations):
        told = _destinations(adding, destinations)
    else:
        hinted = command_targets(action.hinted)
        told = {one.name: Told("inferred", span=adding.place(one.span, one.modules)) for one in hinted}
    edges += [adding.edge(name, target, "command", way) for target, way in told.items()]
    seen = targets_beside(told, action.facts.goto)
    edges += [adding.edge(name, one.name, "command", inferred(adding, action, one)) for one in seen]
    sent = targets_beside(told, action.facts.sends)
    edges += [adding.edge(name, one.name, "send", inferred(adding, action, one)) for one in sent]
    return unique((*told, *(one.name for one in (*seen, *sent))))


def targets_beside(told: Container[str], targets: Iterable[Target]) -> tuple[Target, ...]:
    """Return the targets that are not told otherwise, each once."""
    return tuple({one.name: one for one in targets if one.name not in told}.values())


def inferred(adding: Adding, action: Action, target: Target, branch: str | None = None) -> Told:
    """Return what is told of an edge that a function's text names."""
    is_here = action.function is not None and action.function.modules is adding.modules
    return Told("inferred", branch=branch, span=target.span if is_here else None)


def _destinations(adding: Adding, expr: ast.expr) -> dict[str, Told]:
    value = adding.value(expr)
    if not isinstance(value.expr, ast.List | ast.Tuple | ast.Dict | ast.Set):
        adding.built.lock(adding.step.line)
        return {}
    items = value.expr.keys if isinstance(value.expr, ast.Dict) else value.expr.elts
    labels = value.expr.values if isinstance(value.expr, ast.Dict) else [None] * len(items)
    told: dict[str, Told] = {}
    for item, label in zip(items, labels, strict=True):
        target = None if item is None else value.constant(item)
        if item is None or not isinstance(target, str):
            adding.built.lock(adding.step.line)
            continue
        span = adding.place(value.modules.text.span(item), value.modules)
        text = None if label is None else value.constant(label)
        told[target] = Told(label=None if text is None else str(text), span=span)
    return told
