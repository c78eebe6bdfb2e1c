"""The compiled form of a graph, as the core runs it: nodes with triggers, readers and writers over named channels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias

from stepgraph.channels.base import BaseChannel
from stepgraph.types import CachePolicy, RetryPolicy, TimeoutPolicy, TracePolicy

ChannelPair: TypeAlias = tuple[str, Any]
"""One write: channel and value."""


class Callee(Protocol):
    """A function of the user's, with the names of what it wants injected."""

    @property
    def name(self) -> str:
        """Its name for people."""

    @property
    def func(self) -> Callable[..., Any] | None:
        """The plain function, None when there is only a coroutine function."""

    @property
    def afunc(self) -> Callable[..., Any] | None:
        """The coroutine function, None when there is only a plain one."""

    @property
    def injected(self) -> tuple[str, ...]:
        """The parameters that the engine fills: config, runtime, writer, store, previous, error."""


@dataclass(frozen=True, slots=True)
class Reader:
    """What a node or router is given: the values of `keys`, with managed ones, through `mapper`.

    `bare` is the only channel of a graph whose whole state is one value; it is given as it is, without a dict.
    `unstable` are keys whose channels give a new object at every read, so that a kept one must not be shared.
    `is_plain`: nothing of all that; a dict of the kept values is the whole input.
    """

    slot: int
    keys: tuple[str, ...]
    key_set: frozenset[str]
    managed: tuple[tuple[str, Any], ...] = ()
    mapper: Callable[[Any], Any] | None = None
    bare: str | None = None
    unstable: tuple[str, ...] = ()
    is_plain: bool = False


@dataclass(frozen=True, slots=True)
class BranchProgram:
    """A router: what it reads, and how its answer becomes writes.

    `merges`: the node's own return lies under what the router reads, since no schema of the router's own says else.
    """

    name: str
    path: Callee
    reader: Reader
    merges: bool
    destinations: Callable[[Any], Sequence[ChannelPair]]


# Not frozen: nobody changes one, but freezing takes seven times as long as making it.
@dataclass(slots=True, eq=False)
class NodeProgram:
    """A node: what wakes it, what it reads, what it runs, and how its result becomes writes.

    `static_writes` are what its edges and joins write whenever it ends, grouped by how they came about: edge, join.
    `nested` is the program of the graph that the node is, if it is one. `handler` is the node that takes its failures.
    `is_async` says that no part of its action blocks, so that an attempt at it can be cut short.
    `calls` says that it is known to call tasks,
    `targets` are the channels that it always writes, where nothing else says who comes next.
    """

    name: str
    triggers: tuple[str, ...]
    sorted_triggers: tuple[str, ...]
    pull_path: tuple[str, str]
    reader: Reader
    action: Callee
    state_writes: Callable[[Any], Sequence[ChannelPair]]
    gotos: Callable[[Any], Sequence[ChannelPair]]
    ignored: Callable[[Any], tuple[str, ...]]
    static_writes: tuple[tuple[str, tuple[ChannelPair, ...]], ...] = ()
    branches: tuple[BranchProgram, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    retry_policies: tuple[RetryPolicy, ...] = ()
    cache_policy: CachePolicy | None = None
    timeout: TimeoutPolicy | None = None
    handler: str | None = None
    is_async: bool = False
    calls: bool = False
    targets: tuple[str, ...] = ()
    is_hidden: bool = False
    is_deferred: bool = False
    nested: Program | None = None
    trace_policy: TracePolicy | None = None

    def copy(self, update: Mapping[str, Any]) -> NodeProgram:
        """Return the same node with some of its parts replaced."""
        return replace(self, **update)


@dataclass(frozen=True, slots=True)
class Program:
    """Nodes and channels, with what the loop would otherwise have to find out in every superstep.

    `rank` is each channel's place in the graph's order. `readable` are the channels that code can read, with their
    places, without those that only wire the graph; the `initial` ones have a value before any write, the
    `unstable` ones give a new object at every read. `caring`, `consuming` and
    `finishing` are the channels whose class does something on an empty update, `consume`, `finish`.
    `wakes` maps a channel to the nodes it triggers, sorted by name, because that is the order of a superstep's tasks.
    `update_pairs` says which writes the update of a command means when the command is the input.
    """

    name: str
    nodes: Mapping[str, NodeProgram]
    channels: Mapping[str, BaseChannel[Any, Any, Any]]
    managed: Mapping[str, Any]
    rank: Mapping[str, int]
    readable: Mapping[str, int]
    initial: tuple[str, ...]
    unstable: frozenset[str]
    caring: frozenset[str]
    consuming: frozenset[str]
    finishing: tuple[str, ...]
    wakes: Mapping[str, tuple[str, ...]]
    input_channel: str | tuple[str, ...]
    output: Reader
    stream: Reader
    view_count: int
    update_pairs: Callable[[Any], Sequence[ChannelPair]]
    untracked: frozenset[str] = frozenset()
    """The channels of which nothing is ever stored."""
    has_handlers: bool = False
    waits_elsewhere: bool = False
    """Whether tasks may run on an executor, so that here they only wait."""
