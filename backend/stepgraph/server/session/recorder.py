"""The one task that gives a session's events their order: it numbers, stores, and then publishes them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy import Connection

from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.snapshot import Snapshot
from stepgraph.protocol.worker_frames import CheckpointRow, WritesRow
from stepgraph.server.session.audience import Audience
from stepgraph.server.session.ledger import Entry, Ledger, RecentEvents
from stepgraph.server.store.blobs import WholeBlob, put_blobs
from stepgraph.server.store.checkpoints import Tips, put_checkpoints, put_writes
from stepgraph.server.store.database import HistoryUnusable
from stepgraph.server.store.log import get_picture, head_of, put_addition
from stepgraph.server.store.sessions import LogKey, change_session
from stepgraph.server.store.store import Store

RECENT_EVENTS = 2_000
EVENTS_IN_ONE_COMMIT = 1_000
MAX_WAITING = 256
RETRY_S = 1.0


@dataclass(frozen=True, slots=True)
class Record:
    """What belongs together: events, and the checkpoints, writes and values that they came with."""

    events: Sequence[AnyEvent]
    checkpoints: Sequence[CheckpointRow] = ()
    writes: Sequence[WritesRow] = ()
    blobs: Sequence[WholeBlob] = ()
    stored: Callable[[], None] = field(default=lambda: None)
    """Called when it is committed."""
    refused: Callable[[Exception], None] | None = None
    """Called when it can never be stored, since it contradicts what is there; nothing of it is kept."""


log = logging.getLogger(__name__)

Turn = Callable[[], Awaitable[None]]


class Recorder:
    """Holds a session's current log. ``picture`` is the fold of what is committed."""

    def __init__(
        self,
        store: Store,
        audience: Audience,
        *,
        heard: Callable[[Sequence[AnyEvent]], None],
        now_ms: Callable[[], int],
    ) -> None:
        self.picture: Snapshot
        self.log: LogKey
        self._store = store
        self._audience = audience
        self._heard = heard
        self._now_ms = now_ms
        self._queue: deque[Record | Turn] = deque()
        self._wake = asyncio.Event()
        self._has_room = asyncio.Event()
        self._has_room.set()
        self._task: asyncio.Task[None] | None = None

    async def open(self, log: LogKey) -> None:
        """Go on with this log. Called before `start`, and later only inside a turn."""
        self.log = log
        self.picture = await self._store.read(partial(_newest_picture, log=log.number))
        self._ledger = Ledger(log.epoch, self.picture)
        self._recent = RecentEvents(limit=RECENT_EVENTS)

    def start(self) -> None:
        """Begin to work."""
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Finish what was handed in, and end."""
        if self._task is not None:
            await self.turn(_nothing)
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def hand_in(self, item: Record | Turn) -> None:
        """Put a record, or something to do between records, at the end of the order."""
        self._queue.append(item)
        if len(self._queue) > MAX_WAITING:
            self._has_room.clear()
        self._wake.set()

    async def room(self) -> None:
        """Wait until most of what was handed in is done."""
        await self._has_room.wait()

    async def turn(self, work: Turn) -> None:
        """Do something between records; returns when it is done."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def in_order() -> None:
            try:
                await work()
            # Whatever goes wrong is the asker's to tell; the order goes on.
            except Exception as error:  # noqa: BLE001 - see above
                done.set_exception(error)
            else:
                done.set_result(None)

        self.hand_in(in_order)
        await asyncio.shield(done)

    async def record(self, events: Sequence[AnyEvent]) -> None:
        """Tell events of the server's own, after all that was handed in before."""
        await self.turn(partial(self.record_now, events))

    async def record_now(self, events: Sequence[AnyEvent]) -> None:
        """Tell events of the server's own, inside a turn."""
        await self._enter([Record(events)])

    def snapshot_frame(self) -> bytes:
        """The newest committed picture as a frame."""
        return self._audience.snapshot(self.log.epoch, self.picture)

    def events_since(self, epoch: str | None, seq: int) -> list[bytes] | None:
        """What a page has missed that has events up to ``seq``, or None when only a snapshot will do."""
        return self._recent.since(seq) if epoch == self.log.epoch and seq > 0 else None

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                item = self._queue.popleft()
                if isinstance(item, Record):
                    await self._enter([item, *self._following(len(item.events))])
                else:
                    await self._take_turn(item)
                if len(self._queue) <= MAX_WAITING:
                    self._has_room.set()

    @staticmethod
    async def _take_turn(turn: Turn) -> None:
        try:
            await turn()
        # A mistake in one turn must not end the order for good: there is nobody who would start it again.
        except Exception:
            log.exception("a turn of a session failed")

    def _following(self, events: int) -> list[Record]:
        """Take the records that wait already into the same commit."""
        taken: list[Record] = []
        while self._queue and isinstance(record := self._queue[0], Record) and events < EVENTS_IN_ONE_COMMIT:
            taken.append(record)
            events += len(record.events)
            self._queue.popleft()
        return taken

    async def _enter(self, records: Sequence[Record]) -> None:
        events = [event for record in records for event in record.events]
        try:
            entry = self._ledger.enter(events)
            await self._patiently(partial(self._store.write, self._put(entry, records)))
        # Records that contradict what is there can fail anywhere below; whoever handed them in has to answer for it.
        except Exception as error:
            await self._patiently(partial(self.open, self.log))
            refusing = [record.refused for record in records if record.refused is not None]
            if not refusing:
                raise
            for refuse in refusing:
                refuse(error)
            return
        self.picture = entry.picture
        self._recent.extend(entry)
        self._audience.publish(entry.frames)
        self._heard(events)
        for record in records:
            record.stored()

    def _put(self, entry: Entry, records: Sequence[Record]) -> Callable[[Connection], None]:
        return partial(
            _put,
            entry=entry,
            records=records,
            log=self.log,
            tips=self._store.tips,
            session_changes=self._session_changes(entry.picture),
        )

    def _session_changes(self, picture: Snapshot) -> dict[str, object]:
        if picture.run.status == self.picture.run.status:
            return {}
        return {"status": picture.run.status, "used_ms": self._now_ms()}

    async def _patiently(self, work: Turn) -> None:
        is_waiting = False
        while True:
            try:
                await work()
            except HistoryUnusable as error:
                # Nothing is told that is not stored, and nothing is dropped: the run waits until the disk takes it.
                sentence = f"The history cannot be written ({error}). The run waits, and goes on when it can."
                self._audience.wait(sentence)
                is_waiting = True
                await asyncio.sleep(RETRY_S)
            else:
                break
        if is_waiting:
            self._audience.wait(None)


async def _nothing() -> None:
    pass


def _newest_picture(connection: Connection, *, log: int) -> Snapshot:
    return get_picture(connection, log, seq=head_of(connection, log))


def _put(
    connection: Connection,
    *,
    entry: Entry,
    records: Sequence[Record],
    log: LogKey,
    tips: Tips,
    session_changes: dict[str, object],
) -> None:
    put_addition(connection, log.number, entry.addition)
    for record in records:
        put_blobs(connection, log.session, record.blobs)
        put_checkpoints(connection, log.number, record.checkpoints, tips=tips)
        put_writes(connection, log.number, record.writes)
    if session_changes:
        change_session(connection, log.session, session_changes)
