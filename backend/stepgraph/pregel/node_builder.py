"""Building a node of a graph of bare channels: what wakes it, what it reads, what it runs, where its result goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Self

from stepgraph.constants import TASKS
from stepgraph.errors import InvalidUpdateError
from stepgraph.pregel.actions import Action, function_name, make_action, node_name
from stepgraph.pregel.program import ChannelPair
from stepgraph.pregel.runnables import is_runnable
from stepgraph.types import CachePolicy, RetryPolicy, TimeoutPolicy


@dataclass(frozen=True, slots=True)
class PregelNode:
    """A node of a graph of bare channels, as its builder made it.

    `channels` is what it reads: one name gives the bare value, a list a dict of what is there. `bound` is what it runs.
    `writers` are the channels it writes, each with what makes the value of the result.
    """

    channels: str | list[str]
    triggers: tuple[str, ...]
    bound: Action
    writers: tuple[tuple[str, Callable[[Any], Any]], ...]
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    retry_policy: tuple[RetryPolicy, ...] = ()
    cache_policy: CachePolicy | None = None
    timeout: TimeoutPolicy | None = None

    def writes(self, result: Any) -> list[ChannelPair]:
        """Return what a result writes."""
        if any(channel == TASKS for channel, _ in self.writers):
            raise InvalidUpdateError("Cannot write to the reserved channel TASKS")
        return [(channel, value_of(result)) for channel, value_of in self.writers]


class NodeBuilder:
    """Says step by step what a node does; every method returns the builder."""

    def __init__(self) -> None:
        self._channels: str | list[str] = []
        self._triggers: list[str] = []
        self._actions: list[Any] = []
        self._writers: list[tuple[str, Callable[[Any], Any]]] = []
        self._tags: list[str] = []
        self._metadata: dict[str, Any] = {}
        self._retry_policies: list[RetryPolicy] = []
        self._cache_policy: CachePolicy | None = None
        self._timeout: TimeoutPolicy | None = None

    def subscribe_only(self, channel: str) -> Self:
        """Wake the node by one channel, whose bare value it gets."""
        if self._channels:
            raise ValueError("Cannot subscribe to single channels when other channels are already subscribed to")
        self._channels = channel
        self._triggers.append(channel)
        return self

    def subscribe_to(self, *channels: str, read: bool = True) -> Self:
        """Wake the node by channels; with `read` it gets their values by name."""
        if isinstance(self._channels, str):
            raise ValueError("Cannot subscribe to channels when subscribed to a single channel")
        if read:
            self._channels.extend(channel for channel in channels if channel not in self._channels)
        self._triggers.extend(channel for channel in channels if channel not in self._triggers)
        return self

    def read_from(self, *channels: str) -> Self:
        """Give the node the values of channels that do not wake it."""
        # The kind of error is the reference's.
        if isinstance(self._channels, str):
            raise AssertionError("Cannot read additional channels when subscribed to single channels")
        self._channels.extend(channel for channel in channels if channel not in self._channels)
        return self

    def do(self, node: Any) -> Self:
        """Run a function or a runnable; after another one, on the other's result."""
        self._actions.append(node)
        return self

    def write_to(self, *channels: str, **values: Any) -> Self:
        """Write the result to channels; by keyword, what a function makes of the result, or a fixed value."""
        self._writers.extend((channel, _as_it_is) for channel in channels)
        self._writers.extend(
            (channel, value if callable(value) else _always(value)) for channel, value in values.items()
        )
        return self

    def meta(self, *tags: str, **metadata: Any) -> Self:
        """Add tags and metadata."""
        self._tags.extend(tags)
        self._metadata.update(metadata)
        return self

    def add_retry_policies(self, *policies: RetryPolicy) -> Self:
        """Try the node again when it fails; the first policy that fits counts."""
        self._retry_policies.extend(policies)
        return self

    def add_cache_policy(self, policy: CachePolicy) -> Self:
        """Keep the node's results."""
        self._cache_policy = policy
        return self

    def set_timeout(self, timeout: float | timedelta | TimeoutPolicy | None) -> Self:
        """Limit how long one attempt at the node may take."""
        self._timeout = TimeoutPolicy.coerce(timeout)
        return self

    def build(self) -> PregelNode:
        """Return the node."""
        return PregelNode(
            channels=self._channels if isinstance(self._channels, str) else list(self._channels),
            triggers=tuple(self._triggers),
            bound=_in_turn(self._actions),
            writers=tuple(self._writers),
            tags=tuple(self._tags),
            metadata=dict(self._metadata),
            retry_policy=tuple(self._retry_policies),
            cache_policy=self._cache_policy,
            timeout=self._timeout,
        )


def _as_it_is(result: Any) -> Any:
    return result


def _always(value: Any) -> Callable[[Any], Any]:
    return lambda _result: value


def _in_turn(sources: list[Any]) -> Action:
    """Return one action that runs `sources` one after the other; without any, what came in goes out."""
    actions = [make_action(source, name=_name_of(source)) for source in sources]
    if len(actions) == 1:
        return actions[0]
    wanted = tuple(dict.fromkeys(name for action in actions for name in action.injected))

    def part(action: Action, injected: Mapping[str, Any]) -> dict[str, Any]:
        return {name: injected[name] for name in action.injected}

    def run(value: Any, **injected: Any) -> Any:
        for action in actions:
            value = action.require_sync()(value, **part(action, injected))
        return value

    async def arun(value: Any, **injected: Any) -> Any:
        for action in actions:
            if action.afunc is None:
                value = action.require_sync()(value, **part(action, injected))
            else:
                value = await action.afunc(value, **part(action, injected))
        return value

    awaits = any(action.func is None for action in actions)
    is_async = bool(actions) and all(action.is_async for action in actions)
    return Action("sequence", run, arun if awaits else None, wanted, False, sources, is_async=is_async)


def _name_of(source: Any) -> str:
    return node_name(source) if is_runnable(source) else function_name(source)
