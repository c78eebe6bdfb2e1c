"""Assembling a program: what can be known of nodes and channels before anything runs is found out here, once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stepgraph.channels import (
    AnyValue,
    BaseChannel,
    BinaryOperatorAggregate,
    DeltaChannel,
    EphemeralValue,
    LastValue,
    LastValueAfterFinish,
    UntrackedValue,
)
from stepgraph.constants import MISSING, ROOT
from stepgraph.pregel.program import ChannelPair, NodeProgram, Program, Reader

# These return the object they hold at every read, so a kept value is what a new read would give.
_STABLE = (
    AnyValue,
    BinaryOperatorAggregate,
    DeltaChannel,
    EphemeralValue,
    LastValue,
    LastValueAfterFinish,
    UntrackedValue,
)

Channels = Mapping[str, BaseChannel[Any, Any, Any]]


class Readers:
    """Makes readers; those that read the same through the same mapper share a place, and so what they build."""

    def __init__(self, channels: Channels, managed: Mapping[str, Any]) -> None:
        self._channels = channels
        self._managed = managed
        self._slots: dict[tuple[object, ...], int] = {}

    def reader(
        self, keys: Sequence[str], mapper: Callable[[Any], Any] | None = None, *, identity: object = None
    ) -> Reader:
        """Return a reader of `keys`; `identity` tells mappers apart that are made anew for the same schema."""
        channels = tuple(key for key in keys if key in self._channels)
        managed = tuple((key, self._managed[key]) for key in keys if key in self._managed and key not in self._channels)
        slot = self._slots.setdefault((channels, managed, identity if mapper is not None else None), len(self._slots))
        bare = ROOT if list(keys) == [ROOT] else None
        unstable = tuple(key for key in channels if type(self._channels[key]) not in _STABLE)
        return Reader(
            slot=slot,
            keys=channels,
            key_set=frozenset(channels),
            managed=managed,
            mapper=mapper,
            bare=bare,
            unstable=unstable,
            is_plain=not (managed or mapper or bare or unstable),
        )

    def bare(self, channel: str) -> Reader:
        """Return a reader of one channel that gives its value as it is."""
        slot = self._slots.setdefault((channel,), len(self._slots))
        return Reader(slot=slot, keys=(channel,), key_set=frozenset((channel,)), bare=channel)

    def __len__(self) -> int:
        return len(self._slots)


def assemble(
    name: str,
    nodes: Mapping[str, NodeProgram],
    channels: Channels,
    managed: Mapping[str, Any],
    *,
    readable: Sequence[str],
    input_channel: str | tuple[str, ...],
    output: Reader,
    stream: Reader,
    view_count: int,
    update_pairs: Callable[[Any], Sequence[ChannelPair]],
) -> Program:
    """Return the program of nodes and channels, with its indexes."""
    wakes: dict[str, list[str]] = {}
    for node in nodes.values():
        for trigger in node.triggers:
            wakes.setdefault(trigger, []).append(node.name)
    return Program(
        name=name,
        nodes=nodes,
        channels=channels,
        managed=managed,
        rank={channel: rank for rank, channel in enumerate(channels)},
        readable={key: place for place, key in enumerate(readable)},
        initial=tuple(key for key in readable if channels[key].from_checkpoint(MISSING).is_available()),
        unstable=frozenset(key for key, channel in channels.items() if type(channel) not in _STABLE),
        caring=frozenset(key for key, channel in channels.items() if channel.cares_about_empty),
        consuming=frozenset(_overriding(channels, "consume")),
        finishing=_overriding(channels, "finish"),
        wakes={channel: tuple(sorted(names)) for channel, names in wakes.items()},
        input_channel=input_channel,
        output=output,
        stream=stream,
        view_count=view_count,
        update_pairs=update_pairs,
        untracked=_untracked(channels),
        has_handlers=any(node.handler is not None for node in nodes.values()),
    )


def _untracked(channels: Channels) -> frozenset[str]:
    classes = {cls for cls in {type(channel) for channel in channels.values()} if issubclass(cls, UntrackedValue)}
    return frozenset(key for key, channel in channels.items() if type(channel) in classes) if classes else frozenset()


def _overriding(channels: Channels, verb: str) -> tuple[str, ...]:
    """Return the channels whose class does something of its own on `verb`."""
    classes = {type(channel) for channel in channels.values()}
    own = {cls for cls in classes if getattr(cls, verb) is not getattr(BaseChannel, verb)}
    return tuple(key for key, channel in channels.items() if type(channel) in own) if own else ()
