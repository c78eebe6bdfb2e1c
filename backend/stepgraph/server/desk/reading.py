"""Reads the newest text as graphs, again and again, while it changes; tells the drawing, then what the rules found."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from stepgraph.protocol.document import Drawing
from stepgraph.protocol.events import GraphCompiled
from stepgraph.protocol.frames import DrawingFrame, FindingsFrame
from stepgraph.protocol.worker_frames import Found, Studied, Study
from stepgraph.server.desk.editor import Editor
from stepgraph.server.desk.onlookers import Onlookers
from stepgraph.server.refusals import Refusal

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Version:
    """What is to be read: the text at a revision."""

    revision: int
    text: str
    source_hash: str


class Reading:
    """The newest text, read. ``studied`` is awaited after each text with its revision, and whether it parses."""

    def __init__(
        self,
        path: str,
        editor: Editor,
        onlookers: Onlookers,
        *,
        newest: Callable[[], Version],
        studied: Callable[[int, bool], Awaitable[None]],
    ) -> None:
        self.compiled: GraphCompiled | None = None
        self._path = path
        self._editor = editor
        self._onlookers = onlookers
        self._newest = newest
        self._studied = studied
        self._wanted = asyncio.Event()
        self._rested = asyncio.Event()
        self._rested.set()
        self._told: tuple[int, GraphCompiled | None] | None = None
        self._task: asyncio.Task[None] | None = None

    def want(self) -> None:
        """Read the text as it is now, as soon as the one before is read."""
        self._rested.clear()
        self._wanted.set()
        if self._task is None:
            self._task = asyncio.create_task(self._read_on())

    def drawn(self, revision: int, drawing: Drawing) -> None:
        """A gesture's answer came with the drawing of the text that it makes."""
        self._told = (revision, self.compiled)
        self._onlookers.tell_drawing(DrawingFrame(revision, drawing, None))

    async def rest(self) -> None:
        """Wait until the newest text is read."""
        await self._rested.wait()

    async def close(self) -> None:
        """Read no more."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _read_on(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            version = self._newest()
            try:
                parses = await self._read(version)
                await self._studied(version.revision, parses)
            except Exception:
                # The next text is read all the same.
                log.exception("a text could not be read")
            if not self._wanted.is_set():
                self._rested.set()

    async def _read(self, version: Version) -> bool:
        compiled = self.compiled
        found = _AfterDrawing(partial(self._found, version.revision))
        try:
            studied = await self._study(version, compiled, found)
        except Refusal as refusal:
            self._onlookers.tell_drawing(DrawingFrame(version.revision, None, refusal.problem))
            return False
        if (version.revision, compiled) != self._told:
            self._told = (version.revision, compiled)
            self._onlookers.tell_drawing(DrawingFrame(version.revision, studied.drawing, studied.fault))
        found.drawing_is_told()
        return studied.fault is None

    async def _study(self, version: Version, compiled: GraphCompiled | None, found: Callable[[Found], None]) -> Studied:
        make = partial(
            Study, path=self._path, text=version.text, graph=None, source_hash=version.source_hash, compiled=compiled
        )
        try:
            return await self._editor.study(make, found=found)
        except Refusal:
            # A process may end for reasons that are not the text's.
            return await self._editor.study(make, found=found)

    def _found(self, revision: int, found: Found) -> None:
        self._onlookers.tell_findings(FindingsFrame(revision, found.findings))


class _AfterDrawing:
    """Passes findings on. Those that come before their text's drawing wait for it: it would displace them."""

    def __init__(self, tell: Callable[[Found], None]) -> None:
        self._tell = tell
        self._is_told = False
        self._waiting: Found | None = None

    def __call__(self, found: Found) -> None:
        if self._is_told:
            self._tell(found)
        else:
            self._waiting = found

    def drawing_is_told(self) -> None:
        self._is_told = True
        if self._waiting is not None:
            self._tell(self._waiting)
