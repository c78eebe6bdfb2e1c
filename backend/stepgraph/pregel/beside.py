"""Saving beside a run: one save after the other, in the order of the supersteps, while the next ones go on.

The first save that fails is what the run ends with. What comes after a checkpoint that was not saved hangs on it, so
it is not tried; after writes that were not saved, everything is.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

MOST_WAITING = 256
"""A run whose saver is slower than its nodes waits, rather than keep ever more of what is not saved."""

Failure = BaseException | None


class _Beside:
    """What has become of the saves of one run."""

    def __init__(self) -> None:
        self._failure: Failure = None
        self._is_cut = False

    def _failed(self, error: BaseException, *, is_checkpoint: bool) -> None:
        self._failure = self._failure or error
        self._is_cut = self._is_cut or is_checkpoint

    def _outcome(self) -> Failure:
        """Return the first failure, and begin anew."""
        failure, self._failure, self._is_cut = self._failure, None, False
        return failure


class ThreadBeside(_Beside):
    """Saves in a thread of its own, which is there from the first save to the end of the run."""

    def __init__(self) -> None:
        super().__init__()
        # Of one thread. A pool ends with the process, also when nobody closes the run, and not before all is saved.
        self._pool: ThreadPoolExecutor | None = None
        self._waiting = 0
        self._is_idle = threading.Condition()

    def add(self, save: Callable[[], object], *, is_checkpoint: bool) -> None:
        """Save soon, in the context of whoever asks for it."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, thread_name_prefix="stepgraph-saves")
        with self._is_idle:
            if self._waiting >= MOST_WAITING:
                # Until all is saved: threads that take turns at each save spend more on the turns than on the saves.
                self._is_idle.wait_for(lambda: not self._waiting)
            self._waiting += 1
        try:
            self._pool.submit(copy_context().run, self._save, save, is_checkpoint)
        except RuntimeError:
            # The main thread has ended, and pools take nothing from those that go on. What is queued comes first.
            self._pool.shutdown(wait=True)
            self._save(save, is_checkpoint)

    def finish(self) -> Failure:
        """Wait until all is saved; return the first failure."""
        if self._pool is not None:
            self._pool.shutdown(wait=True)
            self._pool = None
        return self._outcome()

    def _save(self, save: Callable[[], object], is_checkpoint: bool) -> None:  # given on by the pool
        try:
            if not self._is_cut:
                save()
        except BaseException as error:  # noqa: BLE001  # whatever a saver raises is for the run; the pool would drop it
            self._failed(error, is_checkpoint=is_checkpoint)
        finally:
            with self._is_idle:
                self._waiting -= 1
                if not self._waiting:
                    self._is_idle.notify_all()


class TaskBeside(_Beside):
    """Saves in a task of the event loop, which is there while there is something to save."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[tuple[Callable[[], Awaitable[object]], bool]] = deque()
        self._task: asyncio.Task[None] | None = None

    async def add(self, save: Callable[[], Awaitable[object]], *, is_checkpoint: bool) -> None:
        """Save soon."""
        self._waiting.append((save, is_checkpoint))
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())
        if len(self._waiting) >= MOST_WAITING:
            await asyncio.shield(self._task)

    async def finish(self) -> Failure:
        """Wait until all is saved; return the first failure. Whoever stops waiting does not stop the saving."""
        if self._task is not None:
            await asyncio.shield(self._task)
        return self._outcome()

    async def _work(self) -> None:
        while self._waiting:
            save, is_checkpoint = self._waiting.popleft()
            if self._is_cut:
                continue
            try:
                await _to_its_end(save)
            except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001  # what a saver raises is for the run
                self._failed(error, is_checkpoint=is_checkpoint)
        self._task = None


async def _to_its_end(save: Callable[[], Awaitable[object]]) -> None:
    """Save, and once more when the event loop, which waits for its tasks in the end, cancels them all before."""
    task = asyncio.current_task()
    while True:
        try:
            await save()
        except asyncio.CancelledError:
            if task is None or not task.cancelling():
                raise
            task.uncancel()
        else:
            return
