"""A compiled graph as the event that shows it, with the lines of its functions in the document."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace
from pydantic_core import to_jsonable_python

from stepgraph.constants import JOIN_CHANNEL_PREFIX, START
from stepgraph.debugger.blobs import Blobs
from stepgraph.debugger.exact_json import clean, dumps, is_exact
from stepgraph.debugger.input_fields import input_schema
from stepgraph.debugger.previews import Previews
from stepgraph.debugger.scene import ChannelFacts
from stepgraph.debugger.schema_form import context_form, input_form
from stepgraph.pregel.describe import ChannelDescription, EdgeDescription, GraphDescription, NodeDescription
from stepgraph.pregel.inside import InnerNode, inner_nodes
from stepgraph.pregel.pregel import Pregel
from stepgraph.protocol.events import GraphCompiled
from stepgraph.protocol.graph import GraphChannel, GraphEdge, GraphManaged, GraphNode, InnerGraph
from stepgraph.protocol.values import Preview

Graph: TypeAlias = Pregel
"""What runs: compiled of a builder, made of a function, or of bare channels and nodes."""
_MAX_DOC = 400
_MAX_PREFILL = 64 * 1024
NO_PREFILL: object = ...


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What is known of the document beside its graph. ``path`` is the file that the graph's functions stand in."""

    document: str
    graph: str
    source_hash: str
    changed: bool
    path: str
    prefill: object = NO_PREFILL


def compiled_event(graph: Graph, facts: DocumentFacts) -> GraphCompiled:
    """Return the event for a compiled graph."""
    described = graph.describe()
    parts = _parts(described, facts.path)
    return GraphCompiled(
        run="",
        ns="",
        document=facts.document,
        graph=facts.graph,
        source_hash=facts.source_hash,
        changed=facts.changed,
        nodes=parts.nodes,
        channels=parts.channels,
        managed=parts.managed,
        edges=parts.edges,
        input_keys=described.input_keys,
        output_keys=described.output_keys,
        input_schema=input_form(input_schema(graph)),
        context_schema=context_form(graph.context_schema),
        prefill=_prefill(facts.prefill),
        interrupt_before=described.interrupt_before,
        interrupt_after=described.interrupt_after,
        checkpointer_replaced=graph.checkpointer not in (None, False),
        inner=tuple(_inner(found, facts.path) for found in inner_nodes(graph)),
    )


def channel_facts(described: GraphDescription) -> dict[str, ChannelFacts]:
    """Return what is known of each channel before any run."""
    return {channel.name: ChannelFacts(channel.kind, channel.type) for channel in described.channels}


class _Parts(NamedTuple):
    """What every graph is drawn of."""

    nodes: tuple[GraphNode, ...]
    channels: tuple[GraphChannel, ...]
    managed: tuple[GraphManaged, ...]
    edges: tuple[GraphEdge, ...]


def _parts(described: GraphDescription, path: str) -> _Parts:
    return _Parts(
        nodes=tuple(_node(node, path) for node in described.nodes if node.name != START),
        channels=tuple(_channel(channel) for channel in described.channels),
        managed=tuple(GraphManaged(name=value.name, kind=value.kind) for value in described.managed),
        edges=tuple(_edge(edge) for edge in described.edges),
    )


def _inner(found: InnerNode, path: str) -> InnerGraph:
    described: GraphDescription = found.graph.describe()
    return InnerGraph(
        path=found.path,
        called=found.is_called,
        **_parts(described, path)._asdict(),
        input_keys=described.input_keys,
        output_keys=described.output_keys,
    )


def _node(node: NodeDescription, path: str) -> GraphNode:
    function = inspected(node.function)
    lines = lines_in(function, path)
    return GraphNode(
        name=clean(node.name),
        triggers=node.triggers,
        defer=node.defer,
        function=_name(function),
        line=None if lines is None else lines[0],
        end_line=None if lines is None else lines[1],
        doc=_doc(function),
    )


def _channel(channel: ChannelDescription) -> GraphChannel:
    return GraphChannel(
        name=channel.name,
        kind=channel.kind,
        type=channel.type,
        argument=channel.argument,
        role=channel.role,
        io=channel.io,
        initial=_initial(channel.initial),
    )


def _initial(value: object) -> Preview:
    # An event of no run keeps no whole values, so there is nothing that a ref could name.
    return replace(Previews(Blobs(lambda _: None)).of(value), ref=None)


def _edge(edge: EdgeDescription) -> GraphEdge:
    join = None
    if edge.members:
        join = f"{JOIN_CHANNEL_PREFIX}{'+'.join(edge.members)}:{edge.target}"
    return GraphEdge(
        source=edge.source,
        target=edge.target,
        kind=edge.kind,
        origin=edge.origin,
        label=edge.label,
        join=join,
        branch=edge.branch,
    )


def _prefill(value: object) -> str | None:
    if value is NO_PREFILL:
        return None
    try:
        plain = value if is_exact(value) else to_jsonable_python(value)
        text = dumps(plain) if is_exact(plain) else ""
    except Exception:  # noqa: BLE001  any object may stand there, and its own code decides what it becomes
        return None
    return text if 0 < len(text) <= _MAX_PREFILL else None


def inspected(function: object) -> object:
    """Return the function that a person wrote: without decorators that keep it, partials and bound objects."""
    while isinstance(function, functools.partial):
        function = function.func
    function = inspect.unwrap(function) if callable(function) else function
    if inspect.ismethod(function):
        return function.__func__
    if callable(function) and not hasattr(function, "__code__") and not isinstance(function, type):
        called = getattr(type(function), "__call__", None)  # noqa: B004  the method itself is wanted
        return called if hasattr(called, "__code__") else function
    return function


def lines_in(function: object, path: str) -> tuple[int, int] | None:
    """Return the first and the last line of a function, when it stands in the file."""
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType) or Path(code.co_filename).resolve() != Path(path).resolve():
        return None
    return code.co_firstlineno, max(_lines(code), default=code.co_firstlineno)


def _lines(code: CodeType) -> Iterator[int]:
    for _, _, line in code.co_lines():
        if line is not None:
            yield line
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _lines(constant)


def _name(function: object) -> str | None:
    name = getattr(function, "__name__", None)
    return clean(name) if isinstance(name, str) else type(function).__name__


def _doc(function: object) -> str | None:
    if not hasattr(function, "__code__"):
        return None
    doc = inspect.getdoc(function)
    return None if doc is None else clean(doc.strip().partition("\n\n")[0][:_MAX_DOC])
