"""How the memory saver keeps a history: each checkpoint and each task's writes as bytes, which take little room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from stepgraph.checkpoint.delta import Version
from stepgraph.checkpoint.records import Chain, Encoded, Maps, Record, StoredWrite, in_order, whole

_Versions = dict[str, Version]
_Body = tuple[dict[str, Encoded | None], _Versions, dict[str, _Versions], list[str] | None, str, Encoded]
_Writes = list[tuple[str, str, Encoded, str, int]]

_ENCODE = msgspec.msgpack.Encoder().encode
_BODY = msgspec.msgpack.Decoder(_Body)
_WRITES = msgspec.msgpack.Decoder(_Writes)


class PackedHistory:
    """The checkpoints of one thread in one namespace, with the writes that wait on them."""

    __slots__ = ("_kept", "_writes", "latest_id")

    def __init__(self) -> None:
        # Parent, depth, since, whole and body: flat, as there are many.
        self._kept: dict[str, tuple[str | None, int, int, int, bytes]] = {}
        self._writes: dict[str, list[bytes]] = {}
        self.latest_id = ""
        """The greatest id, whichever branch it is on."""

    def add(self, record: Record) -> None:
        """Keep a checkpoint."""
        maps = record.maps
        body = _ENCODE((maps.values, maps.versions, maps.seen, record.updated, record.ts, record.metadata))
        self._kept[record.id] = (record.parent_id, *record.chain, body)
        self.latest_id = max(self.latest_id, record.id)

    def get(self, checkpoint_id: str | None) -> Record | None:
        """Return a checkpoint as it is kept, None when there is none."""
        kept = self._kept.get(checkpoint_id or "")
        if kept is None:
            return None
        parent_id, depth, since, size, body = kept
        values, versions, seen, updated, ts, metadata = _BODY.decode(body)
        return Record(
            checkpoint_id or "",
            parent_id,
            ts,
            Maps(values, versions, seen),
            updated,
            metadata,
            Chain(depth, since, size),
        )

    def chain_of(self, checkpoint_id: str) -> Chain | None:
        """Return how far a checkpoint is from the last whole one, None when there is none."""
        kept = self._kept.get(checkpoint_id)
        return None if kept is None else Chain(*kept[1:4])

    def newest_first(self) -> Iterator[Record]:
        """Yield the checkpoints that there are now from the newest to the oldest."""
        for checkpoint_id in sorted(self._kept, reverse=True):
            record = self.get(checkpoint_id)
            if record is not None:
                yield record

    def maps_of(self, record: Record) -> Maps:
        """Return everything a checkpoint says, from the last whole one on."""
        later: list[Maps] = []
        while record.chain.depth:
            later.append(record.maps)
            parent = self.get(record.parent_id)
            assert parent is not None, "a difference is kept on its parent only, and pruned to a whole one"
            record = parent
        maps = record.maps
        for change in reversed(later):
            maps.put_over(change)
        return maps

    def keep_writes(self, checkpoint_id: str, writes: Iterable[StoredWrite]) -> None:
        """Keep writes of a task on a checkpoint."""
        rows = [(write.task_id, write.channel, write.value, write.task_path, write.index) for write in writes]
        self._writes.setdefault(checkpoint_id, []).append(_ENCODE(rows))

    def writes_of(self, checkpoint_id: str) -> list[StoredWrite]:
        """Return the writes on a checkpoint in their order: of ordinary ones the first, of special ones the last."""
        found: dict[tuple[str, int], StoredWrite] = {}
        for packed in list(self._writes.get(checkpoint_id, ())):
            for row in _WRITES.decode(packed):
                write = StoredWrite(*row)
                if write.index < 0 or (write.task_id, write.index) not in found:
                    found[write.task_id, write.index] = write
        return in_order(found.values())

    def only(self, record: Record) -> PackedHistory:
        """Return the history of a thread that begins with this checkpoint."""
        maps = self.maps_of(record)
        first = PackedHistory()
        first.add(Record(record.id, None, record.ts, maps, record.updated, record.metadata, whole(maps.size)))
        if record.id in self._writes:
            first._writes[record.id] = list(self._writes[record.id])
        return first

    def take_missing(self, other: PackedHistory) -> None:
        """Take from `other` the checkpoints and writes that are not here; the bytes are shared."""
        if other is self:
            return
        for checkpoint_id, kept in list(other._kept.items()):
            self._kept.setdefault(checkpoint_id, kept)
            self.latest_id = max(self.latest_id, checkpoint_id)
        for checkpoint_id, packed in list(other._writes.items()):
            # What is here comes first, so that it stays; special writes of here are put last, so that they stay too.
            here = self._writes.get(checkpoint_id, [])
            self._writes[checkpoint_id] = [*here, *packed, *here]
