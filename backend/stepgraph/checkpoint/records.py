"""How the memory saver keeps a thread's checkpoints: each as the difference from its parent, whole now and then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from stepgraph.checkpoint.delta import Version

Encoded: TypeAlias = tuple[str, bytes]

# A whole copy after this many differences bounds what reading one checkpoint costs; the values in it are shared.
_DIFFERENCES = 32


@dataclass(slots=True)
class Maps:
    """What a checkpoint says of channels and nodes; `values` has None for a channel that was cleared."""

    values: dict[str, Encoded | None]
    versions: dict[str, Version]
    seen: dict[str, dict[str, Version]]

    def over(self, older: Maps) -> Maps:
        """Return the maps of `older` with these put over them."""
        return Maps({**older.values, **self.values}, {**older.versions, **self.versions}, {**older.seen, **self.seen})


@dataclass(slots=True)
class Record:
    """One checkpoint as it is kept. `depth` counts the differences since the last whole one, 0 for a whole one."""

    id: str
    parent_id: str | None
    ts: str
    maps: Maps
    updated: list[str] | None
    metadata: Encoded
    depth: int = 0


@dataclass(slots=True)
class StoredWrite:
    """One pending write."""

    task_id: str
    channel: str
    value: Encoded
    task_path: str
    index: int


@dataclass(slots=True)
class History:
    """The checkpoints of one thread in one namespace, with the writes that wait on them."""

    records: dict[str, Record] = field(default_factory=dict)
    writes: dict[str, dict[tuple[str, int], StoredWrite]] = field(default_factory=dict)
    latest_id: str = ""

    def add(self, record: Record) -> None:
        """Keep a checkpoint; the greatest id is the latest, whichever branch it is on."""
        parent = self.records.get(record.parent_id or "")
        if record.depth and (parent is None or record.depth >= _DIFFERENCES):
            record.maps = record.maps if parent is None else record.maps.over(self.maps_of(parent))
            record.depth = 0
        self.records[record.id] = record
        self.latest_id = max(self.latest_id, record.id)

    def depth_after(self, parent_id: str | None) -> int:
        """Return the depth of a difference from the checkpoint `parent_id`."""
        parent = self.records.get(parent_id or "")
        return 1 if parent is None else parent.depth + 1

    def maps_of(self, record: Record) -> Maps:
        """Return everything a checkpoint says, from the last whole one on."""
        chain = [record]
        while chain[-1].depth:
            chain.append(self.records[chain[-1].parent_id or ""])
        maps = chain[-1].maps
        for later in reversed(chain[:-1]):
            maps = later.maps.over(maps)
        return maps

    def newest_first(self) -> Iterator[Record]:
        """Yield the checkpoints from the newest to the oldest."""
        for checkpoint_id in sorted(self.records, reverse=True):
            yield self.records[checkpoint_id]

    def writes_of(self, checkpoint_id: str) -> list[StoredWrite]:
        """Return the writes that wait on a checkpoint, in the order in which they were or would be applied."""
        stored = self.writes.get(checkpoint_id, {}).values()
        return sorted(stored, key=lambda write: (write.task_path, write.task_id, write.index))
