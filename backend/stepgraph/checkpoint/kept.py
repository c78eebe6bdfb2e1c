"""How the saver in memory keeps a history: each checkpoint as the difference from its parent, in flat tuples.

There are many of them, so they hold no dictionaries: those cost room, and the garbage collector would look at them for
ever.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from stepgraph.checkpoint.delta import CheckpointDelta
from stepgraph.checkpoint.model import WRITES_IDX_MAP
from stepgraph.checkpoint.records import Form, Maps, Record, StoredWrite, in_order, refusing, whole
from stepgraph.checkpoint.serde.base import SerializerProtocol
from stepgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

Pairs: TypeAlias = Sequence[Any]
"""Keys and values by turns."""

Entry: TypeAlias = Sequence[Any]
"""A checkpoint: parent's id, time, metadata, updated channels, cells, what was seen, and whether it is whole.

Metadata is pairs of key and form. Cells are triples of channel, version and form, with None for the form of an empty
one. What was seen is pairs of node and pairs of channel and version.
"""

# Nothing can change them, and they come back as they are.
_UNCHANGEABLE = frozenset({str, int, float, bool, bytes})
_EMPTY: Form = JsonPlusSerializer().dumps_typed({})

# Most checkpoints have the writes of one task, for which a list would take as much room again.
_SEVERAL = threading.Lock()

_PARENT, _TS, _METADATA, _UPDATED, _CELLS, _SEEN, _IS_WHOLE = range(7)


def pairs(entries: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return keys and values by turns."""
    return tuple([part for item in entries.items() for part in item])


def mapping(flat: Pairs) -> dict[str, Any]:
    """Return the dictionary that `pairs` was given."""
    return dict(zip(flat[::2], flat[1::2], strict=True))


def forming(serde: SerializerProtocol) -> Callable[[str, object], Form]:
    """Return what makes the form of a channel's value, and names the channel when that cannot be done.

    What nothing can change is kept as it is, unless it is somebody else's serializer that says how values are stored.
    """
    encoded = refusing(serde.dumps_typed)
    if type(serde) is not JsonPlusSerializer or "dumps_typed" in vars(serde):
        return encoded

    def form(channel: str, value: object) -> Form:
        if type(value) in _UNCHANGEABLE:
            return value  # type: ignore[return-value]  # its class was just looked at
        # A fresh one comes of it each time, so all can share it.
        return _EMPTY if value == {} and type(value) is dict else encoded(channel, value)

    return form


def cells_of(delta: CheckpointDelta, form: Callable[[str, object], Form]) -> tuple[Any, ...]:
    """Return what a difference changes."""
    values, versions = delta.values, delta.versions
    cells = [
        part
        for name, version in versions.items()
        for part in (name, version, form(name, values[name]) if name in values else None)
    ]
    # What the engine saves has a version, always.
    if len(values) + len(delta.cleared) != len(versions):
        for name in [name for name in (*values, *delta.cleared) if name not in versions]:
            cells += [name, None, form(name, values[name]) if name in values else None]
    return tuple(cells)


def entry_of(record: Record) -> Entry:
    """Return a whole checkpoint as it is kept."""
    maps = record.maps
    # What was never stored has a version as well.
    cells = tuple([part for name, version in maps.versions.items() for part in (name, version, maps.values.get(name))])
    seen = tuple([part for node, known in maps.seen.items() for part in (node, pairs(known))])
    metadata = record.metadata if isinstance(record.metadata, dict) else {}
    return (record.parent_id, record.ts, pairs(metadata), record.updated, cells, seen, True)


