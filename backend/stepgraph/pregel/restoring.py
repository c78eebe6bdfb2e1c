"""From a checkpoint to the state of a graph; channels of older forms get the names that they have now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stepgraph.constants import BRANCH_CHANNEL_PREFIX, INTERRUPT, START, TASKS
from stepgraph.pregel.program import Program
from stepgraph.pregel.state import ChannelState
from stepgraph.pregel.versions import NextVersion

_PRESENT_FORM = 4
_PACKETS_IN_A_CHANNEL = 4
_NAMES_OF_TODAY = 3


def restored_state(program: Program, checkpoint: Mapping[str, Any], next_version: NextVersion) -> ChannelState:
    """Return the channels and versions that a checkpoint holds."""
    values, versions, seen = checkpoint["channel_values"], checkpoint["channel_versions"], checkpoint["versions_seen"]
    if checkpoint.get("v", _PRESENT_FORM) >= _PRESENT_FORM or not versions:
        return ChannelState(program, saved=values, versions=versions, seen=seen, next_version=next_version)
    older = _Older(checkpoint)
    older.take_packets(checkpoint)
    if checkpoint["v"] < _NAMES_OF_TODAY:
        for old, channels in _renamed(program, versions):
            older.rename(old, channels)
    state = ChannelState(
        program, saved=older.values, versions=older.versions, seen=older.seen, next_version=next_version
    )
    # The next checkpoint must hold them under their new names.
    state.changed.update(older.changed)
    state.seen_changed.update(dict.fromkeys(older.seen))
    return state


def _renamed(program: Program, versions: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the channels of older forms with those that stand for them now.

    Once there was one for each way to a node, and one for each node that ended.
    """
    for name in versions:
        kind, _, rest = name.partition(":")
        node = rest.rpartition(":")[2]
        is_way = (kind == "start" and node == rest) or (kind == "branch" and rest.count(":") == 2)
        if is_way and node in program.nodes:
            yield name, [f"{BRANCH_CHANNEL_PREFIX}{node}"]
        elif name in program.nodes and name != START:
            writes = [pair for _, group in program.nodes[name].static_writes for pair in group]
            yield name, [channel for channel, _ in writes if channel.startswith(BRANCH_CHANNEL_PREFIX)]


class _Older:
    """What a checkpoint of an older form holds, while it is brought into the present form."""

    def __init__(self, checkpoint: Mapping[str, Any]) -> None:
        self.values: dict[str, Any] = dict(checkpoint["channel_values"])
        self.versions: dict[str, Any] = dict(checkpoint["channel_versions"])
        self.seen: dict[str, dict[str, Any]] = {
            node: dict(known) for node, known in checkpoint["versions_seen"].items()
        }
        self.changed: dict[str, None] = {}

    def take_packets(self, checkpoint: Mapping[str, Any]) -> None:
        """Put the packets that wait into their channel; once they stood beside the channels."""
        packets = checkpoint.get("pending_sends")
        if packets:
            self.values[TASKS] = list(packets)
            self.versions[TASKS] = max(self.versions.values())
            self.changed[TASKS] = None

    def rename(self, old: str, channels: list[str]) -> None:
        """Let the channels of today stand for an old one: the higher version counts."""
        version = self.versions.pop(old)
        has_value, value = old in self.values, self.values.pop(old, None)
        for channel in channels:
            self.versions[channel] = max(self.versions.get(channel, version), version)
            if has_value:
                self.values.setdefault(channel, value)
            self.changed[channel] = None
            for node in (channel.removeprefix(BRANCH_CHANNEL_PREFIX), INTERRUPT):
                known = self.seen.get(node, {})
                if old in known:
                    known[channel] = max(known.get(channel, known[old]), known[old])
                    if node != INTERRUPT:
                        del known[old]
        self.seen.get(INTERRUPT, {}).pop(old, None)
