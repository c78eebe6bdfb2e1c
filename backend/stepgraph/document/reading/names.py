"""The names that the parts of a graph go by, as the engine gives them."""

from __future__ import annotations

import ast
from typing import Final

from stepgraph.document.reading.calls import Unresolved
from stepgraph.document.reading.function_facts import FunctionFacts
from stepgraph.document.reading.functions import facts_of
from stepgraph.document.reading.holders import Holders
from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.modules import Definition, Modules

_WRAPS: Final = frozenset({"functools.wraps", "functools.update_wrapper"})
_NAMELESS: Final = "condition"
_GRAPH: Final = "LangGraph"


class Namer:
    """Tells names of nodes and branches, within one document, and studies each function once."""

    def __init__(self, modules: Modules, holders: Holders) -> None:
        self.modules = modules
        self.holders = holders
        self._facts: dict[tuple[int, int], FunctionFacts] = {}

    def facts(self, found: Definition) -> FunctionFacts:
        """Return what the text of a function says."""
        key = (id(found.node), found.bound)
        if key not in self._facts:
            self._facts[key] = facts_of(found)
        return self._facts[key]

    def node(self, expr: ast.expr, scope: Scope | None) -> str:
        """Return the name that an expression means as a node's. Raises Unresolved."""
        value = self.modules.constant(expr, scope)
        if not isinstance(value, str):
            raise Unresolved
        return value

    def optional_node(self, expr: ast.expr, scope: Scope | None) -> str | None:
        """Return the name that an expression means, or None when it is no text."""
        value = self.modules.constant(expr, scope)
        return value if isinstance(value, str) else None

    def of_action(self, expr: ast.expr, scope: Scope | None) -> str:
        """Return the name of a node for which only its function was given. Raises Unresolved."""
        held = self.holders.holding(expr, scope)
        if held is not None and held.compiled:
            return self._graph_name(held.built.compilings[-1].call if held.built.compilings else None, scope)
        if isinstance(expr, ast.Lambda):
            return "<lambda>"
        if isinstance(expr, ast.Call):
            return self._instance_name(expr, scope)
        found = self.modules.resolve(expr, scope)
        if found is None:
            raise Unresolved
        if found.kind == "value" and isinstance(found.node, ast.Call | ast.Lambda):
            return Namer(found.modules, self.holders).of_action(found.node, found.scope)
        if found.kind not in {"function", "class", "external"}:
            raise Unresolved
        return python_name(found)

    def branch(self, expr: ast.expr, scope: Scope | None) -> str | None:
        """Return the name of a branch, which is its router's if that has one of its own; None when a run decides."""
        if not isinstance(expr, ast.Name | ast.Attribute):
            return _NAMELESS
        found = self.modules.resolve(expr, scope)
        if found is None:
            return expr.attr if isinstance(expr, ast.Attribute) else None
        return _NAMELESS if found.kind == "value" else python_name(found)

    def _graph_name(self, compiling: ast.Call | None, scope: Scope | None) -> str:
        for keyword in [] if compiling is None else compiling.keywords:
            if keyword.arg == "name":
                return self.node(keyword.value, scope)
        return _GRAPH

    def _instance_name(self, call: ast.Call, scope: Scope | None) -> str:
        called = self.modules.resolve(call.func, scope)
        if called is None:
            raise Unresolved
        if called.kind == "class":
            return called.name
        if called.dotted in {"functools.partial", "functools.partialmethod"}:
            return "partial"
        raise Unresolved


def python_name(found: Definition) -> str:
    """Return the ``__name__`` that a definition has at run time: a decorator's inner function keeps its own."""
    return effective(found).name


def effective(found: Definition) -> Definition:
    """Return the function that stands under a name at run time, after its decorators.

    A decorator of this project that returns a function of its own without ``wraps`` hides what it decorates.
    """
    if not isinstance(found.node, ast.FunctionDef | ast.AsyncFunctionDef):
        return found
    for decorator in found.node.decorator_list:
        wrapper = _wrapper(found, decorator)
        if wrapper is not None:
            return wrapper
    return found


def _wrapper(found: Definition, decorator: ast.expr) -> Definition | None:
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    made = found.modules.resolve(named, found.scope)
    if made is None or not isinstance(made.node, ast.FunctionDef):
        return None
    inner = _returned(made)
    if inner is not None and isinstance(decorator, ast.Call):
        inner = _returned(inner)
    if inner is None or not isinstance(inner.node, ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    return None if any(_keeps(inner, one) for one in inner.node.decorator_list) else inner


def _returned(made: Definition) -> Definition | None:
    """Return the function that a function defines and returns."""
    if not isinstance(made.node, ast.FunctionDef):
        return None
    last = made.node.body[-1]
    if not isinstance(last, ast.Return) or not isinstance(last.value, ast.Name):
        return None
    inner = made.modules.resolve(last.value, made.node)
    return inner if inner is not None and inner.scope is made.node else None


def _keeps(inner: Definition, decorator: ast.expr) -> bool:
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    return inner.modules.dotted(named, inner.scope) in _WRAPS
