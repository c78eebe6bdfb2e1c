"""The session's worker: started when it is needed, with the document as it is now; ended politely, then for good."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial

from stepgraph.protocol.events import GraphRejected
from stepgraph.protocol.problems import Problem
from stepgraph.protocol.worker_frames import Load, Quit
from stepgraph.server.refusals import Refusal
from stepgraph.server.session.worker_link import WorkerLink

QUIT_S = 0.5

Start = Callable[[], Awaitable[WorkerLink]]


class WorkerKeeper:
    """At most one worker, which has loaded one document."""

    def __init__(self, start: Start) -> None:
        self.link: WorkerLink | None = None
        self.has_started = asyncio.Event()
        """Whether the worker that is wanted has a process."""
        self._start = start
        self._starting: asyncio.Task[WorkerLink] | None = None
        self._is_closed = False

    @property
    def is_alive(self) -> bool:
        """Whether there is a worker."""
        return self.link is not None and not self.link.gone.is_set()

    def fits(self, source_hash: str) -> bool:
        """Say whether the worker has loaded the document with this content."""
        return self.is_alive and self.link is not None and self.link.source_hash == source_hash

    async def load(self, *, path: str, graph: str | None, source_hash: str, known_graph: str | None) -> WorkerLink:
        """Start a worker and load the document in it. Raises Refusal."""
        await self.end()
        if self._is_closed:
            raise Refusal("worker.not_started", "The server is ending, so no process is started for the graph.")
        self._starting = asyncio.create_task(self._started())
        # Whoever gives up waiting must not leave half a process behind.
        link = await asyncio.shield(self._starting)
        await link.request(partial(Load, path=path, graph=graph, known_graph=known_graph, trusted_hash=source_hash))
        link.source_hash = source_hash
        return link

    async def close(self) -> None:
        """End the worker, one that is being started too, and start none any more."""
        self._is_closed = True
        if self._starting is not None:
            # asyncio waits for ever for a process whose start was cut off by the end of the loop.
            await asyncio.wait([self._starting])
        await self.end()

    async def end(self) -> None:
        """End the worker, if there is one; returns when all that it told is stored."""
        link = self.link
        if link is None:
            return
        link.is_ending = True
        link.tell(Quit())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(link.gone.wait(), QUIT_S)
        link.kill()
        await link.gone.wait()
        self.link = None
        self.has_started.clear()

    async def _started(self) -> WorkerLink:
        self.link = await self._start()
        self.has_started.set()
        return self.link


def stopped_while_loading(document: str, sentence: str) -> Problem:
    """Why there is no graph, when the worker ended while it imported the document."""
    return Problem(
        code="document.import_ended",
        sentence=f"{document} was not imported to its end. {sentence}",
        path=document,
    )


def not_loaded(rejected: GraphRejected) -> Refusal:
    """There is no graph to run: the first reason, and its place."""
    first = rejected.problems[0] if rejected.problems else None
    sentence = "The document gives no graph to run." if first is None else first.sentence
    path, line, column = (None, None, None) if first is None else (first.path, first.line, first.column)
    return Refusal.of(Problem(code="document.rejected", sentence=sentence, path=path, line=line, column=column))
