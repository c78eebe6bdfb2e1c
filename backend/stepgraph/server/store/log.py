"""A thread's log: its events, its supersteps, and pictures of it every now and then so that each moment is near one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, func, select

from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.fold import EMPTY, Folder
from stepgraph.protocol.snapshot import STEPS_IN_SNAPSHOT, Snapshot, StepEntry
from stepgraph.server.store.bulk import Bulk
from stepgraph.server.store.tables import events, keyframes, steps

encode_event = msgspec.json.Encoder().encode
decode_event = msgspec.json.Decoder(AnyEvent).decode
_encode = msgspec.msgpack.Encoder().encode
_decode_entry = msgspec.msgpack.Decoder(StepEntry).decode
_add_events = Bulk(events.insert(), ("log", "seq", "event"))
_add_steps = Bulk(steps.insert(), ("log", "key", "entry"))
_decode_snapshot = msgspec.msgpack.Decoder(Snapshot).decode


@dataclass(frozen=True, slots=True)
class Addition:
    """What a batch of events adds to a log. ``events`` are encoded; the first has ``first_seq``, the others follow."""

    first_seq: int
    events: Sequence[bytes]
    steps: Sequence[StepEntry]
    keyframe: bytes | None


def encode_keyframe(snapshot: Snapshot) -> bytes:
    """Encode a picture for `Addition.keyframe`. Its steps are left out: they have rows of their own."""
    return _encode(replace(snapshot, steps=()))


def put_addition(connection: Connection, log: int, addition: Addition) -> None:
    """Store what a batch adds."""
    _add_events.run(connection, [(log, seq, event) for seq, event in enumerate(addition.events, addition.first_seq)])
    _add_steps.run(connection, [(log, entry.key, _encode(entry)) for entry in addition.steps])
    if addition.keyframe is not None:
        seq = addition.first_seq + len(addition.events) - 1
        connection.execute(keyframes.insert().values(log=log, seq=seq, snapshot=addition.keyframe))


def head_of(connection: Connection, log: int) -> int:
    """Return the seq of the last event; 0 for none."""
    return connection.scalar(select(func.max(events.c.seq)).where(events.c.log == log)) or 0


def get_events(connection: Connection, log: int, *, first: int, last: int) -> list[tuple[int, bytes]]:
    """Return encoded events with their seq, in order, both ends included."""
    wanted = select(events.c.seq, events.c.event).where(events.c.log == log, events.c.seq.between(first, last))
    return [(row.seq, row.event) for row in connection.execute(wanted.order_by(events.c.seq))]


def get_steps(connection: Connection, log: int, *, before: int, limit: int) -> tuple[StepEntry, ...]:
    """Return the newest ended supersteps whose key is below ``before``, oldest first."""
    wanted = select(steps.c.entry).where(steps.c.log == log, steps.c.key < before)
    rows = connection.scalars(wanted.order_by(steps.c.key.desc()).limit(limit)).all()
    return tuple(_decode_entry(row) for row in reversed(rows))


def get_step(connection: Connection, log: int, key: int) -> StepEntry | None:
    """Return one ended superstep."""
    entry = connection.scalar(select(steps.c.entry).where(steps.c.log == log, steps.c.key == key))
    return None if entry is None else _decode_entry(entry)


def get_picture(connection: Connection, log: int, *, seq: int) -> Snapshot:
    """Return the picture after the event with that seq: the newest stored one before it, and the events since."""
    snapshot = _keyframe_before(connection, log, seq=seq)
    folder = Folder(snapshot)
    for number, event in get_events(connection, log, first=snapshot.seq + 1, last=seq):
        folder.fold(number, decode_event(event))
    return folder.snapshot()


def _keyframe_before(connection: Connection, log: int, *, seq: int) -> Snapshot:
    wanted = select(keyframes.c.snapshot).where(keyframes.c.log == log, keyframes.c.seq <= seq)
    encoded = connection.scalar(wanted.order_by(keyframes.c.seq.desc()).limit(1))
    if encoded is None:
        return EMPTY
    snapshot = _decode_snapshot(encoded)
    ended = snapshot.step_count if snapshot.open is None else snapshot.open.key
    return replace(snapshot, steps=get_steps(connection, log, before=ended, limit=STEPS_IN_SNAPSHOT))
