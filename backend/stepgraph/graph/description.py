"""Describing a graph: from what the builder was told and the program it became to plain records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, get_origin

from stepgraph.channels import (
    BaseChannel,
    BinaryOperatorAggregate,
    DeltaChannel,
    EphemeralValue,
    Topic,
    UntrackedValue,
)
from stepgraph.constants import MISSING
from stepgraph.graph.branches import BranchSpec
from stepgraph.graph.definition import GraphDefinition
from stepgraph.graph.nodes import StateNodeSpec
from stepgraph.pregel.describe import (
    ChannelDescription,
    EdgeDescription,
    GraphDescription,
    Io,
    ManagedDescription,
    NodeDescription,
    Origin,
    Role,
)
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
            _channel(name, channel, io=_io(name, input_keys, output_keys), is_state=name in builder.channels)
            for name, channel in program.channels.items()
        ),
        managed=tuple(ManagedDescription(name, manager.__name__) for name, manager in builder.managed.items()),
        edges=tuple(_edges(builder)),
        input_keys=input_keys,
        output_keys=output_keys,
        interrupt_before=_names(interrupt_before),
        interrupt_after=_names(interrupt_after),
    )


def _names(nodes: Any) -> tuple[str, ...]:
    return (nodes,) if isinstance(nodes, str) else tuple(nodes or ())


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


def _io(name: str, input_keys: Sequence[str], output_keys: Sequence[str]) -> Io:
    if name in input_keys:
        return "both" if name in output_keys else "input"
    return "output" if name in output_keys else "none"


def _channel(name: str, channel: BaseChannel[Any, Any, Any], *, io: Io, is_state: bool) -> ChannelDescription:
    role: Role = "state" if is_state else "internal"
    initial = channel.get() if channel.is_available() else MISSING
    return ChannelDescription(
        name, type(channel).__name__, type_text(channel.typ), _argument(channel), role, io, initial
    )


def _argument(channel: BaseChannel[Any, Any, Any]) -> str | None:
    if isinstance(channel, BinaryOperatorAggregate):
        return _function_text(channel.operator)
    if isinstance(channel, DeltaChannel):
        return _function_text(channel.reducer)
    if isinstance(channel, Topic):
        return f"accumulate={channel.accumulate}"
    if isinstance(channel, EphemeralValue | UntrackedValue):
        return f"guard={channel.guard}"
    return None


def type_text(annotation: Any) -> str:
    """Return a type as its writer would spell it."""
    if get_origin(annotation) is Annotated:
        # What stands beside the type is told as the channel's kind and reducer.
        return type_text(annotation.__origin__)
    if isinstance(annotation, str):
        return annotation
    if isinstance(annotation, type) and get_origin(annotation) is None:
        return annotation.__name__
    return repr(annotation).replace("typing.", "")


def _function_text(function: Any) -> str:
    name = getattr(function, "__qualname__", None) or type(function).__name__
    module = getattr(function, "__module__", "") or ""
    # The functions of `operator` say that they come from its C twin.
    return f"operator.{name}" if module in {"_operator", "operator"} else str(name).replace("<locals>.", "")


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
