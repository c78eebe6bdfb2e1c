"""The process that reads a document's text as graphs and turns gestures into changes of it. It may hang, or end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypeVar

from stepgraph.protocol.worker_frames import Draw, Drawn, Found, FromWorker, Quit, Studied, Study
from stepgraph.server.refusals import Refusal
from stepgraph.server.worker_process import WorkerCommand, WorkerMisbehaved, WorkerProcess

ANSWER_S = 20.0
QUIT_S = 0.5

Answer = TypeVar("Answer", Studied, Drawn)


class Editor(Protocol):
    """What a desk needs of the process."""

    async def study(self, make: Callable[[int], Study], *, found: Callable[[Found], None]) -> Studied:
        """Read a text as graphs; ``found`` is told later what the rules found. Raises Refusal."""

    async def draw(self, make: Callable[[int], Draw]) -> Drawn:
        """Turn a gesture into changes. Raises Refusal."""

    async def end(self) -> None:
        """End the process; the next request starts another."""


class EditorProcess:
    """Starts the process when it is asked for something; one that ended is started again for the next request."""

    def __init__(self, command: WorkerCommand) -> None:
        self._command = command
        self._process: WorkerProcess | None = None
        self._listening: asyncio.Task[None] | None = None
        self._waiting: dict[int, asyncio.Future[FromWorker]] = {}
        self._found: dict[int, Callable[[Found], None]] = {}
        self._starting = asyncio.Lock()
        self._last_id = 0

    async def study(self, make: Callable[[int], Study], *, found: Callable[[Found], None]) -> Studied:
        """Read a text as graphs; ``found`` is told later what the rules found. Raises Refusal."""
        number = self._number()
        # Only the newest text's findings are wanted.
        self._found = {number: found}
        return await self._request(make(number), Studied)

    async def draw(self, make: Callable[[int], Draw]) -> Drawn:
        """Turn a gesture into changes. Raises Refusal."""
        return await self._request(make(self._number()), Drawn)

    async def end(self) -> None:
        """End the process; the next request starts another."""
        process, listening = self._process, self._listening
        if process is None or listening is None:
            return
        process.send(Quit())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(listening), QUIT_S)
        process.kill()
        await listening

    def _number(self) -> int:
        self._last_id += 1
        return self._last_id

    async def _request(self, frame: Study | Draw, kind: type[Answer]) -> Answer:
        process = await self._started()
        answer: asyncio.Future[FromWorker] = asyncio.get_running_loop().create_future()
        self._waiting[frame.id] = answer
        process.send(frame)
        try:
            told = await asyncio.wait_for(answer, ANSWER_S)
        except TimeoutError:
            process.kill()
            raise _refused("took too long") from None
        finally:
            self._waiting.pop(frame.id, None)
        if not isinstance(told, kind):
            process.kill()
            raise _refused("sent another answer than the one that was asked for")
        return told

    async def _started(self) -> WorkerProcess:
        async with self._starting:
            if self._process is None:
                try:
                    self._process = await WorkerProcess.start(self._command)
                except OSError as error:
                    raise _refused(f"could not be started ({error.strerror or error})") from error
                self._listening = asyncio.create_task(self._listen(self._process))
            return self._process

    async def _listen(self, process: WorkerProcess) -> None:
        with contextlib.suppress(WorkerMisbehaved):
            while (frame := await process.receive()) is not None:
                self._take(frame)
        process.kill()
        self._process = None
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(_refused("ended"))
        await process.ended()

    def _take(self, frame: FromWorker) -> None:
        match frame:
            case Studied() | Drawn():
                answer = self._waiting.get(frame.id)
                if answer is not None and not answer.done():
                    answer.set_result(frame)
            case Found():
                found = self._found.pop(frame.id, None)
                if found is not None:
                    found(frame)
            case _:
                raise WorkerMisbehaved("it sent what an editor does not send")


def editor_command(worker: WorkerCommand) -> WorkerCommand:
    """How an editor is started, where workers are started like that."""
    return replace(worker, program=(*worker.program, "--editor"))


def _refused(what: str) -> Refusal:
    sentence = f"The process that reads the text {what}. Nothing is lost: try again, or edit the text."
    return Refusal("document.unreadable", sentence)
