"""How savers keep a thread's checkpoints: each as the difference from its parent, whole now and then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from stepgraph.checkpoint.codec import CannotStore
from stepgraph.checkpoint.delta import CheckpointDelta, Version
from stepgraph.checkpoint.model import Checkpoint

Encoded: TypeAlias = tuple[str, bytes]
Form: TypeAlias = Encoded | str | int | float | bytes
"""A value as it is kept: encoded, or itself when nothing can change it."""

# Small states are not copied whole more often than this; reading so many differences costs next to nothing.
_FEWEST_DIFFERENCES = 32


@dataclass(slots=True)
class Maps:
    """What a checkpoint says of channels and nodes; `values` has None for a channel that was cleared."""

    values: dict[str, Any]  # forms; those of savers that write bytes are all encoded
    versions: dict[str, Version]
    seen: dict[str, dict[str, Version]]

    def copy(self) -> Maps:
        """Return maps of its own with the same entries."""
        return Maps(dict(self.values), dict(self.versions), dict(self.seen))

    def put_over(self, later: Maps) -> None:
        """Let the entries of `later` replace these."""
        self.values.update(later.values)
        self.versions.update(later.versions)
        self.seen.update(later.seen)

    @property
    def size(self) -> int:
        """How many entries there are."""
        return len(self.values) + len(self.versions) + sum(map(len, self.seen.values())) + len(self.seen)


class Chain(NamedTuple):
    """How far a checkpoint is from the last whole one.

    `depth` counts the differences since, 0 for a whole one; `since` is their size together, `whole` the size of the
    whole one. Sizes are entries or bytes, as the saver likes.
    """

    depth: int
    since: int
    whole: int

    def next(self, size: int) -> Chain:
        """Return the chain after one more difference of that size."""
        return Chain(self.depth + 1, self.since + size, self.whole)

    @property
    def is_long(self) -> bool:
        """Whether a whole copy is due.

        It is when the differences take as much as the copy would: so copies at most double what saving costs, and
        reading one checkpoint never costs more than two copies.
        """
        return self.depth > _FEWEST_DIFFERENCES and self.since > self.whole


def whole(size: int) -> Chain:
    """Return the chain of a whole checkpoint."""
    return Chain(0, 0, size)


@dataclass(slots=True)
class Record:
    """One checkpoint as it is kept."""

    id: str
    parent_id: str | None
    ts: str
    maps: Maps
    updated: list[str] | None
    metadata: Encoded | dict[str, Form]
    chain: Chain


@dataclass(slots=True)
class StoredWrite:
    """One pending write."""

    task_id: str
    channel: str
    value: Any  # a form
    task_path: str
    index: int


@dataclass(slots=True)
class History:
    """Checkpoints of one thread in one namespace, as far as they were read."""

    records: dict[str, Record] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        """Take a checkpoint in."""
        self.records[record.id] = record

    def maps_of(self, record: Record) -> Maps:
        """Return everything a checkpoint says, from the last whole one on, in maps of its own."""
        chain = [record]
        while chain[-1].chain.depth:
            chain.append(self.records[chain[-1].parent_id or ""])
        maps = chain[-1].maps.copy()
        for later in reversed(chain[:-1]):
            maps.put_over(later.maps)
        return maps


def in_order(writes: Any) -> list[StoredWrite]:
    """Return writes in the order in which they were or would be applied."""
    return sorted(writes, key=lambda write: (write.task_path, write.task_id, write.index))


def difference(delta: CheckpointDelta, encoded: Callable[[str, object], Encoded]) -> Maps:
    """Return what a delta changes, with the values encoded."""
    values: dict[str, Any] = {name: encoded(name, form) for name, form in delta.values.items()}
    values.update(dict.fromkeys(delta.cleared))
    return Maps(values, delta.versions, delta.seen)


def everything(checkpoint: Checkpoint, parent: Maps | None, encoded: Callable[[str, object], Form]) -> Maps:
    """Return what a whole checkpoint says; a value whose version the parent has too is the parent's."""
    known = Maps({}, {}, {}) if parent is None else parent
    given: Mapping[str, Any] = checkpoint["channel_values"]
    values: dict[str, Any] = {}
    for name, version in checkpoint["channel_versions"].items():
        if name in known.values and known.versions.get(name) == version:
            values[name] = known.values[name]
        elif name in given:
            values[name] = encoded(name, given[name])
    seen = {node: dict(versions) for node, versions in checkpoint["versions_seen"].items()}
    return Maps(values, dict(checkpoint["channel_versions"]), seen)


def refusing(dumps: Callable[[object], Encoded]) -> Callable[[str, object], Encoded]:
    """Return what encodes a channel's value, and names the channel when that cannot be done."""

    def encoded(channel: str, value: object) -> Encoded:
        try:
            return dumps(value)
        except CannotStore as refusal:
            raise refusal.in_channel(channel) from None

    return encoded
