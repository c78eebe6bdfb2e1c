"""The explicit state of a run: channels, their versions, what each node has seen, and the kept readable values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

from stepgraph.channels import BaseChannel, DeltaChannel
from stepgraph.constants import MISSING
from stepgraph.pregel.facts import Version
from stepgraph.pregel.program import Program, Reader
from stepgraph.pregel.versions import NextVersion, Seen, highest, next_integer
from stepgraph.pregel.views import Values, View

Channel: TypeAlias = BaseChannel[Any, Any, Any]
Moved: TypeAlias = tuple[str, Channel, bool]
"""A channel by its name, and whether it has changed."""


class _Channels(dict[str, Channel]):
    """The channels that have been touched; any other is made when it is first asked for."""

    __slots__ = ("_saved", "_specs")

    def __init__(self, specs: Mapping[str, Channel], saved: Mapping[str, object]) -> None:
        super().__init__()
        self._specs = specs
        self._saved = saved

    def __missing__(self, name: str) -> Channel:
        channel = self._specs[name].from_checkpoint(self._saved.get(name, MISSING))
        channel.key = name
        self[name] = channel
        return channel


class ChannelState:
    """Channels and versions between two supersteps; changed by `apply` and by nothing else."""

    __slots__ = (
        "cares",
        "changed",
        "channels",
        "highest",
        "next_version",
        "program",
        "seen",
        "seen_changed",
        "values",
        "versions",
        "views",
    )

    def __init__(
        self,
        program: Program,
        *,
        saved: Mapping[str, object] | None = None,
        versions: Mapping[str, Version] | None = None,
        seen: Mapping[str, Mapping[str, Version]] | None = None,
        next_version: NextVersion = next_integer,
    ) -> None:
        saved = saved or {}
        self.program = program
        self.channels: dict[str, Channel] = _Channels(program.channels, saved)
        self.versions: dict[str, Version] = dict(versions or {})
        self.seen: Seen = defaultdict(dict, ((node, dict(known)) for node, known in (seen or {}).items()))
        self.highest = highest(self.versions.values())
        self.next_version = next_version
        self.values = Values(program.readable)
        # One more than the program has: -1 is the place of what the caller wants to see.
        self.views: list[View | Values | None] = [None] * (program.view_count + 1)
        # Available channels whose class wants to hear of a superstep that did not write them.
        self.cares: dict[str, None] = {}
        # What moved since the last checkpoint: names of channels, and of nodes in `seen`.
        self.changed: dict[str, None] = {}
        self.seen_changed: dict[str, None] = {}
        # Every other channel is empty, so it is made when it is first asked for.
        known = [*program.initial, *(name for name in saved if name in program.readable or name in program.caring)]
        self.settle([(name, self.channels[name], False) for name in known], None, {})

    def settle(self, moved: Iterable[Moved], version: Version | None, updated: dict[str, None]) -> None:
        """Take in what channels have become; to `updated` are added those that changed and have a value.

        `version` is the new one of those that changed; None changes values only, and adds nothing.
        """
        program, cares = self.program, self.cares
        for name, channel, changed in moved:
            available = channel.is_available()
            if changed and version is not None:
                self.versions[name] = self.highest = version
                self.changed[name] = None
                if available:
                    updated[name] = None
            if name in program.readable:
                self.values.put(name, channel.get() if available else MISSING)
            if name in program.caring:
                if available:
                    cares[name] = None
                else:
                    cares.pop(name, None)

    def upcoming_version(self) -> Version:
        """Return the version that everything that changes in the next superstep gets."""
        return self.next_version(self.highest, None)

    def forget_changes(self) -> None:
        """Begin a new difference: everything up to here is saved, or nobody saves it."""
        self.changed.clear()
        self.seen_changed.clear()

    def view(self, reader: Reader) -> View | Values:
        """Return the kept view of what `reader` reads."""
        view = self.views[reader.slot]
        if view is None:
            view = self.views[reader.slot] = self.view_of(reader.keys)
        return view

    def view_of(self, keys: tuple[str, ...]) -> View | Values:
        """Return a view of these keys, for the caller to keep."""
        return self.values if keys == tuple(self.program.readable) else View(keys, self.values)


def shown(channel: Channel, available: bool) -> object:
    """Return the value that readers see, MISSING when there is none."""
    return channel.get() if available else MISSING


def stored(channel: Channel) -> object:
    """Return what a checkpoint keeps of the channel; a delta channel is kept whole."""
    if _is_delta(type(channel)):
        return channel.value  # type: ignore[attr-defined]  # a delta channel has one
    return channel.checkpoint()


@cache
def _is_delta(cls: type[Channel]) -> bool:
    # Kept, because asking an abstract class for its subclasses takes as long as saving a value.
    return issubclass(cls, DeltaChannel)
