"""Which variables hold a builder or a compiled graph, and which functions make one."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Final

from stepgraph.document.reading.built import Built
from stepgraph.document.reading.chains import Link, chain_of
from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.modules import Modules

_KEEPING: Final = frozenset({"with_config", "copy"})
"""Methods of a compiled graph that return it again."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What an expression is worth: a builder, or with `compiled` the graph that it was compiled to."""

    built: Built
    compiled: bool


class Holders:
    """What each variable of a document holds, as far as it was read. `roots` are the calls that make builders."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._bound: dict[tuple[Scope | None, str], Holding] = {}
        self.made_by: dict[ast.FunctionDef | ast.AsyncFunctionDef, Holding] = {}
        self.roots: dict[ast.Call, Built] = {}

    def bind(self, scope: Scope | None, name: str, holding: Holding) -> None:
        """Let a variable hold something from now on. `self.graph` of a method is an attribute of the class."""
        self._bound[scope, name] = holding
        owner = None if scope is None else self._modules.names.parent(scope)
        if name.startswith("self.") and isinstance(owner, ast.ClassDef):
            self._bound[owner, name.removeprefix("self.")] = holding

    def variable(self, name: str, scope: Scope | None) -> Holding | None:
        """Return what a variable holds, looked for scope by scope as Python does."""
        names = self._modules.names
        while True:
            found = self._bound.get((scope, name))
            if found is not None:
                return found
            if scope is None or name in names.table(scope).names:
                return None
            scope = names.parent(scope)

    def holding(self, expr: ast.expr, scope: Scope | None) -> Holding | None:
        """Return the builder or graph that an expression is: a variable, a chain, or a call of what makes one."""
        base, links = chain_of(expr)
        found = self._base(base.value if isinstance(base, ast.NamedExpr) else base, scope)
        if found is None and links and links[0].call is None:
            found, links = self._attribute(base, links[0], scope), links[1:]
        for link in links:
            if found is None or link.call is None:
                return None
            if link.name == "compile":
                found = Holding(found.built, compiled=True)
            elif found.compiled and link.name not in _KEEPING:
                return None
        return found

    def _base(self, base: ast.expr, scope: Scope | None) -> Holding | None:
        if isinstance(base, ast.Name):
            return self.variable(base.id, scope)
        if not isinstance(base, ast.Call):
            return None
        root = self.roots.get(base)
        if root is not None:
            return Holding(root, compiled=False)
        maker = self._called(base, scope) if self.made_by else None
        return self.made_by.get(maker) if isinstance(maker, ast.FunctionDef | ast.AsyncFunctionDef) else None

    def _attribute(self, base: ast.expr, link: Link, scope: Scope | None) -> Holding | None:
        """Return what `self.graph` holds, or `Maker().graph`."""
        if isinstance(base, ast.Name):
            return self.variable(f"{base.id}.{link.name}", scope)
        maker = self._called(base, scope) if isinstance(base, ast.Call) else None
        return self._bound.get((maker, link.name)) if isinstance(maker, ast.ClassDef) else None

    def _called(self, call: ast.Call, scope: Scope | None) -> object:
        found = self._modules.resolve(call.func, scope)
        return None if found is None or found.modules is not self._modules else found.node
