"""From the document's records to the wire's, and from a compiled graph on the wire to what a drawing compares."""

from __future__ import annotations

import ast
from collections.abc import Iterable

import msgspec

from stepgraph.document import finding as found
from stepgraph.document.compare import CompiledGraph, CompiledNode
from stepgraph.document.model import Change, Channel, Edge, Model
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import Text
from stepgraph.protocol.document import Drawing, Finding, TextChange
from stepgraph.protocol.events import GraphCompiled
from stepgraph.protocol.problems import Problem


def drawing_of(text: Text, model: Model) -> Drawing:
    """Return a model as it is drawn."""
    functions = [one.name for one in text.tree.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    drawing = msgspec.convert(model, Drawing, from_attributes=True)
    return msgspec.structs.replace(drawing, functions=tuple(dict.fromkeys(functions)))


def findings_of(findings: Iterable[found.Finding]) -> tuple[Finding, ...]:
    """Return findings as they are told."""
    return msgspec.convert(tuple(findings), tuple[Finding, ...], from_attributes=True)


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
