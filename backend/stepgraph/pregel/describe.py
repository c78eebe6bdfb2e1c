"""What a compiled graph is made of, as plain records: for the page, for traces, and for drawings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Role: TypeAlias = Literal["state", "internal"]
Io: TypeAlias = Literal["input", "output", "both", "none"]
EdgeKind: TypeAlias = Literal["static", "join", "branch", "send", "command", "handler"]
Origin: TypeAlias = Literal["declared", "inferred"]


@dataclass(frozen=True, slots=True)
class NodeDescription:
    """A node: what wakes it and what it runs. `destinations` are where its commands may go."""

    name: str
    triggers: tuple[str, ...]
    defer: bool
    hidden: bool
    function: Callable[..., Any] | Any  # what the user gave: a function, a runnable, a dict of them
    destinations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChannelDescription:
    """A channel: its class, what it holds, what its class was given, who may see it, and its value before any write.

    `argument` is the reducer's name, or what else sets this channel apart ("accumulate=True").
    """

    name: str
    kind: str
    type: str
    argument: str | None
    role: Role
    io: Io
    initial: object


@dataclass(frozen=True, slots=True)
class ManagedDescription:
    """A managed value: a state key that is computed for each task."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class EdgeDescription:
    """A way from a node to another; `target` is None for a router of which nothing is known.

    `label` is what a router answers for this way, `branch` its name, `members` all starts of a join.
    """

    source: str
    target: str | None
    kind: EdgeKind
    origin: Origin
    label: str | None = None
    branch: str | None = None
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphDescription:
    """A whole compiled graph, in the order in which it was built."""

    name: str
    nodes: tuple[NodeDescription, ...]
    channels: tuple[ChannelDescription, ...]
    managed: tuple[ManagedDescription, ...]
    edges: tuple[EdgeDescription, ...]
    input_keys: tuple[str, ...]
    output_keys: tuple[str, ...]
    interrupt_before: tuple[str, ...]
    interrupt_after: tuple[str, ...]
