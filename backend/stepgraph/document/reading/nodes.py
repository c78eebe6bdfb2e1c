"""Nodes: what a step adds, under which name, and what the text of its function tells."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from stepgraph.document.model import Code, Lock, Node
from stepgraph.document.reading.calls import Unresolved, arguments, is_none, is_true, options
from stepgraph.document.reading.edges import add_static
from stepgraph.document.reading.functions import code_of
from stepgraph.document.reading.parts import Adding

_OWN: Final = frozenset({"node", "action"})
_HANDLER: Final = "__error_handler__"
_DEFAULT_HANDLER: Final = "__default_error_handler__"


def add_node(adding: Adding) -> None:
    """Read ``add_node`` in all its forms. Raises Unresolved."""
    given = arguments(adding.step.call, ("node", "action"))
    if "node" not in given:
        raise Unresolved
    name = adding.namer.optional_node(given["node"], adding.scope)
    action = given["node"] if name is None else given.get("action")
    if name is None:
        if not is_none(given.get("action")):
            raise Unresolved  # the name is made by code
        name = adding.namer.of_action(given["node"], adding.scope)
    _add(adding, name, action, given)


def add_sequence(adding: Adding) -> None:
    """Read ``add_sequence`` of functions, and of pairs of name and function. Raises Unresolved."""
    given = arguments(adding.step.call, ("nodes",))
    listed = given.get("nodes")
    found = None if listed is None else adding.modules.resolve(listed, adding.scope)
    if found is not None and isinstance(found.node, ast.expr) and found.modules is adding.modules:
        listed = found.node
    if not isinstance(listed, ast.List | ast.Tuple):
        raise Unresolved
    pairs = [_pair(adding, one) for one in listed.elts]
    for index, (name, action) in enumerate(pairs):
        _add(adding, name, action, {})
        if index:
            add_static(adding, pairs[index - 1][0], name)


def set_node_defaults(adding: Adding) -> None:
    """Read ``set_node_defaults``, which may bring an error handler for all nodes. Raises Unresolved."""
    handler = arguments(adding.step.call, ()).get("error_handler")
    adding.parts.nodes = [node for node in adding.parts.nodes if node.name != _DEFAULT_HANDLER]
    if not is_none(handler) and handler is not None:
        _add_handler(adding, _DEFAULT_HANDLER, handler, "read-only: the error handler of all nodes")


def _pair(adding: Adding, item: ast.expr) -> tuple[str, ast.expr]:
    if isinstance(item, ast.Starred):
        raise Unresolved
    if isinstance(item, ast.Tuple) and len(item.elts) == 2:
        return adding.name(item.elts[0]), item.elts[1]
    return adding.namer.of_action(item, adding.scope), item


def _add(adding: Adding, name: str, action: ast.expr | None, given: Mapping[str, ast.expr]) -> None:
    handler = given.get("error_handler")
    if not is_none(handler) and handler is not None:
        _add_handler(adding, f"{_HANDLER}{name}", handler, f'read-only: the error handler of "{name}"')
    step = adding.step
    adding.parts.nodes.append(
        Node(
            name=name,
            code=_NO_CODE if action is None else node_code(adding, action),
            span=step.span,
            line=step.line,
            defer=is_true(given.get("defer")),
            options=options(adding.modules.text, step.call, _OWN) if given else (),
            goto=(),
            reads=None,
            writes=None,
            input_schema=None,
            lock=adding.lock,
        )
    )


def _add_handler(adding: Adding, name: str, handler: ast.expr, sentence: str) -> None:
    step = adding.step
    code = node_code(adding, handler)
    lock = adding.lock or Lock(sentence, step.line)
    adding.parts.nodes.append(Node(name, code, step.span, step.line, False, (), (), None, None, None, lock))  # noqa: FBT003


def node_code(adding: Adding, action: ast.expr) -> Code:
    """Return what a node runs; a graph of this document is told by its name."""
    code = code_of(adding.modules, action, adding.scope)
    held = adding.namer.holders.holding(action, adding.scope)
    if held is None or not held.compiled:
        return code
    return replace(code, kind="graph", graph=held.built.name)


_NO_CODE: Final = Code("", "other", None, None, None, None, None, None)
