"""A session that somebody asked for: its run, its document's desk, and the pages that follow it."""

from __future__ import annotations

import asyncio
import contextlib

from stepgraph.protocol.commands import AnyCommand
from stepgraph.protocol.events import GraphCompiled
from stepgraph.protocol.frames import Accepted
from stepgraph.server.desk.commands import DeskCommand, carry_out, needs_file
from stepgraph.server.desk.desk import Desk
from stepgraph.server.desk.desks import Desks
from stepgraph.server.outbox import Outbox
from stepgraph.server.refusals import Refusal
from stepgraph.server.session.controls import Controls
from stepgraph.server.session.session import Session


class OpenSession:
    """A session, and what carries out its commands. Those about the document do not wait for those about the run."""

    def __init__(self, session: Session, desks: Desks) -> None:
        self.session = session
        self.controls = Controls(session)
        self._desks = desks
        self._desk: Desk | None = None
        self._named: str | None = None
        """What the session's graph is called in the file that is edited, where its document only names both."""
        """Whether the session's document only names the file that is edited."""
        self._loaded_hash: str | None = None
        self._loading: asyncio.Task[None] | None = None
        self._showing: dict[Outbox, asyncio.Task[None]] = {}
        session.when_compiled = self._compiled

    # Pages.

    def follow(self, page: Outbox, *, epoch: str | None, seq: int) -> None:
        """Let a page follow the events, from those on that it has, and the document."""
        self.session.attach(page, epoch=epoch, seq=seq)
        self.show_graph()
        self._showing[page] = asyncio.create_task(self._show_document(page))

    def leave(self, page: Outbox) -> None:
        """The page follows no longer."""
        self.session.detach(page)
        showing = self._showing.pop(page, None)
        if showing is not None:
            showing.cancel()
        if self._desk is not None:
            self._desk.detach(page)

    def show_graph(self) -> None:
        """Load the document, unless that was done before: the graph is to be seen before anybody asks for a run."""
        is_worth_another_try = self.session.state == "rejected" and self._loading is not None and self._loading.done()
        if self._loading is None or is_worth_another_try:
            self._loading = asyncio.create_task(self._load())

    # Commands.

    async def carry_out(self, command: AnyCommand) -> Accepted:
        """Do what a page asks. Raises Refusal."""
        if isinstance(command, DeskCommand):
            return await carry_out(await self._opened_desk(), command, graph=self._graph)
        # Counted before the document is saved, which may take until after a Stop that was asked for later.
        stops = self.controls.stops
        if needs_file(command, has_run=self.session.has_run):
            await self._save_document()
            self.session.shown_hash = None if self._desk is None or self._named is not None else self._desk.file_hash
        return await self.controls.carry_out(command, stops=stops)

    async def close(self) -> None:
        """End the run politely, then the worker."""
        await self.controls.close()
        await self.session.close()
        if self._loading is not None:
            # There is no worker to load it any more.
            self._loading.cancel()
            await asyncio.wait([self._loading])

    # The document.

    @property
    def _graph(self) -> str | None:
        compiled = self.session.picture.graph
        # What a langgraph.json calls a graph need not be its name in the file.
        return self._named or self.session.row.graph or (None if compiled is None else compiled.graph)

    async def _show_document(self, page: Outbox) -> None:
        # Why it cannot be read is told by the session's state and its events.
        with contextlib.suppress(Refusal):
            desk = await self._opened_desk()
            desk.attach(page, named=self._named)

    async def _opened_desk(self) -> Desk:
        desk, self._named = await self._desks.of(self.session.path, self.session.row.graph)
        if desk is not self._desk:
            self._desk = desk
            self._loaded_hash = desk.file_hash
            compiled = self.session.picture.graph
            if compiled is not None and self.session.picture.rejected is None:
                self._compiled(compiled)
        return desk

    def _compiled(self, graph: GraphCompiled) -> None:
        if self._desk is not None and self._named is None:
            self._desk.compiled(graph)

    async def _save_document(self) -> None:
        desk = self._desk
        if desk is None:
            return
        await desk.file.flush()
        if self._named is not None and desk.file_hash != self._loaded_hash:
            # The worker only compares the document, which names this file and did not change itself.
            self._loaded_hash = desk.file_hash
            await self.controls.start_over()

    async def _load(self) -> None:
        # Why it does not load is told by the session's state and its events.
        with contextlib.suppress(Refusal):
            await self.controls.load()
