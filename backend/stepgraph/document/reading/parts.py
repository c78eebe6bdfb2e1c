"""The parts of a graph as they are collected from its steps, and what every step needs to know to add to them."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from stepgraph.document.model import Branch, Edge, EdgeKind, Lock, Node, Origin, Span
from stepgraph.document.reading.built import Built, Step
from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.modules import Modules
from stepgraph.document.reading.names import Namer
from stepgraph.document.reading.schema_annotations import Place, followed
from stepgraph.document.reading.schema_uses import SchemaRoles, Schemas


@dataclass(slots=True)
class Parts:
    """What the steps of one graph have added so far, each kind in order."""

    nodes: list[Node] = field(default_factory=list)
    statics: list[Edge] = field(default_factory=list)
    joins: list[Edge] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    ways: list[Edge] = field(default_factory=list)
    jumps: list[Edge] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of an edge beside its ends; `span` is the part of the step that declares it, if there is one."""

    origin: Origin = "declared"
    label: str | None = None
    join: str | None = None
    branch: str | None = None
    span: Span | None = None


DECLARED = Told()


class Value(Place):
    """An argument as it was written, maybe elsewhere, with the names that its parts are read with."""

    def constant(self, part: ast.expr) -> str | float | None:
        """Return the constant that a part of it is."""
        return self.modules.constant(part, self.scope)

    @property
    def span(self) -> Span:
        """Where it stands in its own file."""
        return self.modules.text.span(self.expr)


@dataclass(frozen=True, slots=True)
class Adding:
    """One step in work: its graph, the parts to add to, and the lock that its parts carry."""

    built: Built
    step: Step
    parts: Parts
    namer: Namer
    schemas: Schemas
    roles: SchemaRoles
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

    def value(self, expr: ast.expr) -> Value:
        """Return what an argument is, or what the variable was given that it names."""
        place = followed(Place(self.modules, expr, self.scope))
        return Value(place.modules, place.expr, place.scope)

    def place(self, span: Span, modules: Modules) -> Span | None:
        """Return a place in a file if that file is this document."""
        return span if modules is self.modules else None

    def edge(self, source: str, target: str | None, kind: EdgeKind, told: Told = DECLARED) -> Edge:
        """Return an edge that this step adds."""
        text = self.modules.text
        return Edge(
            source=source,
            target=target,
            kind=kind,
            origin=told.origin,
            label=told.label,
            join=told.join,
            branch=told.branch,
            span=told.span or self.step.span,
            line=self.step.line if told.span is None else text.line_of(told.span.start),
            lock=self.lock,
        )
