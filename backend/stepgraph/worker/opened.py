"""The opened document: its graph compiled, and everything that its runs' events are made with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stepgraph.checkpoint.codec import Registry
from stepgraph.debugger.blobs import Blobs
from stepgraph.debugger.graph_picture import NO_PREFILL, DocumentFacts, Graph, channel_facts, compiled_event
from stepgraph.debugger.input_fields import InputSchema, input_schema
from stepgraph.debugger.losses import Losses
from stepgraph.debugger.previews import Previews
from stepgraph.debugger.scene import Scene
from stepgraph.debugger.schema_classes import classes_of
from stepgraph.debugger.tracebacks import Tracebacks
from stepgraph.debugger.values import Values
from stepgraph.graph.state import CompiledStateGraph, StateGraph
from stepgraph.protocol.events import GraphCompiled
from stepgraph.worker.choosing import Chosen
from stepgraph.worker.compiling import compile_builder
from stepgraph.worker.outbox import Outbox
from stepgraph.worker.output import PrintedText
from stepgraph.worker.saver import RemoteSaver
from stepgraph.worker.store_desk import StoreDesk


@dataclass(frozen=True, slots=True)
class Opened:
    """A graph that is ready to run."""

    graph: Graph
    schema: InputSchema
    context_schema: Any
    scene: Scene
    saver: RemoteSaver
    values: Values


@dataclass(frozen=True, slots=True)
class Lines:
    """The ways out of a worker."""

    outbox: Outbox
    desk: StoreDesk
    printed: PrintedText


def open_graph(chosen: Chosen, lines: Lines) -> Opened:
    """Compile the chosen graph and put together what its runs need. Raises Rejected."""
    graph = compile_builder(chosen) if isinstance(chosen.graph, StateGraph) else chosen.graph
    assert isinstance(graph, CompiledStateGraph)
    blobs = Blobs(lines.outbox.keep)
    registry = Registry(classes_of(_schemas(graph)))
    saver = RemoteSaver(lines.outbox, lines.desk, blobs=blobs, registry=registry)
    previews = Previews(blobs, Losses(registry).of)
    scene = Scene(
        outlet=lines.outbox,
        previews=previews,
        tracebacks=Tracebacks(chosen.source.path),
        channels=channel_facts(graph.describe()),
        take_unstorable=saver.take_unstorable,
        take_output=lines.printed.end,
    )
    return Opened(
        graph=graph,
        schema=input_schema(graph),
        context_schema=graph.context_schema,
        scene=scene,
        saver=saver,
        values=Values(previews),
    )


def compiled(opened: Opened, chosen: Chosen, *, document: str, source_hash: str, changed: bool) -> GraphCompiled:
    """Return the event that tells what will run."""
    facts = DocumentFacts(
        document=document,
        graph=chosen.name,
        source_hash=source_hash,
        changed=changed,
        path=chosen.source.path,
        prefill=vars(chosen.module).get("INPUT", NO_PREFILL),
    )
    return compiled_event(opened.graph, facts)


def _schemas(graph: Graph) -> list[object]:
    builder = graph.builder
    return [*builder.schemas, *(channel.typ for channel in builder.channels.values())]
