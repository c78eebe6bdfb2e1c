"""All sessions of a server: opened by file, example or name, taken up again from the store when they are asked for."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from hashlib import sha256
from pathlib import Path

from stepgraph.protocol.commands import DocumentCreate, DocumentOpen
from stepgraph.server.desk.create import content_of, make_file
from stepgraph.server.desk.desks import Desks
from stepgraph.server.documents import Documents, content_hash
from stepgraph.server.open_session import OpenSession
from stepgraph.server.refusals import Refusal
from stepgraph.server.session.session import Session, Surroundings
from stepgraph.server.store.sessions import (
    SessionRow,
    add_session,
    find_example,
    find_session,
    get_session,
    recent_sessions,
)

RECENT = 30
IDLE_S = 10 * 60.0
"""How long a session's worker is kept that has no run, and that no page looks at; at most twice as long."""

CLOSE_S = 5.0
"""How long a session may take to end; one whose history cannot be written would wait for ever."""

log = logging.getLogger(__name__)


class Sessions:
    """Gives each session one place in memory, whoever asks for it."""

    def __init__(self, surroundings: Surroundings, documents: Documents, desks: Desks) -> None:
        self._surroundings = surroundings
        self._documents = documents
        self.desks = desks
        self._open: dict[str, asyncio.Task[OpenSession]] = {}

    async def open(self, command: DocumentOpen) -> OpenSession:
        """Open what a page asks for. Runs nothing that is not trusted. Raises Refusal."""
        asked = [part for part in (command.path, command.example, command.session) if part is not None]
        if len(asked) != 1:
            raise Refusal("document.which", "Name one thing to open: a path, an example or a session.")
        if command.session is not None:
            found = await self.find(command.session)
            if found is None:
                raise Refusal("session.unknown", "There is no such session any more.")
            if command.graph is None or command.graph == found.session.row.graph:
                return found
            return await self.open_file(found.session.path, command.graph)
        if command.example is not None:
            return await self.open_example(command.example)
        return await self.open_file(self._documents.inside(command.path or ""), command.graph)

    async def create(self, command: DocumentCreate) -> OpenSession:
        """Make a file and open it; what was made from a template of ours is trusted. Raises Refusal."""
        content = content_of(command, self._documents.templates)
        path, is_new = await asyncio.to_thread(make_file, self._documents.folder, command.path, content)
        if is_new and command.template is not None:
            await self._surroundings.trust.grant(path, sha256(content).hexdigest())
        return await self.open_file(path, None)

    async def open_named(self, path: Path, graph: str | None) -> OpenSession:
        """Open the file that the person started the server with, which trusts it."""
        self._surroundings.trust.name(path)
        return await self.open_file(path, graph)

    async def open_file(self, path: Path, graph: str | None) -> OpenSession:
        """Open a file: its newest session, or a new one."""
        await content_hash(path)
        row = await self._surroundings.store.read(partial(find_session, document=str(path), graph=graph))
        return await self._take_up(row or await self._new(path, graph=graph, example=None))

    async def open_example(self, example: str) -> OpenSession:
        """Open a shipped example as a copy: the newest one, when nothing about it has changed."""
        shipped = self._documents.example(example)
        row = await self._surroundings.store.read(partial(find_example, example=example))
        if row is None or not await _is_same(Path(row.document), shipped.path):
            copy = await asyncio.to_thread(self._documents.copy_of, shipped)
            row = await self._new(copy, graph=None, example=example)
        return await self._take_up(row)

    async def find(self, session: str) -> OpenSession | None:
        """Return a session by its name."""
        row = await self._surroundings.store.read(partial(get_session, session=session))
        return None if row is None else await self._take_up(row)

    async def recent(self) -> list[SessionRow]:
        """Return the sessions that were used last."""
        return await self._surroundings.store.read(partial(recent_sessions, limit=RECENT))

    async def let_idle_ones_rest(self) -> None:
        """End, for ever and ever, the workers of sessions that nobody has looked at for a while."""
        idle: frozenset[str] = frozenset()
        unseen: frozenset[Path] = frozenset()
        while True:
            await asyncio.sleep(IDLE_S)
            idle = await self.let_rest(idle)
            unseen = await self.desks.let_rest(unseen)

    async def let_rest(self, idle_before: frozenset[str]) -> frozenset[str]:
        """End the workers of sessions that were idle before and still are; return those that are idle now."""
        done = [task for task in self._open.values() if task.done() and not task.cancelled() and not task.exception()]
        idle = {found.session.row.id: found for found in (task.result() for task in done) if found.session.is_idle}
        for session in idle_before & idle.keys():
            await idle[session].controls.rest()
        return frozenset(idle)

    async def close(self) -> None:
        """End all runs politely, then all workers; save what is edited."""
        await asyncio.gather(self.desks.close(), *(self._close(task) for task in self._open.values()))

    async def _new(self, path: Path, *, graph: str | None, example: str | None) -> SessionRow:
        outside = self._surroundings.outside
        row = SessionRow(
            id=outside.new_id(),
            document=str(path),
            graph=graph,
            example=example,
            thread=outside.new_id(),
            input=None,
            context=None,
            recursion_limit=None,
            status="none",
            made_ms=outside.now_ms(),
            used_ms=outside.now_ms(),
        )
        await self._surroundings.store.write(partial(add_session, row=row))
        return row

    async def _take_up(self, row: SessionRow) -> OpenSession:
        task = self._open.get(row.id)
        if task is None:
            task = asyncio.create_task(self._opened(row))
            self._open[row.id] = task
        try:
            return await asyncio.shield(task)
        except Exception:
            self._open.pop(row.id, None)
            raise

    async def _opened(self, row: SessionRow) -> OpenSession:
        session = Session(row, self._surroundings)
        await session.open()
        return OpenSession(session, self.desks)

    async def _close(self, task: asyncio.Task[OpenSession]) -> None:
        # One session that does not end well must not keep the others, or the server, from ending.
        try:
            async with asyncio.timeout(CLOSE_S):
                await (await task).close()
        except TimeoutError:
            session = (await task).session
            session.abandon()
            log.warning("The history of %s could not be written to its end.", session.row.document)
        except Exception:
            log.exception("a session did not end well")


async def _is_same(copy: Path, shipped: Path) -> bool:
    try:
        return await content_hash(copy) == await content_hash(shipped)
    except Refusal:
        return False
