"""The door to the store: work is done by the writer's thread or by a reader's connection, never by the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError, OperationalError

from stepgraph.server.store.checkpoints import Tips
from stepgraph.server.store.database import Durability, HistoryUnusable, UnusableStore, open_readers, open_writer
from stepgraph.server.store.writer import Writer

T = TypeVar("T")

SLOTS = 16
FIRST = "history.sqlite"


class Store:
    """One SQLite file. ``write`` returns when the work is committed, in the order of the calls."""

    def __init__(self, path: Path, *, durability: Durability = "full") -> None:
        self.path = path
        self.tips = Tips()
        self._writer = Writer(open_writer(path, durability=durability))
        self._readers: Engine = open_readers(path)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do ``work`` in the writer's transaction. Raises HistoryUnusable."""
        with _usable():
            return await self._writer.run(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Do ``work``, which only reads, on what is committed. Raises HistoryUnusable."""
        with _usable():
            return await asyncio.to_thread(self._read, work)

    def close(self) -> None:
        """Finish what was handed in, and close the file."""
        self._readers.dispose()
        self._writer.close()

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self._readers.connect() as connection:
            return work(connection)


@contextlib.contextmanager
def _usable() -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        # The other kinds say that what was asked was wrong, and not the file.
        if type(error) not in {DatabaseError, OperationalError}:
            raise
        raise HistoryUnusable(str(error.orig)) from error


class DataFolder:
    """The folder of the person's history. A second server beside a running one keeps a history of its own in it.

    Two programs that write one SQLite file at once can damage it in versions that many machines still have.
    """

    def __init__(self, path: Path) -> None:
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.database, self._lock = self._take_slot(path)
        except OSError as error:
            raise UnusableStore(
                f"The data folder {path} cannot be used: {error.strerror or error}. Choose another with --data."
            ) from error
        self.path = path

    @property
    def is_first(self) -> bool:
        """Whether no other server uses the folder."""
        return self.database.name == FIRST

    def close(self) -> None:
        """Let another server have this history."""
        os.close(self._lock)

    @staticmethod
    def _take_slot(path: Path) -> tuple[Path, int]:
        for slot in range(1, SLOTS + 1):
            name = "history" if slot == 1 else f"history-{slot}"
            lock = os.open(path / f"{name}.lock", os.O_CREAT | os.O_RDWR, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(lock)
                continue
            return path / f"{name}.sqlite", lock
        raise UnusableStore(f"{SLOTS} servers use the data folder {path} already. End one of them.")
