"""All desks of a server: one for each file, whoever shows it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

from stepgraph.server.desk.desk import Desk
from stepgraph.server.desk.disk import Disk
from stepgraph.server.desk.editor import Editor
from stepgraph.server.desk.layout import Layout
from stepgraph.server.desk.paper import Tools
from stepgraph.server.desk.target import Target, target_of
from stepgraph.server.desk.watch import Watch
from stepgraph.server.refusals import Refusal
from stepgraph.server.trust import Trust

KEPT = 32
"""How many desks that nobody looks at keep their Undo."""

log = logging.getLogger(__name__)


class Desks:
    """Gives each file one place in memory. ``make_editor`` makes what starts a process when it is asked something."""

    def __init__(self, folder: Path, trust: Trust, make_editor: Callable[[], Editor]) -> None:
        self._folder = folder.resolve()
        self._trust = trust
        self._make_editor = make_editor
        self._open: dict[Path, asyncio.Task[Desk]] = {}
        self._watch = Watch(self._look)

    async def of(self, document: Path, graph: str | None) -> tuple[Desk, str | None]:
        """Return the desk for a session's document, and the graph's name in its file where that is another one.

        Raises Refusal.
        """
        target = await asyncio.to_thread(target_of, document, graph, folder=self._folder)
        task = self._open.get(target.path)
        if task is None:
            task = asyncio.create_task(self._opened(target))
            self._open[target.path] = task
        try:
            return await asyncio.shield(task), target.named
        except Exception:
            if self._open.get(target.path) is task:
                del self._open[target.path]
            raise

    async def let_rest(self, idle_before: frozenset[Path]) -> frozenset[Path]:
        """End the processes of desks that nobody looked at before and now; return the desks that nobody looks at."""
        idle = {path: desk for path, desk in self._desks().items() if not desk.is_shown}
        for path in idle_before & idle.keys():
            await idle[path].rest()
        for path in list(idle)[: max(0, len(idle) - KEPT)]:
            if idle[path].view.saved:
                await self._forget(path, idle[path])
        return frozenset(idle)

    async def close(self) -> None:
        """Save what parses, end all processes, watch no more."""
        await self._watch.close()
        await asyncio.gather(*(self._close(desk) for desk in self._desks().values()))

    async def _opened(self, target: Target) -> Desk:
        path = target.path
        disk = Disk(path, read_only=target.read_only)
        layout = Layout(path)
        # Watched before it is read: what changes after is seen.
        self._watch.add(path.parent)
        try:
            found = await asyncio.to_thread(disk.read)
            await asyncio.to_thread(layout.read)
        except OSError as error:
            self._watch.remove(path.parent)
            raise Refusal("document.unreadable", f"{path} cannot be read: {error.strerror or error}.") from error
        if found is None:
            self._watch.remove(path.parent)
            raise Refusal("document.unreadable", f"There is no file {path} any more.")
        return Desk(path, found, Tools(disk, self._make_editor(), layout, partial(self._trusting, path)))

    async def _trusting(self, path: Path, old: str, new: str) -> None:
        """What a trusted document is saved as is trusted too: the person drew or typed it here."""
        if await self._trust.allows(path, old):
            await self._trust.grant(path, new)

    async def _look(self, paths: frozenset[Path] | None) -> None:
        for path, desk in self._desks().items():
            if paths is None or path in paths:
                try:
                    await desk.file.look()
                except Exception:
                    log.exception("a changed file could not be taken up")

    def _desks(self) -> dict[Path, Desk]:
        done = {path: task for path, task in self._open.items() if task.done() and not task.cancelled()}
        return {path: task.result() for path, task in done.items() if task.exception() is None}

    async def _forget(self, path: Path, desk: Desk) -> None:
        del self._open[path]
        self._watch.remove(path.parent)
        await self._close(desk)

    async def _close(self, desk: Desk) -> None:
        # One desk that does not end well must not keep the others from ending.
        try:
            await desk.close()
        except Exception:
            log.exception("a document was not closed well")
