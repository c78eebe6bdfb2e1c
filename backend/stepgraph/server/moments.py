"""The past of a session: older supersteps, and the picture after each."""

from __future__ import annotations

from functools import partial

from sqlalchemy import Connection

from stepgraph.protocol.frames import EventFrame, Moment, Steps
from stepgraph.protocol.snapshot import StepEntry
from stepgraph.server.refusals import Refusal
from stepgraph.server.session.session import Session
from stepgraph.server.store.log import decode_event, get_events, get_picture, get_step, get_steps
from stepgraph.server.store.sessions import LogKey
from stepgraph.server.store.store import Store

MAX_EVENTS = 20_000


async def steps_before(session: Session, store: Store, *, before: int, limit: int) -> Steps:
    """Return the ended supersteps before the one with that key."""
    log = session.recorder.log.number
    return Steps(await store.read(partial(get_steps, log=log, before=before, limit=limit)))


async def moment_of(session: Session, store: Store, *, key: int) -> Moment:
    """Return the picture after a superstep and its events; of an open one, what there is so far. Raises Refusal."""
    picture, log = session.picture, session.recorder.log
    if picture.open is not None and picture.open.key == key:
        return await store.read(partial(_moment, log=log, entry=picture.open, last_seq=picture.seq))
    entry = await store.read(partial(get_step, log=log.number, key=key))
    if entry is None:
        raise Refusal("step.unknown", "This thread has no such superstep.")
    return await store.read(partial(_moment, log=log, entry=entry, last_seq=entry.seq_to))


def _moment(connection: Connection, *, log: LogKey, entry: StepEntry, last_seq: int) -> Moment:
    # One that says too much is cut: what it did to state is told by the picture in any case.
    last_told = min(last_seq, entry.seq_from + MAX_EVENTS)
    rows = get_events(connection, log.number, first=entry.seq_from, last=last_told)
    return Moment(
        epoch=log.epoch,
        key=entry.key,
        snapshot=get_picture(connection, log.number, seq=last_seq),
        events=tuple(EventFrame(log.epoch, seq, decode_event(event)) for seq, event in rows),
    )
