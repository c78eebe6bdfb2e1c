"""The end of a server: nothing is left running, and nothing is waited for that cannot come."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from stepgraph.server.refusals import Refusal
from stepgraph.server.session.recorder import Recorder
from stepgraph.server.session.session import Session
from stepgraph.server.session.worker_keeper import WorkerKeeper
from stepgraph.server.session.worker_link import WorkerLink
from stepgraph.server.worker_process import WorkerEnd
from tests.support.serving import GRAPHS, Server, fake_worker, page, running_server

ROUNDS = 10
"""A page that leaves at once meets the start of the worker at another place in each."""


class Starts:
    """Workers that start when they are let."""

    def __init__(self, server: Server, session: Session) -> None:
        self.started: list[WorkerLink] = []
        self.may_start = asyncio.Event()
        self._server = server
        self._session = session

    async def __call__(self) -> WorkerLink:
        await self.may_start.wait()
        recorder: Recorder = self._session.recorder
        store = self._server.services.store
        link = await WorkerLink.start(fake_worker(GRAPHS), recorder=recorder, store=store, owner=self)
        self.started.append(link)
        return link

    async def worker_ended(self, link: WorkerLink, end: WorkerEnd) -> None:
        """Nobody is told."""

    def worker_waits(self, nodes: tuple[str, ...]) -> None:
        """Nobody is told."""


@pytest.fixture
async def starts(server: Server, counter: Path) -> Starts:
    """What starts workers for a session of a running server."""
    found = await server.services.sessions.find(await server.open(counter))
    assert found is not None
    return Starts(server, found.session)


async def test_a_worker_that_is_being_started_ends_with_its_session(starts: Starts, counter: Path) -> None:
    """Closing waits for the start, and leaves no process behind."""
    keeper = WorkerKeeper(starts)
    load = partial(keeper.load, path=str(counter), graph=None, source_hash="", known_graph=None)
    loading = asyncio.create_task(load())
    await asyncio.sleep(0)
    closing = asyncio.create_task(keeper.close())
    await asyncio.sleep(0)
    is_waiting = not closing.done()
    starts.may_start.set()
    await asyncio.wait([closing, loading])

    assert is_waiting
    assert [link.gone.is_set() for link in starts.started] == [True]


async def test_no_worker_is_started_after_its_session_is_closed(starts: Starts, counter: Path) -> None:
    """Who asks too late is told so."""
    keeper = WorkerKeeper(starts)
    starts.may_start.set()
    await keeper.close()

    with pytest.raises(Refusal, match="server is ending"):
        await keeper.load(path=str(counter), graph=None, source_hash="", known_graph=None)
    assert starts.started == []


def test_a_server_that_ends_while_a_document_loads_comes_to_its_end(tmp_path: Path, counter: Path) -> None:
    """The loop of its own ends with it, wherever in the start of the worker that is."""

    async def serve(data: Path, turns: int) -> bool:
        async with running_server(data) as server:
            session = await server.open(counter)
            async with page(server, session):
                for _ in range(turns):
                    await asyncio.sleep(0)
            found = await server.services.sessions.find(session)
        assert found is not None
        return found.session.keeper.is_alive

    alive = [asyncio.run(serve(tmp_path / str(turns), turns)) for turns in range(0, 20 * ROUNDS, 20)]

    assert not any(alive)
