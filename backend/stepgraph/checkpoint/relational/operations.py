"""What savers do with the tables, sans-IO: each operation yields statements and is sent their rows.

Whoever carries them runs one operation in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

from stepgraph.checkpoint.delta import CheckpointDelta
from stepgraph.checkpoint.ids import follow_checkpoint_id
from stepgraph.checkpoint.model import (
    WRITES_IDX_MAP,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
    get_checkpoint_metadata,
)
from stepgraph.checkpoint.older import with_older_form
from stepgraph.checkpoint.pruning import Head, kept_namespaces
from stepgraph.checkpoint.reading import Reader, address_of, config_of, is_wanted
from stepgraph.checkpoint.records import (
    Chain,
    Encoded,
    History,
    Record,
    StoredWrite,
    difference,
    everything,
    in_order,
    refusing,
    whole,
)
from stepgraph.checkpoint.refused import SaverError, damaged, parent_gone, place
from stepgraph.checkpoint.relational.dialect import Statement, Statements
from stepgraph.checkpoint.relational.rows import body_of, record_of, row_of, write_of, write_row
from stepgraph.checkpoint.serde.base import SerializerProtocol
from stepgraph.scope import RunnableConfig

Rows: TypeAlias = Sequence[Sequence[Any]]
Result = TypeVar("Result")
PAGE = 64
"""How many checkpoints of a list are read at once."""

Operation: TypeAlias = Generator[Statement, Rows, Result]
Start: TypeAlias = Callable[[], Operation[Result]]
"""Begins an operation."""


class Address(NamedTuple):
    """Where a history is kept."""

    thread_id: str
    ns: str

    def place(self, checkpoint_id: str) -> str:
        """Return how a sentence calls a checkpoint here."""
        return place(self.thread_id, self.ns, checkpoint_id)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which checkpoints are listed."""

    config: RunnableConfig | None
    filter: dict[str, Any] | None
    before: RunnableConfig | None
    limit: int | None

    def conditions(self, after: Sequence[Any] | None) -> tuple[list[str], list[Any]]:
        """Return what is asked of a row, with the arguments."""
        asked: list[tuple[str, list[Any]]] = []
        configurable = self.config["configurable"] if self.config else {}
        if configurable:
            asked.append(("thread_id = ?", [str(configurable["thread_id"])]))
        for key, column in (("checkpoint_ns", "ns"), ("checkpoint_id", "id")):
            value = configurable.get(key)
            if value is not None and (value or column == "ns"):
                asked.append((f"{column} = ?", [value]))
        before_id = get_checkpoint_id(self.before) if self.before else None
        if before_id:
            asked.append(("id < ?", [before_id]))
        if after is not None:
            thread_id, ns, last = after
            later = "(id < ? OR (id = ? AND (thread_id > ? OR (thread_id = ? AND ns > ?))))"
            asked.append((later, [last, last, thread_id, thread_id, ns]))
        return [text for text, _ in asked], [value for _, values in asked for value in values]


class Page(NamedTuple):
    """Some checkpoints of a list, and where the next ones begin; None after the last."""

    found: list[CheckpointTuple]
    next: tuple[Any, ...] | None


