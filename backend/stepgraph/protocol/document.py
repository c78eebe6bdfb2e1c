"""The document as the wire shows it: its text, its graphs as drawn, what the rules found, where the boxes stand.

The shapes follow `stepgraph.document.model`, which says what the fields mean. Offsets count code points of the text,
which has LF line ends here whatever the file has; lines count from 1.
"""

from __future__ import annotations

from typing import Literal

from stepgraph.protocol.problems import Problem
from stepgraph.protocol.shape import Shape


class Span(Shape, frozen=True):
    """A piece of the text, half-open."""

    start: int
    end: int


class TextChange(Shape, frozen=True):
    """One replaced span of the former text."""

    start: int
    end: int
    text: str


class Lock(Shape, frozen=True):
    """Why a part is drawn but not edited, and the line of the code that builds it."""

    sentence: str
    line: int | None


class CodePlace(Shape, frozen=True):
    """A function, router or reducer: as written, what it is, and where it is defined."""

    text: str
    kind: Literal["function", "lambda", "partial", "class", "method", "imported", "graph", "other"]
    name: str | None
    span: Span | None
    path: str | None
    line: int | None
    end_line: int | None
    doc: str | None
    graph: str | None


class DrawnOption(Shape, frozen=True):
    """A keyword of a call, with its value as written."""

    name: str
    text: str
    span: Span


class DrawnNode(Shape, frozen=True):
    """One node of the document. ``span`` None: only the compiled graph has it."""

    name: str
    code: CodePlace
    span: Span | None
    line: int | None
    defer: bool
    options: tuple[DrawnOption, ...]
    goto: tuple[str, ...]
    reads: tuple[str, ...] | None
    writes: tuple[str, ...] | None
    input_schema: str | None
    lock: Lock | None


class DrawnEdge(Shape, frozen=True):
    """One line of the drawing; a compiled graph's edge, and where it is declared."""

    source: str
    target: str | None
    kind: Literal["static", "join", "branch", "send", "command", "handler"]
    origin: Literal["declared", "inferred", "observed"]
    label: str | None
    join: str | None
    branch: str | None
    span: Span | None
    line: int | None
    lock: Lock | None


class DrawnWay(Shape, frozen=True):
    """One way of a branch: what the router returns, and the node that it means."""

    label: str
    target: str


class DrawnBranch(Shape, frozen=True):
    """A conditional edge: its router, and where it may lead; None when that is unknown."""

    source: str
    name: str
    code: CodePlace
    form: Literal["dict", "list", "literal", "command", "none", "unknown"]
    targets: tuple[DrawnWay, ...] | None
    span: Span | None
    map_span: Span | None
    line: int | None
    lock: Lock | None


class DrawnField(Shape, frozen=True):
    """One field of a schema."""

    name: str
    annotation: str
    type: str
    kind: str
    reducer: CodePlace | None
    accumulate: bool
    default: str | None
    span: Span | None
    name_span: Span | None
    annotation_span: Span | None
    line: int | None
    lock: Lock | None


class DrawnSchema(Shape, frozen=True):
    """One schema, with the parts it plays in its graph."""

    name: str
    roles: tuple[Literal["state", "input", "output", "context", "private"], ...]
    form: Literal["typeddict", "dataclass", "pydantic", "class", "root"]
    fields: tuple[DrawnField, ...]
    bases: tuple[str, ...]
    path: str | None
    span: Span | None
    line: int | None
    lock: Lock | None


class DrawnChannel(Shape, frozen=True):
    """One state channel, as a graph's schemas together declare it."""

    name: str
    kind: str
    type: str
    reducer: str | None
    io: Literal["input", "output", "both", "none"]
    schemas: tuple[str, ...]


class DrawnGraph(Shape, frozen=True):
    """One graph of the document."""

    name: str
    builder: str | None
    compiled: str | None
    function: str | None
    form: Literal["statements", "chain"]
    schemas: tuple[DrawnSchema, ...]
    nodes: tuple[DrawnNode, ...]
    edges: tuple[DrawnEdge, ...]
    branches: tuple[DrawnBranch, ...]
    channels: tuple[DrawnChannel, ...]
    options: tuple[DrawnOption, ...]
    locks: tuple[Lock, ...]
    span: Span
    line: int
    insert: int


class Drawing(Shape, frozen=True):
    """All graphs of a document. ``functions`` are names that could be a node's function, a router or a reducer.

    ``opens`` is the graph that is drawn where nobody names one; None where there is none.
    """

    path: str
    package: str | None
    graphs: tuple[DrawnGraph, ...]
    functions: tuple[str, ...] = ()
    opens: str | None = None


class Mend(Shape, frozen=True):
    """A mend of one click, as changes of the text at the finding's revision."""

    title: str
    changes: tuple[TextChange, ...]


class Finding(Shape, frozen=True):
    """What a rule found. ``paths`` are ways through the graph that show it, as node names from START on."""

    code: str
    severity: Literal["error", "warning", "info"]
    sentence: str
    graph: str | None
    span: Span | None
    line: int | None
    column: int | None
    nodes: tuple[str, ...]
    channels: tuple[str, ...]
    edges: tuple[str, ...]
    paths: tuple[tuple[str, ...], ...]
    mends: tuple[Mend, ...]


class FileConflict(Shape, frozen=True):
    """The file changed (or went away: ``text`` None) while there are edits that are not saved."""

    text: str | None
    diff: str
    """From the file on disk to what would be saved, as a unified diff."""


class DocumentView(Shape, frozen=True):
    """How the document stands. ``revision`` grows with every change of its text, whoever made it."""

    path: str
    revision: int
    source_hash: str
    """Of the bytes that would be saved."""
    saved: bool
    """Whether the file on disk holds exactly this."""
    autosave: bool
    undo: str | None
    """What Undo would take back, in a few words; None when there is nothing."""
    redo: str | None
    read_only: str | None
    """Why the text cannot be edited, as a sentence."""
    trouble: Problem | None
    """Why the last save did not work; the edits are kept here."""
    conflict: FileConflict | None
    target: str | None = None
    """The file that is edited, where the session's document only names it (a langgraph.json)."""
    graph: str | None = None
    """What the session's graph is called in the target; None where the document itself is edited."""


class Position(Shape, frozen=True):
    """Where a box stands: its left upper corner, in units of the drawing."""

    x: float
    y: float


class Arrangement(Shape, frozen=True):
    """Where a person put the boxes of one graph; boxes that are not named are placed by the layout."""

    graph: str
    positions: dict[str, Position]
