"""Describing a program: its nodes, its channels, and the edges that channels make; nobody built it of states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, get_origin

from stepgraph.channels import (
    BaseChannel,
    BinaryOperatorAggregate,
    DeltaChannel,
    EphemeralValue,
    Topic,
    UntrackedValue,
)
from stepgraph.constants import MISSING, TASKS
from stepgraph.pregel.describe import (
    ChannelDescription,
    EdgeDescription,
    GraphDescription,
    Io,
    ManagedDescription,
    NodeDescription,
    Role,
)
from stepgraph.pregel.draw_channels import channel_edges
from stepgraph.pregel.program import Program


def describe_program(program: Program, *, interrupt_before: Any, interrupt_after: Any) -> GraphDescription:
    """Return everything that can be said of a program without running it."""
    taken = program.input_channel
    input_keys = (taken,) if isinstance(taken, str) else taken
    return GraphDescription(
        name=program.name,
        nodes=tuple(
            NodeDescription(
                name=name,
                triggers=node.triggers,
                defer=node.is_deferred,
                hidden=node.is_hidden,
                function=getattr(node.action, "source", None),
                destinations=(),
            )
            for name, node in program.nodes.items()
        ),
        channels=tuple(
            describe_channel(name, channel, io=io_of(name, input_keys, program.output.keys), is_state=name != TASKS)
            for name, channel in program.channels.items()
        ),
        managed=tuple(ManagedDescription(name, manager.__name__) for name, manager in program.managed.items()),
        edges=tuple(EdgeDescription(source, target, "static", "declared") for source, target in channel_edges(program)),
        input_keys=input_keys,
        output_keys=program.output.keys,
        interrupt_before=node_names(interrupt_before),
        interrupt_after=node_names(interrupt_after),
    )


def node_names(nodes: Any) -> tuple[str, ...]:
    """Return the nodes of a list of breakpoints."""
    return (nodes,) if isinstance(nodes, str) else tuple(nodes or ())


def io_of(name: str, input_keys: Sequence[str], output_keys: Sequence[str]) -> Io:
    """Return which side of the graph sees a channel."""
    if name in input_keys:
        return "both" if name in output_keys else "input"
    return "output" if name in output_keys else "none"


def describe_channel(name: str, channel: BaseChannel[Any, Any, Any], *, io: Io, is_state: bool) -> ChannelDescription:
    """Return what can be said of a channel."""
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
