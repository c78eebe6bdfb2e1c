"""A graph that is ready to be watched: everything that its runs' events are made with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stepgraph.checkpoint.codec import Registry
from stepgraph.debugger.blobs import Blobs
from stepgraph.debugger.desk import CheckpointDesk
from stepgraph.debugger.graph_hints import hints_of, reducers_of
from stepgraph.debugger.graph_picture import Graph, channel_facts
from stepgraph.debugger.input_check import check_context, check_input, read_json
from stepgraph.debugger.input_fields import InputSchema, input_schema
from stepgraph.debugger.losses import Losses
from stepgraph.debugger.outlet import Outlet
from stepgraph.debugger.previews import Previews
from stepgraph.debugger.saver import DeskSaver
from stepgraph.debugger.scene import Scene
from stepgraph.debugger.schema_classes import classes_of, message_classes
from stepgraph.debugger.tracebacks import Tracebacks
from stepgraph.debugger.values import Values
from stepgraph.pregel.inside import inner_nodes


@dataclass(frozen=True, slots=True)
class Stage:
    """One graph on one thread."""

    graph: Graph
    schema: InputSchema
    scene: Scene
    saver: DeskSaver
    values: Values

    def read_input(self, text: str | None) -> tuple[Any, tuple[str, ...]]:
        """Return an input that was given as JSON, and the keys that are not declared. Raises InputRefused."""
        value = None if text is None else read_json(text, name="input")
        return value, check_input(value, self.schema)

    def read_context(self, text: str | None) -> Any:
        """Return a context that was given as JSON. Raises InputRefused."""
        context = None if text is None else read_json(text, name="context")
        check_context(context, self.graph.context_schema)
        return context


def set_stage(
    graph: Graph,
    *,
    path: str,
    outlet: Outlet,
    desk: CheckpointDesk,
    take_output: Callable[[str], None] = lambda _task: None,
) -> Stage:
    """Put together what the runs of a graph need; `path` is the file that its functions stand in."""
    blobs = Blobs(outlet.keep)
    registry = Registry([*classes_of(hints_of(graph)), *message_classes(reducers_of(graph))])
    saver = DeskSaver(desk, blobs=blobs, registry=registry)
    previews = Previews(blobs, Losses(registry).of)
    scene = Scene(
        outlet=outlet,
        previews=previews,
        tracebacks=Tracebacks(path),
        channels=channel_facts(graph.describe()),
        take_unstorable=saver.take_unstorable,
        take_output=take_output,
        inner={found.path: found.graph.program for found in inner_nodes(graph)},
    )
    return Stage(graph=graph, schema=input_schema(graph), scene=scene, saver=saver, values=Values(previews))
