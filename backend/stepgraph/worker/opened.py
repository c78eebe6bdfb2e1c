"""The opened document: its graph compiled and staged, and the event that shows it."""

from __future__ import annotations

from dataclasses import dataclass

from stepgraph.debugger.graph_picture import NO_PREFILL, DocumentFacts, compiled_event
from stepgraph.debugger.stage import Stage, set_stage
from stepgraph.graph.state import StateGraph
from stepgraph.pregel.pregel import Pregel
from stepgraph.protocol.events import GraphCompiled
from stepgraph.worker.choosing import Chosen
from stepgraph.worker.compiling import compile_builder
from stepgraph.worker.outbox import Outbox
from stepgraph.worker.output import PrintedText
from stepgraph.worker.store_desk import StoreDesk


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways out of a worker."""

    outbox: Outbox
    desk: StoreDesk
    printed: PrintedText


def open_graph(chosen: Chosen, ways: Ways) -> Stage:
    """Compile the chosen graph and put together what its runs need. Raises Rejected."""
    graph = compile_builder(chosen) if isinstance(chosen.graph, StateGraph) else chosen.graph
    assert isinstance(graph, Pregel)
    return set_stage(graph, path=chosen.source.path, outlet=ways.outbox, desk=ways.desk, take_output=ways.printed.end)


def compiled(stage: Stage, chosen: Chosen, *, document: str, source_hash: str) -> GraphCompiled:
    """Return the event that tells what will run."""
    facts = DocumentFacts(
        document=document,
        graph=chosen.name,
        source_hash=source_hash,
        changed=False,
        path=chosen.source.path,
        prefill=vars(chosen.module).get("INPUT", NO_PREFILL),
    )
    return compiled_event(stage.graph, facts)
