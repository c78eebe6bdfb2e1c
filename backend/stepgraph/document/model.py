"""What a parse tells of a document: its graphs, and where in the text each part of them stands.

All offsets count code points of the text; spans are half-open. Lines count from 1. A part that carries a `Lock` is
drawn but not edited, and the lock says why.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

START = "__start__"
END = "__end__"

TITLES = {START: "START", END: "END"}
"""What the two ends of a graph are called wherever a person reads them."""

EdgeKind: TypeAlias = Literal["static", "join", "branch", "send", "command", "handler"]
Origin: TypeAlias = Literal["declared", "inferred", "observed"]
CodeKind: TypeAlias = Literal["function", "lambda", "partial", "class", "method", "imported", "graph", "other"]
Role: TypeAlias = Literal["state", "input", "output", "context", "private"]
SchemaForm: TypeAlias = Literal["typeddict", "dataclass", "pydantic", "class", "root"]
MapForm: TypeAlias = Literal["dict", "list", "literal", "command", "none", "unknown"]


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of the text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Change:
    """One replaced span: what stood in the old text from ``start`` to ``end`` is ``text`` now."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Lock:
    """Why a part cannot be edited by drawing ("read-only: built by code in line 12"), and where that code is."""

    sentence: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Code:
    """What an expression names that runs: a node's function, a router, a reducer.

    ``text`` is the expression as written. ``name`` is what a person calls it: the function's name, the class's.
    ``span`` is its definition in this document, decorators included (None when it is elsewhere); ``path`` is the other
    file when the definition was found there, and ``line`` to ``end_line`` count in that file then. ``graph`` names
    the graph of this document that a subgraph node holds.
    """

    text: str
    kind: CodeKind
    name: str | None
    span: Span | None
    path: str | None
    line: int | None
    end_line: int | None
    doc: str | None
    graph: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A keyword of a call, with its value as written: ``defer`` = ``True``, ``retry_policy`` = ``RetryPolicy()``."""

    name: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Node:
    """One node. ``span`` is the statement (or the call of a chain) that adds it.

    ``reads`` and ``writes`` are the state keys that its function's text uses; None when that cannot be told.
    ``goto`` is where its ``Command``s may lead, by annotation, ``destinations`` or returned constants.
    """

    name: str
    code: Code
    span: Span | None
    line: int | None
    defer: bool
    options: tuple[Option, ...]
    goto: tuple[str, ...]
    reads: tuple[str, ...] | None
    writes: tuple[str, ...] | None
    input_schema: str | None
    lock: Lock | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """One line of the drawing, with the words of the compiled graph's edges.

    ``target`` None is an open end. The members of a join share ``join`` ("join:a+b:c"); a branch's edges share
    ``branch`` (its name). ``span`` is the statement, the call or the part of it that declares the edge.
    """

    source: str
    target: str | None
    kind: EdgeKind
    origin: Origin
    label: str | None
    join: str | None
    branch: str | None
    span: Span | None
    line: int | None
    lock: Lock | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """One way of a branch: what the router returns (as the path map's key), and the node that it means."""

    label: str
    target: str


@dataclass(frozen=True, slots=True)
class Branch:
    """A conditional edge: its router and where it may lead; None when that is unknown."""

    source: str
    name: str
    code: Code
    form: MapForm
    targets: tuple[Way, ...] | None
    span: Span | None
    map_span: Span | None
    line: int | None
    lock: Lock | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a schema. ``annotation`` is as written, ``type`` is it without ``Annotated`` and the merge rule.

    ``kind`` is the channel's class (``LastValue``, ``BinaryOperatorAggregate``, ``Topic``, …) or ``managed``.
    ``reducer`` is the merge function as written; ``accumulate`` that of a Topic.
    """

    name: str
    annotation: str
    type: str
    kind: str
    reducer: Code | None
    accumulate: bool
    default: str | None
    span: Span | None
    name_span: Span | None
    annotation_span: Span | None
    line: int | None
    lock: Lock | None = None


@dataclass(frozen=True, slots=True)
class Schema:
    """One schema of a graph, with the parts it plays. ``path`` is the other file that it comes from, if it does."""

    name: str
    roles: tuple[Role, ...]
    form: SchemaForm
    fields: tuple[Field, ...]
    bases: tuple[str, ...]
    path: str | None
    span: Span | None
    line: int | None
    lock: Lock | None = None


@dataclass(frozen=True, slots=True)
class Channel:
    """One state channel of a graph, as its schemas together declare it. ``schemas`` are those that declare it."""

    name: str
    kind: str
    type: str
    reducer: str | None
    io: Literal["input", "output", "both", "none"]
    schemas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """One graph of the document.

    ``name`` is the variable that a person opens it by (the compiled one if there is one), ``builder`` the variable of
    the builder (None for a chain that is compiled at once), ``function`` the function that makes it, if it is not
    made at module level. ``locks`` are the places that build parts of it in a way that cannot be resolved; with
    any, nodes and edges may be missing here. ``options`` are the keywords of ``compile``. ``insert`` is where a new
    statement about this graph goes: the offset after the last one. ``aliases`` are all variables that hold it.
    """

    name: str
    builder: str | None
    compiled: str | None
    function: str | None
    form: Literal["statements", "chain"]
    schemas: tuple[Schema, ...]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    branches: tuple[Branch, ...]
    channels: tuple[Channel, ...]
    options: tuple[Option, ...]
    locks: tuple[Lock, ...]
    span: Span
    line: int
    insert: int
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Model:
    """All graphs of one document. ``package`` is where its graph classes come from ("langgraph" or "stepgraph").

    ``called`` names the graphs that functions of others' nodes call.
    """

    path: str
    graphs: tuple[Graph, ...]
    package: str | None
    called: tuple[str, ...] = ()

    def graph(self, name: str | None) -> Graph | None:
        """Return the graph by this name or one of its variables'; for None the only one in no other, else the first."""
        if name is None:
            inside = {node.code.graph for one in self.graphs for node in one.nodes} - {None} | {*self.called}
            outer = [one for one in self.graphs if not inside & {one.name, one.builder, one.compiled, one.function}]
            return outer[0] if len(outer) == 1 else next(iter(self.graphs), None)
        named = [one for one in self.graphs if one.name == name]
        held = (one for one in self.graphs if name in {*one.aliases, one.builder, one.compiled, one.function})
        return named[0] if named else next(held, None)


def shown(name: str) -> str:
    """Return a node's name as a sentence says it."""
    return TITLES.get(name) or f'"{name}"'