@dataclass(slots=True)
class History:
    """The checkpoints of one thread in one namespace, with the writes that wait on them.

    Of plain values, so that it can be stored with whatever keeps it.
    """

    kept: dict[str, Entry] = field(default_factory=dict)
    writes: dict[str, Sequence[Any]] = field(default_factory=dict)
    """For each checkpoint the rows of its tasks, or the one: task id and path, then channels and forms by turns."""
    latest_id: str = ""
    """The greatest id, whichever branch it is on."""

    def add(self, checkpoint_id: str, entry: Entry) -> None:
        """Keep a checkpoint."""
        self.kept[checkpoint_id] = entry
        self.latest_id = max(self.latest_id, checkpoint_id)

    def get(self, checkpoint_id: str | None) -> Record | None:
        """Return a checkpoint with everything that it says, None when there is none."""
        entry = self.kept.get(checkpoint_id or "")
        if entry is None:
            return None
        maps = self._maps_of(checkpoint_id or "", entry)
        updated = entry[_UPDATED]
        return Record(
            checkpoint_id or "",
            entry[_PARENT],
            entry[_TS],
            maps,
            None if updated is None else [*updated],
            mapping(entry[_METADATA]),
            whole(maps.size),
        )

    def metadata(self, checkpoint_id: str) -> Mapping[str, Form]:
        """Return how a checkpoint that is there came about."""
        return mapping(self.kept[checkpoint_id][_METADATA])

    def newest_first(self) -> Iterator[str]:
        """Yield the ids of the checkpoints that there are now, from the newest to the oldest."""
        return iter(sorted(self.kept, reverse=True))

    def keep_writes(self, checkpoint_id: str, row: Sequence[Any]) -> None:
        """Keep the writes of a task on a checkpoint."""
        if self.writes.setdefault(checkpoint_id, row) is not row:
            with _SEVERAL:
                self.writes[checkpoint_id] = rows = self._rows(checkpoint_id)
                rows.append(row)

    def _rows(self, checkpoint_id: str) -> list[Any]:
        """Return the rows of a checkpoint: the kept list, if there is one."""
        found = self.writes.get(checkpoint_id)
        if not found:
            return []
        return [found] if isinstance(found[0], str) else found  # type: ignore[return-value]  # rows are in a list

    def writes_of(self, checkpoint_id: str) -> list[StoredWrite]:
        """Return the writes on a checkpoint in their order: of ordinary ones the first, of special ones the last."""
        found: dict[tuple[str, int], StoredWrite] = {}
        for task_id, path, *flat in list(self._rows(checkpoint_id)):
            for position, (channel, form) in enumerate(zip(flat[::2], flat[1::2], strict=True)):
                index = WRITES_IDX_MAP.get(channel, position)
                if index < 0 or (task_id, index) not in found:
                    found[task_id, index] = StoredWrite(task_id, channel, form, path, index)
        return in_order(found.values())

    def _maps_of(self, checkpoint_id: str, entry: Entry) -> Maps:
        """Return everything a checkpoint says, in maps of its own.

        What was read together is kept together where that takes no more room than the differences: so saving never
        copies, and reading is short the next time.
        """
        lineage = [(checkpoint_id, entry)]
        while not entry[_IS_WHOLE]:
            parent_id = entry[_PARENT]
            entry = self.kept[parent_id]
            lineage.append((parent_id, entry))
        maps = Maps({}, {}, {})
        _put_over(maps, entry)
        chain = whole(maps.size)
        for name, later in reversed(lineage[:-1]):
            chain = chain.next(_put_over(maps, later))
            if chain.is_long:
                record = Record(name, later[_PARENT], later[_TS], maps, None, {}, chain)
                self._keep_whole(record, later)
                chain = whole(maps.size)
        return maps

    def _keep_whole(self, record: Record, entry: Entry) -> None:
        if record.id in self.kept:
            made = entry_of(record)
            self.kept[record.id] = (*entry[:_CELLS], made[_CELLS], made[_SEEN], True)

    def only(self, record: Record) -> History:
        """Return the history of a thread that begins with this checkpoint."""
        first = History({record.id: (None, *entry_of(record)[1:])}, latest_id=record.id)
        if record.id in self.writes:
            first.writes[record.id] = list(self._rows(record.id))
        return first

    def forget(self, unwanted: Collection[str]) -> History:
        """Return the history without some checkpoints; what went on from them is whole and stays."""
        left = History()
        for checkpoint_id, entry in list(self.kept.items()):
            if checkpoint_id in unwanted:
                continue
            if not entry[_IS_WHOLE] and entry[_PARENT] in unwanted:
                record = self.get(checkpoint_id)
                left.add(checkpoint_id, entry if record is None else (*entry[:_CELLS], *entry_of(record)[_CELLS:]))
            else:
                left.add(checkpoint_id, entry)
        left.writes.update((name, list(self._rows(name))) for name in list(self.writes) if name in left.kept)
        return left

    def take_missing(self, other: History) -> None:
        """Take from `other` the checkpoints and writes that are not here; what they hold is shared."""
        if other is self:
            return
        for checkpoint_id, entry in list(other.kept.items()):
            if checkpoint_id not in self.kept:
                self.add(checkpoint_id, entry)
        for checkpoint_id in list(other.writes):
            # What is here comes first, so that it stays; special writes of here are put last, so that they stay too.
            here = self._rows(checkpoint_id)
            self.writes[checkpoint_id] = [*here, *other._rows(checkpoint_id), *here]


def _put_over(maps: Maps, entry: Entry) -> int:
    """Let what an entry says replace what the maps say; return its size."""
    cells, seen = entry[_CELLS], entry[_SEEN]
    for name, version, form in zip(cells[::3], cells[1::3], cells[2::3], strict=True):
        if version is not None:
            maps.versions[name] = version
        maps.values[name] = form
    size = len(cells) // 3 * 2
    for node, flat in zip(seen[::2], seen[1::2], strict=True):
        maps.seen[node] = mapping(flat)
        size += 1 + len(flat) // 2
    return size
