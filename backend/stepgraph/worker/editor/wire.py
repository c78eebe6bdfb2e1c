"""From the document's records to the wire's, and from a compiled graph on the wire to what a drawing compares."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TypeVar

import msgspec

from stepgraph.debugger.exact_json import clean
from stepgraph.document import finding as found
from stepgraph.document.compare import CompiledGraph, CompiledNode
from stepgraph.document.model import Change, Channel, Edge, Model
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import Text
from stepgraph.protocol.document import Drawing, Finding, TextChange
from stepgraph.protocol.events import GraphCompiled
from stepgraph.protocol.problems import Problem

_Record = TypeVar("_Record", Drawing, tuple[Finding, ...])


def drawing_of(text: Text, model: Model) -> Drawing:
    """Return a model as it is drawn."""
    functions = [one.name for one in text.tree.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    drawing = msgspec.convert(model, Drawing, from_attributes=True)
    opens = model.graph(None)
    more = {"functions": tuple(dict.fromkeys(functions)), "opens": None if opens is None else opens.name}
    return _carried(msgspec.structs.replace(drawing, **more), Drawing)


def findings_of(findings: Iterable[found.Finding]) -> tuple[Finding, ...]:
    """Return findings as they are told."""
    kind = tuple[Finding, ...]
    return _carried(msgspec.convert(tuple(findings), kind, from_attributes=True), kind)


def changes_of(changes: Iterable[Change]) -> tuple[TextChange, ...]:
    """Return changes of a text as they are told."""
    return tuple(TextChange(change.start, change.end, change.text) for change in changes)


def problem_of(refused: EditRefused, path: str) -> Problem:
    """Return a refused gesture as it is told."""
    return Problem(code=refused.code, sentence=str(refused), path=path, line=refused.line)


def compiled_graph(compiled: GraphCompiled) -> CompiledGraph:
    """Return what a drawing compares of a compiled graph."""
    return CompiledGraph(
        nodes=tuple(
            CompiledNode(node.name, node.defer, node.function, node.line, node.end_line, node.doc)
            for node in compiled.nodes
        ),
        edges=tuple(
            Edge(
                source=edge.source,
                target=edge.target,
                kind=edge.kind,
                origin=edge.origin,
                label=edge.label,
                join=edge.join,
                branch=edge.branch,
                span=None,
                line=None,
            )
            for edge in compiled.edges
        ),
        channels=tuple(
            Channel(channel.name, channel.kind, channel.type, channel.argument, channel.io, ())
            for channel in compiled.channels
            if channel.role == "state"
        ),
    )


def _carried(record: _Record, kind: type[_Record]) -> _Record:
    """Return a record that a wire carries: lone surrogates in its texts are told by their escapes."""
    try:
        msgspec.json.encode(record)
    except UnicodeEncodeError:
        return msgspec.convert(_cleaned(msgspec.to_builtins(record)), kind)
    return record


def _cleaned(value: object) -> object:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {clean(key): _cleaned(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(inner) for inner in value]
    return value
