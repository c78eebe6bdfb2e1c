"""The session's end of a worker: requests and answers, batches on their way to the log, and what it may not do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Protocol

from sqlalchemy import Connection

from stepgraph.protocol.events import WorkerLost
from stepgraph.protocol.worker_frames import (
    CREDIT_BATCHES,
    MAX_FRAME_BYTES,
    AskStore,
    Batch,
    Beat,
    Credit,
    Done,
    FromWorker,
    StoredCheckpoint,
    Tell,
    ToWorker,
    Waits,
    encoder,
)
from stepgraph.server.refusals import Refusal
from stepgraph.server.session.recorder import Record, Recorder
from stepgraph.server.store.blobs import BlobPieces, DamagedValue
from stepgraph.server.store.checkpoints import DamagedHistory, Names, list_checkpoints
from stepgraph.server.store.store import Store
from stepgraph.server.worker_process import WorkerCommand, WorkerEnd, WorkerMisbehaved, WorkerProcess

CHECKPOINTS_IN_ONE_ANSWER = 100
FRAME_BYTES = 64
"""What a frame has beside what it carries, at most."""
CLOSED_SOCKET_S = 1.0
"""How long a worker may live on that has closed its socket."""


class Owner(Protocol):
    """The session, as its worker's link sees it."""

    async def worker_ended(self, link: WorkerLink, end: WorkerEnd) -> None:
        """Every frame of the worker is dealt with, and no more will come. Called inside a turn."""

    def worker_waits(self, nodes: tuple[str, ...]) -> None:
        """A pause waits for these nodes."""


