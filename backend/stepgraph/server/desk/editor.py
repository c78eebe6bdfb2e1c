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
        self._running: _Running | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        """Of processes that have not ended yet, given up or not."""
        self._starting = asyncio.Lock()
        self._last_id = 0

    async def study(self, make: Callable[[int], Study], *, found: Callable[[Found], None]) -> Studied:
        """Read a text as graphs; ``found`` is told later what the rules found. Raises Refusal."""
        running = await self._started()
        frame = make(self._number())
        # Only the newest text's findings are wanted.
        running.found = {frame.id: found}
        return await self._request(running, frame, Studied)

    async def draw(self, make: Callable[[int], Draw]) -> Drawn:
        """Turn a gesture into changes. Raises Refusal."""
        return await self._request(await self._started(), make(self._number()), Drawn)

    async def end(self) -> None:
        """End the process; the next request starts another."""
        running, self._running = self._running, None
        if running is not None:
            await running.end()
        await asyncio.gather(*self._tasks)

    def _number(self) -> int:
        self._last_id += 1
        return self._last_id

    async def _request(self, running: _Running, frame: Study | Draw, kind: type[Answer]) -> Answer:
        try:
            async with asyncio.timeout(ANSWER_S):
                told = await running.answer(frame)
        except TimeoutError:
            self._give_up(running)
            raise _refused("took too long") from None
        if not isinstance(told, kind):
            self._give_up(running)
            raise _refused("sent another answer than the one that was asked for")
        return told

    def _give_up(self, running: _Running) -> None:
        if self._running is running:
            self._running = None
        running.process.kill()

    async def _started(self) -> _Running:
        async with self._starting:
            if self._running is None or self._running.is_gone:
                try:
                    process = await WorkerProcess.start(self._command)
                except OSError as error:
                    raise _refused(f"could not be started ({error.strerror or error})") from error
                self._running = _Running(process)
                self._tasks.add(self._running.task)
                self._running.task.add_done_callback(self._tasks.discard)
            return self._running


class _Running:
    """One started process, and who waits for its answers."""

    def __init__(self, process: WorkerProcess) -> None:
        self.process = process
        self.found: dict[int, Callable[[Found], None]] = {}
        self.is_gone = False
        self._waiting: dict[int, asyncio.Future[Studied | Drawn]] = {}
        self.task = asyncio.create_task(self._listen())

    async def answer(self, frame: Study | Draw) -> Studied | Drawn:
        """Ask, and wait for the answer. Raises Refusal when the process ends before it."""
        if self.is_gone:
            raise _refused("ended")
        answer: asyncio.Future[Studied | Drawn] = asyncio.get_running_loop().create_future()
        self._waiting[frame.id] = answer
        self.process.send(frame)
        try:
            return await answer
        finally:
            del self._waiting[frame.id]

    async def end(self) -> None:
        """Ask it to end, and wait until it did."""
        self.process.send(Quit())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(QUIT_S):
                await asyncio.shield(self.task)
        self.process.kill()
        await self.task

    async def _listen(self) -> None:
        with contextlib.suppress(WorkerMisbehaved):
            while (frame := await self.process.receive()) is not None:
                self._take(frame)
        self.is_gone = True
        self.process.kill()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(_refused("ended"))
        await self.process.ended()

    def _take(self, frame: FromWorker) -> None:
        match frame:
            case Studied() | Drawn():
                answer = self._waiting.get(frame.id)
                if answer is not None and not answer.done():
                    answer.set_result(frame)
            case Found():
                found = self.found.pop(frame.id, None)
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
