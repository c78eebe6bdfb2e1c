"""Saving beside a run: one save after the other, in the order of the supersteps, while the next ones go on.

A save that fails does not keep the later ones from being tried; the first failure is what the run ends with.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from queue import SimpleQueue
from threading import Thread

Failure = Exception | None


class ThreadBeside:
    """Saves in a thread of its own, which is there from the first save to the end of the run."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._thread: Thread | None = None
        self._failure: Failure = None
        self._is_over = False

    def add(self, save: Callable[[], object]) -> None:
        """Save soon."""
        self._waiting.put(save)
        if self._thread is None:
            self._thread = Thread(target=self._work, name="stepgraph-saves")
            self._thread.start()

    def finish(self) -> Failure:
        """Wait until all is saved; return the first failure. What is added later begins anew."""
        if self._thread is not None:
            self._waiting.put(self._end)
            self._thread.join()
            self._thread, self._is_over = None, False
        failure, self._failure = self._failure, None
        return failure

    def _work(self) -> None:
        while not self._is_over:
            save = self._waiting.get()
            try:
                save()
            except Exception as error:  # noqa: BLE001  # whatever a saver raises is for the run
                self._failure = self._failure or error

    def _end(self) -> None:
        self._is_over = True


class TaskBeside:
    """Saves in a task of the event loop, which is there while there is something to save."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], Awaitable[object]]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._failure: Failure = None

    def add(self, save: Callable[[], Awaitable[object]]) -> None:
        """Save soon."""
        self._waiting.append(save)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def finish(self) -> Failure:
        """Wait until all is saved; return the first failure. Whoever stops waiting does not stop the saving."""
        if self._task is not None:
            await asyncio.shield(self._task)
        failure, self._failure = self._failure, None
        return failure

    async def _work(self) -> None:
        while self._waiting:
            save = self._waiting.popleft()
            try:
                await save()
            except Exception as error:  # noqa: BLE001  # whatever a saver raises is for the run
                self._failure = self._failure or error
        self._task = None