class WorkerLink:
    """A running worker, as the session sees it."""

    def __init__(self, process: WorkerProcess, *, recorder: Recorder, store: Store, owner: Owner) -> None:
        self.source_hash: str | None = None
        self.fault: str | None = None
        self.is_ending = False
        self.gone = asyncio.Event()
        self._process = process
        self._recorder = recorder
        self._store = store
        self._owner = owner
        self._pieces = BlobPieces()
        self._waiting: dict[int, asyncio.Future[Done]] = {}
        self._last_id = 0
        self._under_way = 0
        self._task = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, command: WorkerCommand, *, recorder: Recorder, store: Store, owner: Owner) -> WorkerLink:
        """Start a worker for a session."""
        try:
            process = await WorkerProcess.start(command)
        except OSError as error:
            sentence = f"The process for the graph could not be started: {error.strerror or error}. Try again."
            raise Refusal("worker.not_started", sentence) from error
        return cls(process, recorder=recorder, store=store, owner=owner)

    @property
    def pid(self) -> int:
        """The worker's process."""
        return self._process.pid

    async def request(self, make: Callable[[int], ToWorker]) -> Done:
        """Send a frame and wait until it is carried out; what it caused is stored by then. Raises Refusal."""
        self._last_id += 1
        number = self._last_id
        answer: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        if self.gone.is_set():
            raise _is_gone()
        self._waiting[number] = answer
        self._process.send(make(number))
        done = await answer
        if done.problem is not None:
            raise Refusal.of(done.problem)
        return done

    def send(self, make: Callable[[int], ToWorker]) -> None:
        """Send a frame whose answer nobody waits for."""
        self._last_id += 1
        self._waiting[self._last_id] = asyncio.get_running_loop().create_future()
        self._process.send(make(self._last_id))

    def tell(self, frame: ToWorker) -> None:
        """Send a frame that has no answer."""
        self._process.send(frame)

    def interrupt(self) -> None:
        """Do what Ctrl-C does."""
        self._process.interrupt()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    async def _listen(self) -> None:
        try:
            while (frame := await self._process.receive()) is not None:
                self._take(frame)
                await self._recorder.room()
        except WorkerMisbehaved as error:
            self._blame(str(error))
        # Whatever holds the socket no longer is of no use without it.
        deadline = asyncio.get_running_loop().call_later(CLOSED_SOCKET_S, self._process.kill)
        end = await self._process.ended()
        deadline.cancel()
        self._recorder.hand_in(partial(self._end, end))

    async def _end(self, end: WorkerEnd) -> None:
        try:
            await self._owner.worker_ended(self, end)
        finally:
            # Whoever waits hears of the end when it is told, and not before.
            self._tell_gone()

    def _tell_gone(self) -> None:
        self.gone.set()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(_is_gone())
                # Of those that nobody waits for nobody wants to know.
                answer.exception()

    def _blame(self, what: str) -> None:
        self.fault = self.fault or what
        self._process.kill()

    def _take(self, frame: FromWorker) -> None:
        match frame:
            case Batch():
                self._take_batch(frame)
            case Done():
                self._recorder.hand_in(partial(self._answer, frame))
            case AskStore():
                self._recorder.hand_in(partial(self._look_up, frame))
            case Waits():
                self._owner.worker_waits(frame.nodes)
            case Beat():
                pass
            case _:
                raise WorkerMisbehaved("it sent a message that only a reader sends")

    def _take_batch(self, batch: Batch) -> None:
        self._under_way += 1
        if self._under_way > CREDIT_BATCHES:
            raise WorkerMisbehaved("it sent more than it was allowed to at once")
        threads = {row.thread for row in batch.checkpoints} | {row.thread for row in batch.writes}
        if threads - {self._recorder.log.thread}:
            raise WorkerMisbehaved("it wrote to a thread that is not its own")
        if any(isinstance(event, WorkerLost) for event in batch.events):
            raise WorkerMisbehaved("it told of its own end")
        try:
            blobs = self._pieces.take(batch.blobs)
        except ValueError as error:
            raise WorkerMisbehaved(str(error)) from error
        self._recorder.hand_in(
            Record(
                batch.events,
                batch.checkpoints,
                batch.writes,
                blobs,
                stored=self._give_credit,
                refused=lambda error: self._blame(f"it told what cannot be stored ({error})"),
            )
        )

    def _give_credit(self) -> None:
        self._under_way -= 1
        self._process.send(Credit(1))

    async def _answer(self, done: Done) -> None:
        answer = self._waiting.pop(done.id, None)
        if answer is None:
            self._blame("it answered what was not asked")
        elif not answer.done():
            answer.set_result(done)

    async def _look_up(self, ask: AskStore) -> None:
        log = self._recorder.log
        if ask.thread != log.thread:
            self._blame("it asked for a thread that is not its own")
            return
        names = Names(log.session, log.thread)
        try:
            found = await self._store.read(partial(_found, ask=ask, log=log.number, names=names))
        except (DamagedHistory, DamagedValue) as error:
            self._blame(f"it cannot go on from what is stored ({error})")
            return
        self._process.send(Tell(ask.id, tuple(found)))
        await self._process.drain()


def _found(connection: Connection, *, ask: AskStore, log: int, names: Names) -> list[StoredCheckpoint]:
    """What is asked for, as much of it as one frame takes; who wants more asks for what is before the last."""
    limit = 1 if ask.limit is None else min(ask.limit, CHECKPOINTS_IN_ONE_ANSWER)
    listed = list_checkpoints(
        connection, log, ask.ns, checkpoint=ask.checkpoint, limit=limit, before=ask.before, names=names
    )
    found: list[StoredCheckpoint] = []
    left = MAX_FRAME_BYTES
    for checkpoint in listed:
        left -= len(encoder.encode(checkpoint)) + FRAME_BYTES
        if left < 0 and found:
            break
        if left < 0:
            raise DamagedHistory(f"the state at a checkpoint is larger than {MAX_FRAME_BYTES:,} bytes")
        found.append(checkpoint)
    return found


def _is_gone() -> Refusal:
    return Refusal("worker.gone", "The process that runs the graph ended before it could answer. Try again.")
