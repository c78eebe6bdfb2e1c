"""One session: it knows its document and its state, keeps its worker, and answers for what the worker did."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection

from stepgraph.protocol.compiled import identity_of
from stepgraph.protocol.events import (
    AnyEvent,
    GraphCompiled,
    GraphRejected,
    KeptTask,
    RunFailed,
    RunFinished,
    RunStopped,
    WorkerLost,
)
from stepgraph.protocol.frames import SessionView, Welcome, encoder
from stepgraph.protocol.problems import Problem
from stepgraph.protocol.shape import PROTOCOL_VERSION
from stepgraph.protocol.snapshot import Snapshot
from stepgraph.server.desk.target import named_file
from stepgraph.server.documents import GRAPH_LIST, content_hash
from stepgraph.server.outbox import Outbox
from stepgraph.server.refusals import Refusal
from stepgraph.server.session.audience import Audience, Listener
from stepgraph.server.session.losses import SERVER_ENDED, Loss, kept_tasks, loss_of, tell_killed, tell_loss
from stepgraph.server.session.recorder import Recorder
from stepgraph.server.session.worker_keeper import WorkerKeeper, not_loaded, stopped_while_loading
from stepgraph.server.session.worker_link import WorkerLink
from stepgraph.server.settings import Outside
from stepgraph.server.store.checkpoints import has_checkpoint, tasks_with_writes
from stepgraph.server.store.log import decode_event, get_events
from stepgraph.server.store.sessions import LogKey, SessionRow, add_log, change_session, get_log
from stepgraph.server.store.store import Store
from stepgraph.server.trust import Trust
from stepgraph.server.worker_process import WorkerCommand, WorkerEnd

State = Literal["untrusted", "loading", "ready", "rejected"]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all sessions of a server share."""

    store: Store
    trust: Trust
    worker: WorkerCommand
    outside: Outside
    listeners: tuple[Listener, ...] = ()


