"""Checkpoints as deltas of their parents, with a whole one every now and then so that each is read in few rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, Select, bindparam, literal, select
from sqlalchemy import Row as Found
from sqlalchemy.dialects.sqlite import insert

from stepgraph.protocol.worker_frames import CheckpointRow, PendingWrite, StoredCheckpoint, WritesRow
from stepgraph.server.store.blobs import get_blob
from stepgraph.server.store.bulk import Bulk, Row
from stepgraph.server.store.tables import checkpoints, pending_writes

MIN_TAIL_BYTES = 16 * 1024
"""Chains are not shortened for less."""


class DamagedHistory(Exception):
    """A checkpoint cannot be put together, since a part of its chain is missing."""


class Body(msgspec.Struct):
    """A checkpoint's content, as a delta or whole. A channel's value is here, or it is the stored value of that ref."""

    values: dict[str, bytes] = {}
    refs: dict[str, str] = {}
    cleared: tuple[str, ...] = ()
    versions: dict[str, int] = {}
    seen: dict[str, dict[str, int]] = {}

    def extend(self, delta: Body) -> None:
        """Become the state after ``delta``."""
        for channel in (*delta.cleared, *delta.values, *delta.refs):
            self.values.pop(channel, None)
            self.refs.pop(channel, None)
        self.values.update(delta.values)
        self.refs.update(delta.refs)
        self.versions.update(delta.versions)
        for node, versions in delta.seen.items():
            self.seen.setdefault(node, {}).update(versions)


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Body)


@dataclass(slots=True)
class Tips:
    """What is known of the newest rows, so that a run that goes on reads nothing. Used by the writer's thread only."""

    sizes: dict[tuple[int, str], tuple[str, int, int]] = field(default_factory=dict)


def put_checkpoints(connection: Connection, log: int, rows: Iterable[CheckpointRow], *, tips: Tips) -> None:
    """Store checkpoints as told, each after its parent; one with the id of a stored one replaces it."""
    waiting: list[Row] = []
    for row in rows:
        body = _body_of(row)
        encoded = _encoder.encode(body)
        place = _place(connection, log, row, tips=tips, size=len(encoded), waiting=waiting)
        if place.is_whole and row.parent is not None:
            _put.run(connection, waiting)
            waiting.clear()
            whole = _assemble(connection, log, row.ns, row.parent)
            whole.extend(body)
            encoded = _encoder.encode(whole)
            place = _Place(is_whole=True, tail_bytes=0, whole_bytes=len(encoded))
        waiting.append(_stored(log, row, encoded, place))
        tips.sizes[log, row.ns] = (row.id, place.tail_bytes, place.whole_bytes)
    _put.run(connection, waiting)


def put_writes(connection: Connection, log: int, rows: Iterable[WritesRow]) -> None:
    """Store tasks' pending writes. The first telling of a write stands; the engine's special ones are replaced."""
    kept: list[Row] = []
    replaced: list[Row] = []
    for row in rows:
        for write in row.writes:
            stored = (log, row.ns, row.checkpoint, row.task, write.index, row.path, write.channel, write.data)
            (replaced if write.index < 0 else kept).append(stored)
    _keep_write.run(connection, kept)
    _replace_write.run(connection, replaced)


@dataclass(frozen=True, slots=True)
class Names:
    """What the worker calls a log, and whose values it has."""

    session: str
    thread: str


def list_checkpoints(  # noqa: PLR0913 - the question that a worker may ask has these parts
    connection: Connection,
    log: int,
    ns: str,
    *,
    checkpoint: str | None,
    limit: int,
    before: str | None,
    names: Names,
) -> Iterator[StoredCheckpoint]:
    """Yield checkpoints, newest first, put together again."""
    wanted = select(checkpoints).where(checkpoints.c.log == log, checkpoints.c.ns == ns)
    if checkpoint is not None:
        wanted = wanted.where(checkpoints.c.id == checkpoint)
    if before is not None:
        border = select(checkpoints.c.number).where(
            checkpoints.c.log == log, checkpoints.c.ns == ns, checkpoints.c.id == before
        )
        wanted = wanted.where(checkpoints.c.number < border.scalar_subquery())
    rows = connection.execute(wanted.order_by(checkpoints.c.number.desc()).limit(limit)).all()
    for row in rows:
        yield _told(connection, row, names=names)


def has_checkpoint(connection: Connection, log: int, checkpoint: str) -> bool:
    """Say whether the root graph has this checkpoint."""
    wanted = select(checkpoints.c.number).where(
        checkpoints.c.log == log, checkpoints.c.ns == "", checkpoints.c.id == checkpoint
    )
    return connection.execute(wanted).first() is not None