class Operations:
    """The operations of one saver."""

    def __init__(self, statements: Statements, serde: SerializerProtocol) -> None:
        self._said = statements
        self._serde = serde

    def set_up(self) -> Operation[None]:
        """Make the tables that are not there yet."""
        for text in self._said.create:
            yield Statement(text)

    def get_tuple(self, config: RunnableConfig) -> Operation[CheckpointTuple | None]:
        """Return the checkpoint that `config` names, or the thread's latest."""
        address = Address(*address_of(config))
        found = yield from self._lineage(address, get_checkpoint_id(config))
        if found is None:
            return None
        history, record = found
        writes = yield from self._writes(address, record.id, record.id)
        # What goes on from here must sort after it, whichever machine made it.
        follow_checkpoint_id(record.id)
        reader = Reader(self._serde, *address)
        return reader.tuple(record, history.maps_of(record), in_order(writes.get(record.id, ())))

    def prepared_delta(self, delta: CheckpointDelta) -> Start[None]:
        """Return what keeps a checkpoint as the difference from its parent, which must be there by then."""
        maps = difference(delta, refusing(self._serde.dumps_typed))
        updated = None if delta.updated is None else [*delta.updated]
        metadata = self._serde.dumps_typed(delta.metadata)
        body = body_of(maps, updated)
        record = Record(delta.id, delta.parent_id, delta.ts, maps, updated, metadata, whole(len(body)))
        return partial(self._keep_delta, Address(delta.thread_id, delta.ns), record, body)

    def _keep_delta(self, address: Address, record: Record, body: bytes) -> Operation[None]:
        yield from self._share(address.thread_id)
        if record.parent_id is not None:
            found = yield Statement(self._said.chain_of, (*address, record.parent_id))
            if not found:
                raise parent_gone(address.place(record.id), record.parent_id)
            record.chain = Chain(*found[0]).next(len(body))
        if record.chain.is_long:
            body = yield from self._make_whole(address, record)
        yield Statement(self._said.keep, (*address, *row_of(record, body)))

    def put(
        self, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata
    ) -> Operation[RunnableConfig]:
        """Keep a whole checkpoint; return what names it."""
        address = Address(*address_of(config))
        parent_id = get_checkpoint_id(config)
        yield from self._share(address.thread_id)
        parent = None
        if parent_id is not None:
            found = yield from self._lineage(address, parent_id)
            parent = None if found is None else found[0].maps_of(found[1])
        maps = everything(checkpoint, parent, refusing(self._serde.dumps_typed))
        updated = checkpoint.get("updated_channels")
        body = body_of(maps, updated)
        told: Encoded = self._serde.dumps_typed(with_older_form(get_checkpoint_metadata(config, metadata), checkpoint))
        record = Record(checkpoint["id"], parent_id, checkpoint["ts"], maps, updated, told, whole(len(body)))
        yield Statement(self._said.keep, (*address, *row_of(record, body)))
        return config_of(*address, checkpoint["id"])

    def prepared_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str
    ) -> Start[None]:
        """Return what keeps the writes of one task; a kept ordinary write stays as it is, a special one is replaced."""
        encoded = refusing(self._serde.dumps_typed)
        stored = [
            StoredWrite(task_id, channel, encoded(channel, value), task_path, WRITES_IDX_MAP.get(channel, position))
            for position, (channel, value) in enumerate(writes)
        ]
        return partial(self._keep_writes, Address(*address_of(config)), config["configurable"]["checkpoint_id"], stored)

    def _keep_writes(self, address: Address, checkpoint_id: str, stored: Sequence[StoredWrite]) -> Operation[None]:
        yield from self._share(address.thread_id)
        for text, kind in ((self._said.write_once, False), (self._said.write_over, True)):
            rows = [(*address, *write_row(checkpoint_id, write)) for write in stored if (write.index < 0) is kind]
            if rows:
                yield Statement(text, rows, is_many=True)

    def delete_thread(self, thread_id: str) -> Operation[None]:
        """Forget a thread."""
        yield from self._alone(thread_id)
        for text in self._said.forget_thread:
            yield Statement(text, (thread_id,))

    def copy_thread(self, source: str, target: str) -> Operation[None]:
        """Give another thread what it lacks of a thread."""
        # In the order of their ids, so that nobody who copies the other way waits for this one, and this one for him.
        for thread_id in sorted({source, target}):
            yield from self._alone(thread_id) if thread_id == target else self._share(thread_id)
        for text in self._said.copy_thread:
            yield Statement(text, (target, source))
        for ns, parent_id in (yield Statement(self._said.miscounted, (target,))):
            address = Address(target, ns)
            found = yield Statement(self._said.chain_of, (*address, parent_id))
            yield from self._count_on(address, parent_id, Chain(*found[0]))

    def prune(self, thread_id: str) -> Operation[None]:
        """Forget what came before the latest checkpoints of a thread."""
        yield from self._alone(thread_id)
        rows = yield Statement(self._said.heads, (thread_id,))
        latest = {row[0]: record_of(row[1:], place(thread_id, row[0], row[1])) for row in rows}
        reader = Reader(self._serde, thread_id, "")
        heads = {
            ns: Head(head.id, reader.metadata(head.metadata, head.id).get("parents", {})) for ns, head in latest.items()
        }
        kept = frozenset(kept_namespaces(heads))
        for ns, head in latest.items():
            address = Address(thread_id, ns)
            if ns not in kept:
                for text in self._said.forget_namespace:
                    yield Statement(text, address)
                continue
            body = body_of(head.maps, head.updated)
            if head.chain.depth:
                body = yield from self._make_whole(address, head)
            head.parent_id = None
            yield Statement(self._said.keep, (*address, *row_of(head, body)))
            for text in self._said.forget_others:
                yield Statement(text, (*address, head.id))

    def delete_for_runs(self, run_ids: Collection[str]) -> Operation[None]:
        """Forget the checkpoints whose metadata names one of these runs; what went on from them stays."""
        unwanted = yield from self._saved_by(run_ids)
        for address, ids in sorted(unwanted.items()):
            yield from self._alone(address.thread_id)
            for checkpoint_id in ids:
                yield from self._let_go(address, checkpoint_id, ids)
            for checkpoint_id in ids:
                for text in self._said.forget_one:
                    yield Statement(text, (*address, checkpoint_id))

    def _saved_by(self, run_ids: Collection[str]) -> Operation[dict[Address, set[str]]]:
        found: dict[Address, set[str]] = {}
        after: Sequence[Any] | None = None
        while True:
            conditions, args = Wanted(None, None, None, None).conditions(after)
            rows = yield Statement(self._said.page(conditions), (*args, PAGE))
            for thread_id, ns, *row in rows:
                if self._is_of(row, Address(thread_id, ns), run_ids):
                    found.setdefault(Address(thread_id, ns), set()).add(row[0])
            if len(rows) < PAGE:
                return found
            after = rows[-1][:3]

    def _is_of(self, row: Sequence[Any], address: Address, run_ids: Collection[str]) -> bool:
        try:
            record = record_of(row, address.place(row[0]))
            return Reader(self._serde, *address).metadata(record.metadata, record.id).get("run_id") in run_ids
        except SaverError:
            return False  # nobody can say whose it is

    def _let_go(self, address: Address, checkpoint_id: str, unwanted: Collection[str]) -> Operation[None]:
        """Make whole what is kept as a difference from a checkpoint; what hangs on that is counted anew."""
        for row in (yield Statement(self._said.children, (*address, checkpoint_id))):
            record = record_of(row, address.place(row[0]))
            if record.id not in unwanted:
                body = yield from self._make_whole(address, record)
                yield Statement(self._said.keep, (*address, *row_of(record, body)))
                yield from self._count_on(address, record.id, record.chain)

    def _count_on(self, address: Address, checkpoint_id: str, chain: Chain) -> Operation[None]:
        """Count the differences that hang on a checkpoint from its chain on."""
        waiting = [(checkpoint_id, chain)]
        while waiting:
            parent_id, before = waiting.pop()
            for row in (yield Statement(self._said.children, (*address, parent_id))):
                record = record_of(row, address.place(row[0]))
                body = body_of(record.maps, record.updated)
                record.chain = before.next(len(body))
                if record.chain.is_long:
                    body = yield from self._make_whole(address, record)
                yield Statement(self._said.keep, (*address, *row_of(record, body)))
                waiting.append((record.id, record.chain))

    def page(self, wanted: Wanted, after: Sequence[Any] | None) -> Operation[Page]:
        """Return the next checkpoints of a list: those that come `after` the last row of the page before."""
        conditions, args = wanted.conditions(after)
        size = PAGE if wanted.filter or wanted.limit is None else min(PAGE, wanted.limit)
        rows = yield Statement(self._said.page(conditions), (*args, size))
        matching = [row for row in rows if self._matches(row, wanted.filter)]
        found = yield from self._tuples(matching)
        return Page(found, tuple(rows[-1][:3]) if len(rows) == size else None)

    def _matches(self, row: Sequence[Any], wanted: dict[str, Any] | None) -> bool:
        if not wanted:
            return True
        thread_id, ns, *kept = row
        record = record_of(kept, place(thread_id, ns, kept[0]))
        return is_wanted(Reader(self._serde, thread_id, ns).metadata(record.metadata, record.id), wanted)

    def _tuples(self, rows: Rows) -> Operation[list[CheckpointTuple]]:
        """Return the checkpoints of listed rows, in their order."""
        found: dict[Address, History] = {}
        told: list[CheckpointTuple] = []
        waiting = yield from self._waiting_on(rows)
        for thread_id, ns, *row in rows:
            address = Address(thread_id, ns)
            history = found.setdefault(address, History())
            record = history.records.get(row[0])
            if record is None:
                read = yield from self._lineage(address, row[0])
                if read is None:
                    continue  # deleted meanwhile
                for ancestor in read[0].records.values():
                    history.add(ancestor)
                record = read[1]
            writes = waiting[address].get(record.id, ())
            told.append(Reader(self._serde, *address).tuple(record, history.maps_of(record), in_order(writes)))
        return told

    def _waiting_on(self, rows: Rows) -> Operation[dict[Address, dict[str, list[StoredWrite]]]]:
        """Return the writes that wait on listed checkpoints, read once for each history."""
        spans: dict[Address, tuple[str, str]] = {}
        for thread_id, ns, checkpoint_id, *_ in rows:
            address = Address(thread_id, ns)
            spans[address] = (checkpoint_id, spans.get(address, ("", checkpoint_id))[1])
        waiting: dict[Address, dict[str, list[StoredWrite]]] = {}
        for address, (oldest, newest) in spans.items():
            waiting[address] = yield from self._writes(address, oldest, newest)
        return waiting

    def _lineage(self, address: Address, checkpoint_id: str | None) -> Operation[tuple[History, Record] | None]:
        """Return a checkpoint, and it with its ancestors up to the last whole one; without an id, the latest."""
        if checkpoint_id:
            rows = yield Statement(self._said.lineage, (*address, checkpoint_id, *address))
        else:
            rows = yield Statement(self._said.latest_lineage, (*address, *address, *address))
        if not rows:
            return None
        history = History()
        for row in rows:
            history.add(record_of(row, address.place(row[0])))
        newest_first = sorted(history.records.values(), key=lambda record: record.chain.depth, reverse=True)
        first, last = newest_first[0], newest_first[-1]
        if last.chain.depth:
            raise damaged(
                address.place(first.id), f"It is kept as a difference from {last.parent_id}, which is missing."
            )
        return history, first

    def _make_whole(self, address: Address, record: Record) -> Operation[bytes]:
        """Put everything that a difference leaves unsaid into it; return its new body."""
        found = yield from self._lineage(address, record.parent_id)
        assert found is not None, "the parent was there in this transaction"
        history, parent = found
        maps = history.maps_of(parent)
        maps.put_over(record.maps)
        body = body_of(maps, record.updated)
        record.maps, record.chain = maps, whole(len(body))
        return body

    def _writes(self, address: Address, oldest: str, newest: str) -> Operation[dict[str, list[StoredWrite]]]:
        rows = yield Statement(self._said.writes_between, (*address, oldest, newest))
        found: dict[str, list[StoredWrite]] = {}
        for row in rows:
            found.setdefault(row[0], []).append(write_of(row, f"a pending write on {address.place(row[0])}"))
        return found

    def _share(self, thread_id: str) -> Operation[None]:
        """Let other writers of the thread go on, but nobody delete it, until this transaction ends."""
        if self._said.share_lock is not None:
            yield Statement(self._said.share_lock, (thread_id,))

    def _alone(self, thread_id: str) -> Operation[None]:
        """Let nobody write to the thread until this transaction ends."""
        if self._said.sole_lock is not None:
            yield Statement(self._said.sole_lock, (thread_id,))
