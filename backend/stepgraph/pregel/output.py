"""What a run gives back: the values of its last values event, kept up to date instead of being copied each time."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from stepgraph.pregel.program import ChannelPair, Reader
from stepgraph.pregel.state import ChannelState
from stepgraph.pregel.tasks import Task
from stepgraph.pregel.views import Values


class Output:
    """The values of the output keys as of the last values event; nothing else moves it."""

    __slots__ = ("_bare", "_reader", "_values")

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._bare: object = None
        self._values: Values | None = None

    def follow(self, state: ChannelState) -> None:
        """Take in the state as it is at a values event."""
        self._values = state.values
        if self._reader.bare is None:
            state.values.mark()
        else:
            self._bare = bare_value(state, self._reader.bare)

    def result(self) -> object:
        """Return the values, None when there was no event."""
        if self._values is None:
            return None
        return self._values.marked(self._reader.keys) if self._reader.bare is None else self._bare


def bare_value(state: ChannelState, name: str) -> object:
    """Return the value of a graph whose whole state is one channel, None when it is empty."""
    channel = state.channels[name]
    return channel.get() if channel.is_available() else None


def output_values(reader: Reader, state: ChannelState) -> object:
    """Return the values that are available among the keys of `reader`."""
    if reader.bare is not None:
        return bare_value(state, reader.bare)
    value = state.view(reader).read()
    for name in reader.unstable:
        if name in value:
            value[name] = state.channels[name].get()
    return value


def is_news(reader: Reader, updated: Collection[str], tasks: Iterable[Task]) -> bool:
    """Tell whether a superstep changed the output: a channel of it moved, and a task wrote to one."""
    keys = reader.key_set
    if keys.isdisjoint(updated):
        return False
    for task in tasks:
        for name, _ in task.writes:
            if name in keys:
                return True
    return False


def mapped_updates(reader: Reader, writes: Iterable[ChannelPair]) -> object:
    """Return what a task wrote to the output: a dict, a list of dicts when a key came twice, None for nothing."""
    if reader.bare is not None:
        values = [value for name, value in writes if name == reader.bare]
        return values if len(values) > 1 else values[0] if values else None
    told = [(name, value) for name, value in writes if name in reader.key_set]
    if len({name for name, _ in told}) < len(told):
        return [{name: value} for name, value in told]
    return dict(told) or None


def mapped_result(reader: Reader, writes: Iterable[ChannelPair]) -> dict[str, object]:
    """Return a task's writes to the state by key; repeated ones are listed under ``$writes``."""
    result: dict[str, object] = {}
    for name, value in writes:
        if name not in reader.key_set:
            continue
        earlier = result.get(name)
        if earlier is None:
            result[name] = value
        elif isinstance(earlier, dict) and isinstance(earlier.get("$writes"), list):
            earlier["$writes"].append(value)
        else:
            result[name] = {"$writes": [earlier, value]}
    return result
