"""Describing a graph: from what the builder was told and the program it became to plain records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stepgraph.graph.branches import BranchSpec
from stepgraph.graph.definition import GraphDefinition
from stepgraph.graph.nodes import StateNodeSpec
from stepgraph.pregel.describe import (
    EdgeDescription,
    GraphDescription,
    ManagedDescription,
    NodeDescription,
    Origin,
)
from stepgraph.pregel.describing import describe_channel, io_of, node_names
from stepgraph.pregel.program import Program


def describe_graph(
    builder: GraphDefinition, program: Program, *, interrupt_before: Any, interrupt_after: Any
) -> GraphDescription:
    """Return everything that can be said of a graph without running it."""
    input_keys = tuple(key for key in builder.schemas[builder.input_schema] if key in builder.channels)
    output_keys = program.output.keys
    return GraphDescription(
        name=program.name,
        nodes=tuple(_nodes(builder, program)),
        channels=tuple(
            describe_channel(name, channel, io=io_of(name, input_keys, output_keys), is_state=name in builder.channels)
            for name, channel in program.channels.items()
        ),
        managed=tuple(ManagedDescription(name, manager.__name__) for name, manager in builder.managed.items()),
        edges=(*_edges(builder), *_handler_edges(program)),
        input_keys=input_keys,
        output_keys=output_keys,
        interrupt_before=node_names(interrupt_before),
        interrupt_after=node_names(interrupt_after),
    )


def _nodes(builder: GraphDefinition, program: Program) -> Iterator[NodeDescription]:
    for name, node in program.nodes.items():
        spec = builder.nodes.get(name)
        yield NodeDescription(
            name=name,
            triggers=node.triggers,
            defer=node.is_deferred,
            hidden=node.is_hidden,
            function=None if spec is None else spec.action.source,
            destinations=() if spec is None else tuple(spec.ends),
        )


def _edges(builder: GraphDefinition) -> Iterator[EdgeDescription]:
    for source, target in builder.edges:
        yield EdgeDescription(source, target, "static", "declared")
    for members, target in builder.waiting_edges:
        for source in members:
            yield EdgeDescription(source, target, "join", "declared", members=members)
    for source, branches in builder.branches.items():
        for name, branch in branches.items():
            yield from _branch_edges(source, name, branch)
    for name, spec in builder.nodes.items():
        yield from _command_edges(name, spec)


def _handler_edges(program: Program) -> Iterator[EdgeDescription]:
    for name, node in program.nodes.items():
        if node.handler is not None:
            yield EdgeDescription(name, node.handler, "handler", "declared")


def _branch_edges(source: str, name: str, branch: BranchSpec) -> Iterator[EdgeDescription]:
    if not branch.ends:
        yield EdgeDescription(source, None, "branch", "inferred", branch=name)
        return
    origin: Origin = "inferred" if branch.has_hinted_ends else "declared"
    for answer, target in branch.ends.items():
        label = None if answer == target else str(answer)
        yield EdgeDescription(source, target, "branch", origin, label, name)


def _command_edges(name: str, spec: StateNodeSpec) -> Iterator[EdgeDescription]:
    origin: Origin = "inferred" if spec.has_hinted_ends else "declared"
    labels: Mapping[str, str] = spec.ends if isinstance(spec.ends, Mapping) else {}
    for target in spec.ends:
        yield EdgeDescription(name, target, "command", origin, labels.get(target))