class Session:
    """A document opened for debugging. ``row`` is what of it is kept."""

    def __init__(self, row: SessionRow, surroundings: Surroundings) -> None:
        self.row = row
        self.state: State = "untrusted"
        self.audience = Audience(surroundings.listeners)
        self.recorder = Recorder(
            surroundings.store, self.audience, heard=self._heard, now_ms=surroundings.outside.now_ms
        )
        self.keeper = WorkerKeeper(self._start_worker)
        self.outside = surroundings.outside
        self.has_run = False
        """Whether the worker has a run, at work or paused."""
        self.is_stopping = False
        self.run_ended = asyncio.Event()
        self.shown_hash: str | None = None
        """Of the content that pages are shown of the document, where it is known."""
        self.when_compiled: Callable[[GraphCompiled], None] | None = None
        """Called with each graph that the worker compiles."""
        self._store = surroundings.store
        self._trust = surroundings.trust
        self._command = surroundings.worker
        self._last_event: str | None = None

    @property
    def path(self) -> Path:
        """Where the document is."""
        return Path(self.row.document)

    @property
    def picture(self) -> Snapshot:
        """The session now, as it is stored."""
        return self.recorder.picture

    async def open(self) -> None:
        """Take up the log where it ends. A run that nobody ended was lost with the server."""
        await self.recorder.open(await self._log(self.row.thread))
        if self.picture.run.status in {"running", "paused"} or self.picture.open is not None:
            kept = await self._kept()
            await self.recorder.record_now(tell_loss(self.picture, SERVER_ENDED, last_event=None, kept=kept))
        self.recorder.start()
        self.state = "loading" if await self._is_trusted() else "untrusted"

    async def close(self) -> None:
        """End the worker and the log's task."""
        await self.keeper.close()
        await self.recorder.close()

    def abandon(self) -> None:
        """End the worker without telling of it, since that cannot be written."""
        if self.keeper.link is not None:
            self.keeper.link.kill()

    @property
    def is_idle(self) -> bool:
        """Whether it has a worker that nobody needs now."""
        return self.keeper.is_alive and not self.has_run and not self.audience.pages

    # What pages see.

    def attach(self, page: Outbox, *, epoch: str | None, seq: int) -> None:
        """Let a page follow, from the events on that it has, or from a snapshot."""
        page.follow(self.recorder.snapshot_frame)
        page.tell(encoder.encode(self.welcome()))
        self.audience.pages.add(page)
        missed = self.recorder.events_since(epoch, seq)
        if missed is None:
            page.start_over()
        else:
            page.publish(missed)

    def detach(self, page: Outbox) -> None:
        """The page follows no longer."""
        self.audience.pages.discard(page)

    def welcome(self) -> Welcome:
        """What a page that follows has to know first."""
        return Welcome(
            version=PROTOCOL_VERSION,
            session=self._view(),
            epoch=self.recorder.log.epoch,
            seq=self.picture.seq,
        )

    def _view(self) -> SessionView:
        compiled = self.picture.graph
        return SessionView(
            session=self.row.id,
            document=self.row.document,
            graph=self.row.graph if compiled is None else compiled.graph,
            state=self.state,
            thread=self.row.thread,
            example=self.row.example,
            input=self.row.input,
        )

    # The document and its worker.

    async def grant_trust(self) -> None:
        """The person allows the document as it is shown. Raises Refusal."""
        # The file may hold something else by now, which nobody has seen.
        await self._trust.grant(self.path, self.shown_hash or await content_hash(self.path))
        if (target := self._target()) is not None:
            await self._trust.grant(target, await content_hash(target))

    def _target(self) -> Path | None:
        """Return the file that a langgraph.json means, which runs as well."""
        target = named_file(self.path, self.row.graph) if self.path.name == GRAPH_LIST else None
        return target if target is not None and target.is_file() else None

    async def _allows(self, source_hash: str) -> bool:
        if not await self._trust.allows(self.path, source_hash):
            return False
        target = self._target()
        return target is None or await self._trust.allows(target, await content_hash(target), for_list=self.path)

    async def _is_trusted(self) -> bool:
        try:
            return await self._allows(await content_hash(self.path))
        except Refusal:
            # What cannot be read is told when somebody wants to run it.
            return True

    async def require_trust(self) -> str:
        """Return the document's hash if it may run. Raises Refusal."""
        try:
            source_hash = await content_hash(self.path)
        except Refusal as refusal:
            await self._reject(refusal.problem)
            raise
        if not await self._allows(source_hash):
            self._enter_state("untrusted")
            raise Refusal("document.untrusted", f"{self.path.name} runs only after you trust it.")
        return source_hash

    async def ready_worker(self) -> WorkerLink:
        """Return a worker that has loaded the document as it is now. Raises Refusal."""
        source_hash = await self.require_trust()
        if self.state == "ready" and self.keeper.link is not None and self.keeper.fits(source_hash):
            return self.keeper.link
        return await self._load(source_hash)

    async def _load(self, source_hash: str) -> WorkerLink:
        self._enter_state("loading")
        self.audience.wait(f"Starting a process for {self.path.name}")
        picture = self.picture
        known_graph = None if picture.graph is None or picture.rejected is not None else identity_of(picture.graph)
        try:
            link = await self.keeper.load(
                path=self.row.document, graph=self.row.graph, source_hash=source_hash, known_graph=known_graph
            )
            if self.picture.rejected is not None:
                raise not_loaded(self.picture.rejected)
        except Refusal as refusal:
            self._enter_state("rejected")
            rejected = self.picture.rejected
            raise (refusal if rejected is None else not_loaded(rejected)) from None
        finally:
            self.audience.wait(None)
        self._enter_state("ready")
        return link

    async def _reject(self, problem: Problem) -> None:
        """There is no document to load."""
        rejected = self._rejected(problem)
        if self.picture.rejected != rejected:
            await self.recorder.record([rejected])
        self._enter_state("rejected")

    def _rejected(self, problem: Problem) -> GraphRejected:
        return GraphRejected("", "", document=self.row.document, problems=(problem,), candidates=())

    async def _start_worker(self) -> WorkerLink:
        return await WorkerLink.start(self._command, recorder=self.recorder, store=self._store, owner=self)

    def _enter_state(self, state: State) -> None:
        if state != self.state:
            self.state = state
            self.audience.tell(self.welcome())

    # The thread and the row.

    async def move_to(self, thread: str) -> None:
        """Make another thread the session's current one. Its worker ends: each thread's runs start in a clean one."""
        await self.keeper.end()
        log = await self._log(thread)
        await self.recorder.turn(partial(self.recorder.open, log))
        await self.change(thread=thread)
        for page in self.audience.pages:
            page.follow(self.recorder.snapshot_frame)
            page.start_over()
        self.audience.tell(self.welcome())

    async def change(self, **columns: object) -> None:
        """Keep something about the session."""
        used = {**columns, "used_ms": self.outside.now_ms()}
        self.row = await self._store.write(partial(change_session, session=self.row.id, changes=used))

    async def has_checkpoint(self, checkpoint: str) -> bool:
        """Say whether the current thread has this checkpoint."""
        return await self._store.read(partial(has_checkpoint, log=self.recorder.log.number, checkpoint=checkpoint))

    async def _log(self, thread: str) -> LogKey:
        epoch = self.outside.new_id()

        def get_or_add(connection: Connection) -> LogKey:
            return get_log(connection, self.row.id, thread) or add_log(connection, self.row.id, thread, epoch=epoch)

        return await self._store.write(get_or_add)

    # What the worker does.

    def begin_run(self) -> None:
        """A run is about to be the worker's."""
        self.has_run = True
        self.run_ended.clear()

    def end_run(self) -> None:
        """The worker has no run any more."""
        self.has_run = False
        self.run_ended.set()

    def _heard(self, events: Sequence[AnyEvent]) -> None:
        for event in events:
            if event.ns == "" and isinstance(event, RunFinished | RunFailed | RunStopped | WorkerLost):
                self.end_run()
            if event.ns == "" and isinstance(event, GraphCompiled) and self.when_compiled is not None:
                self.when_compiled(event)
        if events:
            self._last_event = str(type(events[-1]).__struct_config__.tag)

    def worker_waits(self, nodes: tuple[str, ...]) -> None:
        """A pause waits for these nodes."""
        self.audience.wait(f"Pausing, waiting for {', '.join(nodes)}" if nodes else None)

    async def worker_ended(self, link: WorkerLink, end: WorkerEnd) -> None:
        """Tell what became of the run, when the worker is gone before it ended."""
        loss = loss_of(end, fault=link.fault)
        if self.has_run:
            try:
                await self.recorder.record_now(await self._loss_of_run(loss))
            finally:
                self.end_run()
        elif link.source_hash is None and not link.is_ending:
            sentence = "It was stopped." if self.is_stopping else loss.sentence
            problem = stopped_while_loading(self.row.document, sentence)
            await self.recorder.record_now([self._rejected(problem)])

    async def _loss_of_run(self, loss: Loss) -> list[AnyEvent]:
        kept = await self._kept()
        if self.is_stopping:
            return tell_killed(self.picture, kept=kept)
        return tell_loss(self.picture, loss, last_event=self._last_event, kept=kept)

    async def _kept(self) -> tuple[KeptTask, ...]:
        picture = self.picture
        if picture.open is None or picture.checkpoint is None:
            return ()
        first, checkpoint, log = picture.open.seq_from, picture.checkpoint, self.recorder.log.number

        def kept(connection: Connection) -> tuple[KeptTask, ...]:
            rows = get_events(connection, log, first=first, last=picture.seq)
            events = (decode_event(event) for _, event in rows)
            return kept_tasks(events, with_writes=tasks_with_writes(connection, log, checkpoint))

        return await self._store.read(kept)
