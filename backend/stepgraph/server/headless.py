"""One run without a page: a session whose history is thrown away, and an ear for its events."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from stepgraph.protocol.commands import RunStart, RunStop
from stepgraph.protocol.problems import Problem
from stepgraph.server.open_session import OpenSession
from stepgraph.server.refusals import Refusal
from stepgraph.server.services import make_services, worker_command
from stepgraph.server.session.audience import Listener
from stepgraph.server.session.session import Session
from stepgraph.server.settings import Settings
from stepgraph.server.store.store import Store

FAILED = frozenset({"failed", "lost", "none"})
"""How a run ends badly. One that was lost before it told anything has no status at all."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How it went: refused before it began, with a sentence, or ended, well or not."""

    refusal: str | None = None
    status: str = "none"

    @property
    def has_failed(self) -> bool:
        """Whether the run ended by an error."""
        return self.status in FAILED


class HeadlessRun:
    """Runs one document once, to the end or to its first pause."""

    def __init__(self, folder: Path, *, listener: Listener, allowed: tuple[str, ...]) -> None:
        self._folder = folder
        self._listener = listener
        self._allowed = allowed
        self._is_asked_to_stop = asyncio.Event()

    def stop(self) -> None:
        """End the run early."""
        self._is_asked_to_stop.set()

    async def carry_out(self, document: Path, graph: str | None, *, start: Start) -> Verdict:
        """Open the document and run it."""
        settings = Settings(folder=Path.cwd(), data=self._folder, port=0)
        # Nobody reads this history after the run, so nothing waits for the disk.
        store = Store(self._folder / "history.sqlite", durability="none")
        worker = worker_command(settings.folder, allowed=self._allowed)
        services = make_services(settings, store, worker=worker, listeners=(self._listener,))
        try:
            opened = await services.sessions.open_named(document, graph)
            return await self._run(opened, start)
        except Refusal as refusal:
            return Verdict(refusal=_told(refusal.problem))
        finally:
            await services.close()

    async def _run(self, opened: OpenSession, start: Start) -> Verdict:
        rest = _Rest(opened.session)
        running = asyncio.create_task(self._started(opened, start, rest))
        stopping = asyncio.create_task(self._is_asked_to_stop.wait())
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not running.done():
            # What is not there yet, or any more, need not be stopped.
            with contextlib.suppress(Refusal):
                await opened.controls.carry_out(RunStop(type="run.stop"), stops=opened.controls.stops)
        await running
        # What the end of the program does to a paused run is not part of the trace.
        opened.session.audience.listeners.clear()
        return Verdict(status=opened.session.picture.run.status)

    async def _started(self, opened: OpenSession, start: Start, rest: _Rest) -> None:
        await opened.controls.start(start.command, max_steps=start.max_steps)
        await rest.wait()


@dataclass(frozen=True, slots=True)
class Start:
    """What to start the run with."""

    command: RunStart
    max_steps: int | None


class _Rest:
    """Knows when the run has come to rest."""

    def __init__(self, session: Session) -> None:
        self._is_paused = asyncio.Event()
        self._session = session
        session.audience.listeners.append(self)

    def publish(self, _frames: Sequence[bytes]) -> None:
        if self._session.picture.run.status == "paused":
            self._is_paused.set()

    async def wait(self) -> None:
        """Wait until the run has ended or pauses."""
        waiting = {asyncio.create_task(event.wait()) for event in (self._is_paused, self._session.run_ended)}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()


def _told(problem: Problem) -> str:
    if problem.path is None:
        return problem.sentence
    place = problem.path if problem.line is None else f"{problem.path}:{problem.line}"
    return problem.sentence if place in problem.sentence else f"{place}: {problem.sentence}"
