"""The one thread that writes: it takes all that waits, and makes one transaction of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")

JOBS_IN_ONE_TRANSACTION = 256


class _Job(Generic[T]):
    """One piece of work, and who waits for its commit."""

    def __init__(self, work: Callable[[Connection], T]) -> None:
        self.work = work
        self.done: Future[T] = Future()
        self._result: T

    def carry_out(self, connection: Connection) -> bool:
        """Do the work inside a savepoint; say whether it may be committed."""
        savepoint = connection.begin_nested()
        try:
            self._result = self.work(connection)
        # Whatever one job does wrong is told to its owner, and must not take the others' jobs with it.
        except Exception as error:  # noqa: BLE001 - see above
            savepoint.rollback()
            self.done.set_exception(error)
            return False
        savepoint.commit()
        return True

    def settle(self) -> None:
        """Tell the owner that it is on the disk."""
        self.done.set_result(self._result)


class Writer:
    """Runs work in grouped transactions, in the order in which it was handed in."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: SimpleQueue[_Job[object] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="stepgraph-store", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do ``work`` in the writer's thread; returns when it is committed."""
        job = _Job(work)
        self._jobs.put(job)  # type: ignore[arg-type] # a job is its own owner: only `run` sees its result
        # A caller that gives up must not take the work back: its place in the order is given.
        return await asyncio.shield(asyncio.wrap_future(job.done))

    def close(self) -> None:
        """Finish what was handed in, and end the thread."""
        self._jobs.put(None)
        self._thread.join()
        self._engine.dispose()

    def _run(self) -> None:
        with self._engine.connect() as connection:
            ends = False
            while not ends:
                jobs, ends = self._next_jobs()
                self._commit(connection, jobs)

    def _next_jobs(self) -> tuple[list[_Job[object]], bool]:
        jobs: list[_Job[object]] = []
        try:
            first = self._jobs.get()
            while first is not None:
                jobs.append(first)
                if len(jobs) == JOBS_IN_ONE_TRANSACTION:
                    return jobs, False
                first = self._jobs.get_nowait()
        except Empty:
            return jobs, False
        return jobs, True

    def _commit(self, connection: Connection, jobs: list[_Job[object]]) -> None:
        if not jobs:
            return
        done: list[_Job[object]] = []
        try:
            with connection.begin():
                done = [job for job in jobs if job.carry_out(connection)]
        # Whatever goes wrong is told to those who wait: this thread is the only one that writes, and has to go on.
        except Exception as error:  # noqa: BLE001 - see above
            for job in jobs:
                if not job.done.done():
                    job.done.set_exception(error)
            return
        for job in done:
            job.settle()
