"""From nodes and channels as a caller names them, without any builder of states, to a program that runs."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypedDict

from stepgraph.channels import BaseChannel, Topic
from stepgraph.constants import PULL, RESERVED, TAG_HIDDEN, TASKS
from stepgraph.errors import sync_timeout
from stepgraph.managed.base import is_managed_value
from stepgraph.pregel.assemble import Readers, assemble
from stepgraph.pregel.inside import program_inside
from stepgraph.pregel.node_builder import NodeBuilder, PregelNode
from stepgraph.pregel.program import ChannelPair, NodeProgram, Program, Reader
from stepgraph.pregel.updates import update_pairs
from stepgraph.types import CachePolicy, RetryPolicy, Send
from stepgraph.warnings import LangGraphDeprecatedSinceV10

Names: TypeAlias = str | Sequence[str]


class RawParts(TypedDict, total=False):
    """What a graph of bare channels is made of."""

    nodes: Mapping[str, PregelNode | NodeBuilder]
    channels: Mapping[str, Any] | None  # channels and classes of managed values
    input_channels: Names
    output_channels: Names
    stream_channels: Names | None
    retry_policy: RetryPolicy | Sequence[RetryPolicy]
    cache_policy: CachePolicy | None
    name: str
    # What follows has no meaning here: the program is always checked, and knows what wakes whom.
    auto_validate: bool
    stream_eager: bool
    trigger_to_nodes: Mapping[str, Sequence[str]] | None
    stream_transformers: Any
    config_type: Any  # given up: the context's class


def raw_program(parts: RawParts, *, interrupts: Sequence[str]) -> Program:
    """Return the program of `parts`, or refuse with the reference's words what does not fit together."""
    missing = [name for name in ("nodes", "input_channels", "output_channels") if name not in parts]
    if missing:
        raise TypeError(f"Pregel() is missing {' and '.join(missing)}: a graph of bare channels must say them.")
    given = dict(parts.get("channels") or {})
    managed = {name: spec for name, spec in given.items() if is_managed_value(spec)}
    channels = {name: channel for name, channel in given.items() if name not in managed}
    if not isinstance(channels.setdefault(TASKS, Topic(Send, accumulate=False)), Topic):
        raise ValueError(f"Channel '{TASKS}' is reserved and cannot be used in the graph.")
    nodes = {name: node.build() if isinstance(node, NodeBuilder) else node for name, node in parts["nodes"].items()}
    _require_fit(parts, nodes, {*channels, *managed}, interrupts)
    for name, channel in channels.items():
        if not isinstance(channel, BaseChannel):
            raise TypeError(f"Channel '{name}' is {channel!r}, which is neither a channel nor a managed value.")
        channel.key = name
    readers = Readers(channels, managed)
    policies = _policies(parts.get("retry_policy", ()))
    cache_policy = parts.get("cache_policy")
    programs = {name: _node(name, node, readers, policies, cache_policy) for name, node in nodes.items()}
    taken = parts["input_channels"]
    shown = parts.get("stream_channels")
    return assemble(
        parts.get("name", "LangGraph"),
        programs,
        channels,
        managed,
        readable=list(channels),
        input_channel=taken if isinstance(taken, str) else tuple(taken),
        output=_reader(readers, parts["output_channels"]),
        stream=_reader(readers, shown or list(channels)),
        view_count=len(readers),
        update_pairs=update_pairs,
    )


def declared_context(context_schema: Any, parts: RawParts) -> Any:
    """Return the class of the context, which may be given under its old name."""
    if "config_type" not in parts:
        return context_schema
    text = "`config_type` is deprecated and will be removed. Please use `context_schema` instead."
    warnings.warn(LangGraphDeprecatedSinceV10(text), stacklevel=3)
    return parts["config_type"] if context_schema is None else context_schema


def _reader(readers: Readers, names: Names) -> Reader:
    return readers.bare(names) if isinstance(names, str) else readers.reader(names)


def _node(
    name: str,
    node: PregelNode,
    readers: Readers,
    policies: tuple[RetryPolicy, ...],
    cache_policy: CachePolicy | None,
) -> NodeProgram:
    return NodeProgram(
        name=name,
        triggers=node.triggers,
        sorted_triggers=tuple(sorted(node.triggers)),
        pull_path=(PULL, name),
        reader=_reader(readers, node.channels),
        action=node.bound,
        state_writes=node.writes,
        gotos=_nowhere,
        ignored=_nothing_ignored,
        metadata=node.metadata,
        tags=node.tags,
        nested=program_inside(node.bound),
        targets=tuple(channel for channel, _ in node.writers),
        retry_policies=node.retry_policy or policies,
        is_hidden=TAG_HIDDEN in node.tags,
        **_limits(node, cache_policy),
    )


def _limits(node: PregelNode, cache_policy: CachePolicy | None) -> dict[str, Any]:
    return {
        "cache_policy": node.cache_policy or cache_policy,
        "timeout": node.timeout,
        "is_async": node.bound.is_async,
    }


def _nowhere(_result: object) -> tuple[ChannelPair, ...]:
    return ()


def _nothing_ignored(_result: object) -> tuple[str, ...]:
    return ()


def _policies(given: RetryPolicy | Sequence[RetryPolicy]) -> tuple[RetryPolicy, ...]:
    return (given,) if isinstance(given, RetryPolicy) else tuple(given)


def _require_fit(
    parts: RawParts, nodes: Mapping[str, PregelNode], channels: set[str], interrupts: Sequence[str]
) -> None:
    """Refuse names that are reserved or that nothing has."""
    for name in channels & RESERVED:
        raise ValueError(f"Channel name '{name}' is reserved")
    for name, node in nodes.items():
        _require_known(name, node, channels)
    _require_input(parts["input_channels"], channels, {trigger for node in nodes.values() for trigger in node.triggers})
    for channel in (*_listed(parts["output_channels"]), *_listed(parts.get("stream_channels") or ())):
        if channel not in channels:
            raise ValueError(f"Output channel '{channel}' not in known channels: '{sorted(channels)}'")
    for name in interrupts:
        if name not in nodes:
            raise ValueError(f"Node {name} not in nodes")


def _require_known(name: str, node: PregelNode, channels: set[str]) -> None:
    if name in RESERVED:
        raise ValueError(f"Node name '{name}' is reserved")
    if node.timeout is not None and not node.bound.is_async:
        raise sync_timeout(name)
    for channel in (*_listed(node.channels), *node.triggers):
        if channel not in channels:
            raise ValueError(f"Node {name} reads channel '{channel}' not in known channels: '{sorted(channels)}'")


def _require_input(taken: Names, channels: set[str], triggers: set[str]) -> None:
    for channel in _listed(taken):
        if channel not in channels:
            place = f"known channels: '{sorted(channels)}'" if isinstance(taken, str) else f"'{sorted(channels)}'"
            raise ValueError(f"Input channel '{channel}' not in {place}")
    if triggers.isdisjoint(_listed(taken)):
        if isinstance(taken, str):
            raise ValueError(f"Input channel {taken} is not subscribed to by any node")
        raise ValueError(f"None of the input channels {list(taken)} are subscribed to by any node")


def _listed(names: Names) -> Sequence[str]:
    return [names] if isinstance(names, str) else names
