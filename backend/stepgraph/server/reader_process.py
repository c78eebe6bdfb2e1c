"""Reads a document in a process of its own, which parses it and imports nothing."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from stepgraph.protocol.worker_frames import Outline, Read
from stepgraph.server.refusals import Refusal
from stepgraph.server.worker_process import WorkerCommand, WorkerMisbehaved, WorkerProcess

READ_S = 20.0
REMEMBERED = 16


class DocumentReader:
    """Starts a reader for each document that has changed since it was read."""

    def __init__(self, command: WorkerCommand) -> None:
        self._command = command
        self._known: dict[Path, tuple[tuple[int, int], Outline]] = {}

    async def read(self, path: Path) -> Outline:
        """Return what a parse tells of a document. Raises Refusal."""
        stamp = await asyncio.to_thread(_stamp, path)
        known = self._known.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        outline = await self._outline(path)
        self._known[path] = (stamp, outline)
        while len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]
        return outline

    async def _outline(self, path: Path) -> Outline:
        process = await WorkerProcess.start(self._command)
        try:
            process.send(Read(id=1, path=str(path)))
            frame = await asyncio.wait_for(process.receive(), READ_S)
        except (TimeoutError, WorkerMisbehaved):
            frame = None
        finally:
            process.kill()
            await process.ended()
        if not isinstance(frame, Outline):
            # Other versions of Python end on some texts, which is why it is read elsewhere.
            raise Refusal("document.unreadable", f"{path} could not be read: the process that parsed it ended.")
        return frame


def reader_command(worker: WorkerCommand) -> WorkerCommand:
    """How a reader is started, where workers are started like that."""
    return replace(worker, program=(*worker.program, "--reader"))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError as error:
        raise Refusal("document.unreadable", f"{path} cannot be read: {error.strerror or error}.") from error
    return found.st_mtime_ns, found.st_size
