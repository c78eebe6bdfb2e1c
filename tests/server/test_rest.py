"""What a server does when nothing happens, or when the disk does not take anything: it keeps what there is."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from pathlib import Path

import pytest

from stepgraph.protocol.events import RunFinished, RunPaused, WorkerLost
from stepgraph.protocol.frames import Accepted, Waiting
from stepgraph.server import sessions
from stepgraph.server.store import database
from tests.support.pictures import numbers_at_steps
from tests.support.programs import ends
from tests.support.serving import GRAPHS, Server, code_of, page, running_server


async def test_a_worker_that_nobody_needs_is_ended_and_comes_back(server: Server, counter: Path) -> None:
    """A session that no page looked at for a while keeps its history and no process."""
    session = await server.open(counter)
    async with page(server, session) as opened:
        await opened.state("ready")
        looked_at = await server.services.sessions.let_rest(frozenset())
    idle = await server.services.sessions.let_rest(frozenset())
    after = await server.services.sessions.let_rest(idle)
    async with page(server, session) as again:
        await again.ask(type="run.start", input={"n": 0})
        await again.event(RunFinished)

    assert (looked_at, idle, after) == (frozenset(), frozenset({session}), frozenset({session}))
    assert await server.services.sessions.let_rest(frozenset()) == frozenset({session})
    assert numbers_at_steps(again.events()) == {1: "1", 2: "2", 3: "3"}


@pytest.mark.usefixtures("impatient")
async def test_a_running_worker_is_not_ended_when_its_page_goes(server: Server) -> None:
    """A run goes on without anybody who looks."""
    session = await server.open(GRAPHS / "endless.py")
    async with page(server, session) as opened:
        await opened.state("ready")
        await opened.ask(type="run.start", input={"n": 1})

    assert await server.services.sessions.let_rest(frozenset({session})) == frozenset()


@pytest.mark.slow
async def test_a_history_that_another_program_holds_is_waited_for(
    tmp_path: Path, counter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is told that is not stored: the run waits, says so, and goes on; a command is refused."""
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 50)
    async with running_server(tmp_path / "data") as server:
        session = await server.open(counter)
        async with page(server, session) as opened:
            await opened.state("ready")
            with sqlite3.connect(tmp_path / "data" / "history.sqlite", isolation_level=None) as other:
                other.execute("BEGIN IMMEDIATE")
                refused = await opened.ask(type="run.start", input={"n": 0})
                other.execute("COMMIT")
                accepted = await opened.ask(type="run.start", input={"n": 0}, until="superstep")
                other.execute("BEGIN IMMEDIATE")
                await opened.send(type="run.continue")
                waiting = await opened.until(lambda frame: isinstance(frame, Waiting) and frame.sentence is not None)
                other.execute("COMMIT")
            await opened.event(RunFinished)

    assert (code_of(refused), accepted) == ("history.unusable", Accepted())
    assert isinstance(waiting, Waiting)
    assert "history cannot be written" in (waiting.sentence or "")
    assert [frame.seq for frame in opened.events()] == list(range(1, len(opened.events()) + 1))
    assert numbers_at_steps(opened.events()) == {1: "1", 2: "2", 3: "3"}


@pytest.mark.slow
async def test_a_history_that_is_gone_is_waited_for(tmp_path: Path, counter: Path) -> None:
    """What is written on a deleted file would be lost: the run waits, even when its process is lost meanwhile."""
    history = tmp_path / "data" / "history.sqlite"
    async with running_server(tmp_path / "data") as server:
        session = await server.open(counter)
        async with page(server, session) as opened:
            await opened.state("ready")
            await opened.ask(type="run.start", input={"n": 0}, until="superstep")
            await opened.event(RunPaused)
            await opened.ask(type="run.step")
            await opened.event(RunPaused)
            history.rename(tmp_path / "away")
            await opened.send(type="run.step")
            waiting = await opened.until(lambda frame: isinstance(frame, Waiting) and frame.sentence is not None)
            refused = await opened.ask(type="document.open", path="long_count.py")
            os.kill(await server.worker_of(session), signal.SIGKILL)
            (tmp_path / "away").rename(history)
            lost = await opened.event(WorkerLost)
            await opened.ask(type="run.continue")
            await opened.event(RunFinished)

    assert isinstance(waiting, Waiting)
    assert "moved or deleted" in (waiting.sentence or "")
    assert (code_of(refused), lost.signal) == ("history.unusable", signal.SIGKILL)
    assert [frame.seq for frame in opened.events()] == list(range(1, len(opened.events()) + 1))
    assert numbers_at_steps(opened.events()) == {1: "1", 2: "2", 3: "3"}


@pytest.mark.usefixtures("impatient")
async def test_a_server_ends_even_when_the_history_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What could not be kept is told in the log, and the process of the graph ends all the same."""
    monkeypatch.setattr(sessions, "CLOSE_S", 0.1)
    history = tmp_path / "data" / "history.sqlite"
    async with running_server(tmp_path / "data") as server:
        session = await server.open(GRAPHS / "counter.py")
        async with page(server, session) as opened:
            await opened.state("ready")
            await opened.ask(type="run.start", input={"n": 0}, until="superstep")
            guard = await server.worker_of(session)
            history.rename(tmp_path / "away")

    assert "could not be written to its end" in caplog.text
    assert await asyncio.to_thread(ends, guard)


async def test_a_damaged_history_is_a_refusal_and_no_mistake(server: Server, counter: Path) -> None:
    """What the file holds is nobody's mistake in the server; it says what is wrong, and lives."""
    await server.open(counter)
    path = server.services.store.path
    await server.services.store.write(lambda _connection: None)
    for file in (path, path.with_name(f"{path.name}-wal")):
        file.write_bytes(b"garbage!" * (file.stat().st_size // 8))
    async with page(server) as opened, server.http(await server.token()) as http:
        answer = await opened.ask(type="document.open", path="long_count.py")
        start = await http.get("/api/start")

    assert (code_of(answer), start.status_code in {200, 503}) == ("history.unusable", True)
