"""The parts of a graph as they are collected from its steps, and what every step needs to know to add to them."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from stepgraph.document.model import Branch, Edge, Lock, Node, Span
from stepgraph.document.reading.built import Built, Step
from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.modules import Modules
from stepgraph.document.reading.names import Namer


@dataclass(slots=True)
class Parts:
    """What the steps of one graph have added so far, each kind in order."""

    nodes: list[Node] = field(default_factory=list)
    statics: list[Edge] = field(default_factory=list)
    joins: list[Edge] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    ways: list[Edge] = field(default_factory=list)
    jumps: list[Edge] = field(default_factory=list)
    private: list[SchemaUse] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SchemaUse:
    """An expression that a node or a router names its input's schema with, and where that expression stands."""

    expr: ast.expr
    modules: Modules
    scope: Scope | None


@dataclass(frozen=True, slots=True)
class Adding:
    """One step in work: its graph, the parts to add to, and the lock that its parts carry."""

    built: Built
    step: Step
    parts: Parts
    namer: Namer
    lock: Lock | None

    @property
    def modules(self) -> Modules:
        return self.namer.modules

    @property
    def scope(self) -> Scope | None:
        return self.step.scope

    def name(self, expr: ast.expr) -> str:
        """Return a node's name. Raises Unresolved."""
        return self.namer.node(expr, self.scope)

    def here(self, expr: ast.expr, modules: Modules) -> Span | None:
        """Return where an expression stands if that is in this document."""
        return modules.text.span(expr) if modules.text is self.modules.text else None