def tasks_with_writes(connection: Connection, log: int, checkpoint: str) -> frozenset[str]:
    """Return the root's tasks whose writes are kept on a checkpoint."""
    wanted = select(pending_writes.c.task).where(
        pending_writes.c.log == log, pending_writes.c.ns == "", pending_writes.c.checkpoint == checkpoint
    )
    return frozenset(connection.scalars(wanted))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a row stands in its chain."""

    is_whole: bool
    tail_bytes: int
    whole_bytes: int


def _place(
    connection: Connection, log: int, row: CheckpointRow, *, tips: Tips, size: int, waiting: Sequence[Row]
) -> _Place:
    if row.parent is None:
        return _Place(is_whole=True, tail_bytes=0, whole_bytes=size)
    newest = tips.sizes.get((log, row.ns))
    if newest is None or newest[0] != row.parent:
        _put.run(connection, waiting)
        newest = _sizes(connection, log, row.ns, row.parent)
    tail_bytes, whole_bytes = newest[1] + size, newest[2]
    return _Place(tail_bytes > max(MIN_TAIL_BYTES, whole_bytes), tail_bytes, whole_bytes)


def _sizes(connection: Connection, log: int, ns: str, checkpoint: str) -> tuple[str, int, int]:
    wanted = select(checkpoints.c.tail_bytes, checkpoints.c.whole_bytes)
    row = connection.execute(
        wanted.where(checkpoints.c.log == log, checkpoints.c.ns == ns, checkpoints.c.id == checkpoint)
    ).first()
    if row is None:
        raise DamagedHistory(f"A checkpoint's parent is not stored: {checkpoint}.")
    return checkpoint, row.tail_bytes, row.whole_bytes


def _body_of(row: CheckpointRow) -> Body:
    return Body(
        values={value.channel: value.data for value in row.values if value.data is not None},
        refs={value.channel: value.ref for value in row.values if value.data is None and value.ref is not None},
        cleared=row.cleared,
        versions=row.versions,
        seen=row.seen,
    )


def _stored(log: int, row: CheckpointRow, body: bytes, place: _Place) -> Row:
    return (
        log,
        row.ns,
        row.id,
        row.parent,
        row.step,
        row.source,
        row.ts,
        None if row.updated is None else msgspec.json.encode(row.updated).decode(),
        row.metadata,
        body,
        place.is_whole,
        place.tail_bytes,
        place.whole_bytes,
    )


def _chain_of_bodies() -> Select[tuple[str | None, bytes, bool]]:
    columns = (checkpoints.c.parent, checkpoints.c.body, checkpoints.c.is_whole)
    place = (checkpoints.c.log == bindparam("in_log"), checkpoints.c.ns == bindparam("in_ns"))
    link = (
        select(*columns, literal(0).label("depth"))
        .where(*place, checkpoints.c.id == bindparam("of_id"))
        .cte("link", recursive=True)
    )
    link = link.union_all(
        select(*columns, link.c.depth + 1).where(*place, checkpoints.c.id == link.c.parent, link.c.is_whole.is_(False))
    )
    return select(link.c.parent, link.c.body, link.c.is_whole).order_by(link.c.depth.desc())


_chain = _chain_of_bodies()


def _assemble(connection: Connection, log: int, ns: str, checkpoint: str) -> Body:
    rows = connection.execute(_chain, {"in_log": log, "in_ns": ns, "of_id": checkpoint}).all()
    if not rows or not rows[0].is_whole:
        raise DamagedHistory(f"The checkpoint {checkpoint} cannot be put together: a part of its history is missing.")
    body = _decoder.decode(rows[0].body)
    for row in rows[1:]:
        body.extend(_decoder.decode(row.body))
    return body


def _told(connection: Connection, row: Found[Any], *, names: Names) -> StoredCheckpoint:
    body = _assemble(connection, row.log, row.ns, row.id)
    return StoredCheckpoint(
        thread=names.thread,
        ns=row.ns,
        id=row.id,
        parent=row.parent,
        step=row.step,
        source=_source(row.source),
        ts=row.ts,
        values=body.values | {channel: get_blob(connection, names.session, ref) for channel, ref in body.refs.items()},
        versions=body.versions,
        seen=body.seen,
        updated=None if row.updated is None else msgspec.json.decode(row.updated, type=tuple[str, ...]),
        metadata=row.metadata,
        writes=_writes_of(connection, row.log, row.ns, row.id, thread=names.thread),
    )


def _writes_of(connection: Connection, log: int, ns: str, checkpoint: str, *, thread: str) -> tuple[WritesRow, ...]:
    wanted = select(pending_writes).where(
        pending_writes.c.log == log, pending_writes.c.ns == ns, pending_writes.c.checkpoint == checkpoint
    )
    rows = connection.execute(wanted.order_by(pending_writes.c.task, pending_writes.c.place)).all()
    by_task: dict[tuple[str, str], list[PendingWrite]] = {}
    for row in rows:
        by_task.setdefault((row.task, row.path), []).append(PendingWrite(row.place, row.channel, row.data))
    return tuple(
        WritesRow(thread, ns, checkpoint, task, path, tuple(writes)) for (task, path), writes in by_task.items()
    )


Source = Literal["input", "loop", "update", "fork"]
_sources: dict[str, Source] = {"input": "input", "loop": "loop", "update": "update", "fork": "fork"}


def _source(text: str) -> Source:
    return _sources[text]


_columns = tuple(column.name for column in checkpoints.c if column.name != "number")
_insert_checkpoint = insert(checkpoints)
_put = Bulk(
    _insert_checkpoint.on_conflict_do_update(
        index_elements=["log", "ns", "id"],
        set_={name: _insert_checkpoint.excluded[name] for name in _columns if name not in {"log", "ns", "id"}},
    ),
    _columns,
)
_write_columns = tuple(column.name for column in pending_writes.c)
_insert_write = insert(pending_writes)
_keep_write = Bulk(_insert_write.on_conflict_do_nothing(), _write_columns)
_replace_write = Bulk(
    _insert_write.on_conflict_do_update(
        index_elements=["log", "ns", "checkpoint", "task", "place"],
        set_={name: _insert_write.excluded[name] for name in ("path", "channel", "data")},
    ),
    _write_columns,
)
