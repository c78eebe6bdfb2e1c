"""How the saver in memory keeps a history: each checkpoint as the difference from its parent, in flat tuples.

There are many of them, so they hold no dictionaries: those cost room, and the garbage collector would look at them for
ever.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeAlias

from stepgraph.checkpoint.delta import CheckpointDelta, by_turns, flat
from stepgraph.checkpoint.model import WRITES_IDX_MAP
from stepgraph.checkpoint.records import Form, Maps, Record, StoredWrite, in_order, refusing, whole
from stepgraph.checkpoint.serde.base import SerializerProtocol
from stepgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from stepgraph.constants import MISSING

Pairs: TypeAlias = Sequence[Any]
"""Keys and values by turns."""

Entry: TypeAlias = Sequence[Any]
"""A checkpoint: parent's id, time, metadata, updated channels, cells, what was seen, and whether it is whole.

Metadata is pairs of key and form. Cells are triples of channel, version and form, with () for the form of an empty
one. What was seen is pairs of node and pairs of channel and version.
"""

# Nothing can change them, and they come back as they are.
_UNCHANGEABLE = frozenset({str, int, float, bool, bytes, type(None)})
_NOTHING: frozenset[type] = frozenset()
_EMPTY: Form = JsonPlusSerializer().dumps_typed({})
_CLEARED = ()
_NULL = ("null", b"")

CHANGING = threading.Lock()
"""Held by whoever changes a history. One for all of them, as a saver with a lock of its own could not be copied."""

_PARENT, _TS, _METADATA, _UPDATED, _CELLS, _SEEN, _IS_WHOLE = range(7)


def _is_own(serde: SerializerProtocol) -> bool:
    return type(serde) is JsonPlusSerializer and "dumps_typed" not in vars(serde)


class Forming:
    """Makes the forms of values, and names the channel of one for which that cannot be done.

    What nothing can change is kept as it is, unless it is somebody else's serializer that says how values are stored.
    """

    __slots__ = ("_as_they_are", "_is_own", "_serde")

    def __init__(self, serde: SerializerProtocol) -> None:
        self._serde = serde
        self._is_own = _is_own(serde)
        self._as_they_are = _UNCHANGEABLE if self._is_own else _NOTHING

    def fits(self, serde: SerializerProtocol) -> bool:
        """Tell whether this is still how `serde` stores values: it, or a method of it, may have been replaced."""
        return serde is self._serde and (not self._is_own or "dumps_typed" not in vars(serde))

    def of(self, channel: str, value: object) -> Any:
        """Return the form of a value."""
        if type(value) in self._as_they_are:
            return _NULL if value is None else value
        # A fresh one comes of it each time, so all can share it.
        if self._is_own and type(value) is dict and not value:
            return _EMPTY
        return refusing(self._serde.dumps_typed)(channel, value)

    def pairs(self, entries: Iterable[tuple[str, object]]) -> tuple[Any, ...]:
        """Return names and forms by turns."""
        made = tuple(chain.from_iterable(entries))
        if self._is_own and _UNCHANGEABLE.issuperset(map(type, made)):
            return made
        return tuple([part for name, value in by_turns(made[::2], made[1::2]) for part in (name, self.of(name, value))])

    def metadata(self, delta: CheckpointDelta) -> tuple[Any, ...]:
        """Return how a checkpoint came about, as pairs."""
        if self._is_own and not delta.parents and not delta.extra:
            return ("source", delta.source, "step", delta.step, "parents", _EMPTY)
        return self.pairs(delta.metadata.items())

    def cells(self, cells: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the cells of a difference with forms in the places of values."""
        if self._is_own and _UNCHANGEABLE.issuperset(map(type, cells)):
            return cells
        made = list(cells)
        for at in range(2, len(cells), 3):
            value = cells[at]
            made[at] = _CLEARED if value is MISSING else self.of(cells[at - 2], value)
        return tuple(made)


def entry_of(record: Record) -> Entry:
    """Return a whole checkpoint as it is kept."""
    maps = record.maps
    values = {name: _CLEARED if form is None else form for name, form in maps.values.items()}
    # What was never stored has a version as well.
    names = dict.fromkeys((*maps.versions, *values))
    cells = tuple([part for name in names for part in (name, maps.versions.get(name), values.get(name, _CLEARED))])
    seen = tuple([part for node, known in maps.seen.items() for part in (node, flat(known))])
    metadata = record.metadata if isinstance(record.metadata, dict) else {}
    return (record.parent_id, record.ts, flat(metadata), record.updated, cells, seen, True)


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
            mapped(entry[_METADATA]),
            whole(maps.size),
        )

    def metadata(self, checkpoint_id: str) -> Mapping[str, Form]:
        """Return how a checkpoint that is there came about."""
        return mapped(self.kept[checkpoint_id][_METADATA])

    def newest_first(self) -> Iterator[str]:
        """Yield the ids of the checkpoints that there are now, from the newest to the oldest."""
        return iter(sorted(self.kept, reverse=True))

    def keep_writes(self, checkpoint_id: str, row: Sequence[Any]) -> None:
        """Keep the writes of a task on a checkpoint."""
        # Most checkpoints have those of one task, for which a list would take as much room again.
        if self.writes.setdefault(checkpoint_id, row) is not row:
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
        for task_id, path, *written in list(self._rows(checkpoint_id)):
            for position, (channel, form) in enumerate(by_turns(written[::2], written[1::2])):
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
            here = list(self._rows(checkpoint_id))
            # Of ordinary writes the first stays, which is here; of special ones the last, so they say what is here.
            special = {
                (each.task_id, each.channel): each.value for each in self.writes_of(checkpoint_id) if each.index < 0
            }
            for task_id, path, *written in list(other._rows(checkpoint_id)):
                forms = by_turns(written[::2], written[1::2])
                told = [part for name, form in forms for part in (name, special.get((task_id, name), form))]
                if (row := (task_id, path, *told)) not in here:
                    here.append(row)
            self.writes[checkpoint_id] = here


def mapped(pairs: Pairs) -> dict[str, Any]:
    """Return the dictionary of names and values that stand by turns."""
    return dict(by_turns(pairs[::2], pairs[1::2]))


def _put_over(maps: Maps, entry: Entry) -> int:
    """Let what an entry says replace what the maps say; return its size."""
    cells, seen = entry[_CELLS], entry[_SEEN]
    for name, version, form in zip(cells[::3], cells[1::3], cells[2::3], strict=True):
        if version is not None:
            maps.versions[name] = version
        # What is known of a value is None for one that was cleared.
        maps.values[name] = _NULL if form is None else None if isinstance(form, (tuple, list)) and not form else form
    size = len(cells) // 3 * 2
    for node, known in by_turns(seen[::2], seen[1::2]):
        maps.seen[node] = mapped(known)
        size += 1 + len(known) // 2
    return size
