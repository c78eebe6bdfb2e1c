"""Nodes: what a step adds, under which name, and what the text of its function tells."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from stepgraph.document.model import Code, Lock, Node, Schema
from stepgraph.document.reading.actions import NO_ACTION, Action, action_of
from stepgraph.document.reading.calls import Unresolved, arguments, is_none, is_true, options
from stepgraph.document.reading.edges import add_static
from stepgraph.document.reading.hints import first_parameter
from stepgraph.document.reading.jumps import add_jumps
from stepgraph.document.reading.parts import Adding
from stepgraph.document.reading.schema_annotations import Place

DEFAULT_HANDLER: Final = "__default_error_handler__"

_OWN: Final = frozenset({"node", "action"})
_HANDLER: Final = "__error_handler__"


def add_node(adding: Adding) -> None:
    """Read ``add_node`` in all its forms. Raises Unresolved."""
    given = arguments(adding.step.call, ("node", "action"))
    if "node" not in given:
        raise Unresolved
    name = adding.namer.optional_node(given["node"], adding.scope)
    if name is not None:
        _add(adding, name, given.get("action"), given)
    elif is_none(given.get("action")):
        _add(adding, adding.namer.of_action(given["node"], adding.scope), given["node"], given)
    else:
        raise Unresolved  # the name is made by code


def add_sequence(adding: Adding) -> None:
    """Read ``add_sequence`` of functions, and of pairs of name and function. Raises Unresolved."""
    given = arguments(adding.step.call, ("nodes",))
    value = adding.value(given["nodes"]) if "nodes" in given else None
    if value is None or value.modules is not adding.modules or not isinstance(value.expr, ast.List | ast.Tuple):
        raise Unresolved
    pairs = [_pair(adding, one) for one in value.expr.elts]
    for index, (name, action) in enumerate(pairs):
        _add(adding, name, action, {})
        if index:
            add_static(adding, pairs[index - 1][0], name)


def set_node_defaults(adding: Adding) -> None:
    """Read ``set_node_defaults``, which may bring an error handler for all nodes. Raises Unresolved."""
    handler = arguments(adding.step.call, ()).get("error_handler")
    if handler is not None and not is_none(handler):
        adding.parts.nodes = [node for node in adding.parts.nodes if node.name != DEFAULT_HANDLER]
        _add_handler(adding, DEFAULT_HANDLER, handler, "read-only: the error handler of all nodes")


def _pair(adding: Adding, item: ast.expr) -> tuple[str, ast.expr]:
    if isinstance(item, ast.Starred):
        raise Unresolved
    if isinstance(item, ast.Tuple) and len(item.elts) == 2:
        return adding.name(item.elts[0]), item.elts[1]
    return adding.namer.of_action(item, adding.scope), item


def _add(adding: Adding, name: str, expr: ast.expr | None, given: Mapping[str, ast.expr]) -> None:
    handler = given.get("error_handler")
    if handler is not None and not is_none(handler):
        _add_handler(adding, f"{_HANDLER}{name}", handler, f'read-only: the error handler of "{name}"')
    action = NO_ACTION if expr is None else action_of(adding.namer, expr, adding.scope)
    schema = _input_schema(adding, given, action)
    step = adding.step
    adding.parts.nodes.append(
        Node(
            name=name,
            code=action.code,
            span=step.span,
            line=step.line,
            defer=is_true(given.get("defer")),
            options=options(adding.modules.text, step.call, _OWN) if given else (),
            goto=add_jumps(adding, name, action, given.get("destinations")),
            reads=action.facts.reads,
            writes=action.facts.writes,
            input_schema=None if schema is None or schema is adding.roles.state() else schema.name,
            lock=adding.lock,
        )
    )


def _input_schema(adding: Adding, given: Mapping[str, ast.expr], action: Action) -> Schema | None:
    """Return what a node reads if that is told, by its option or else by its function, and note it for the graph."""
    told = given.get("input_schema") or given.get("input")
    if told is not None and not is_none(told):
        schema = adding.schemas.read(Place(adding.modules, told, adding.scope))
        if schema is None:
            adding.built.lock(adding.step.line)
    else:
        schema = adding.schemas.as_input(first_parameter(action.hinted))
    if schema is not None:
        adding.roles.add(schema, "private")
    return schema


def _add_handler(adding: Adding, name: str, handler: ast.expr, sentence: str) -> None:
    step = adding.step
    code: Code = action_of(adding.namer, handler, adding.scope).code
    lock = adding.lock or Lock(sentence, step.line)
    adding.parts.nodes.append(
        Node(
            name=name,
            code=code,
            span=step.span,
            line=step.line,
            defer=False,
            options=(),
            goto=(),
            reads=None,
            writes=None,
            input_schema=None,
            lock=lock,
        )
    )
