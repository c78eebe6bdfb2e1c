"""One SQLite connection, shared by threads: it carries out a saver's operations, one at a time."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

from stepgraph.checkpoint.relational.carrying import carried
from stepgraph.checkpoint.relational.dialect import Statement
from stepgraph.checkpoint.relational.operations import Operation, Rows, Start
from stepgraph.checkpoint.sqlite.failures import told

Result = TypeVar("Result")

# Readers do not wait for the writer, and a commit is one append to the log. If the machine itself goes down, the last
# commits may be taken back; never half of one.
PREPARATIONS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL")


PAUSE_S = 0.01
TIMEOUT = "PRAGMA busy_timeout"
"""Asks how long a connection waits for others, in milliseconds."""


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another connection only has to end what it does."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def connect(path: str) -> sqlite3.Connection:
    """Open a database for a saver; raise SaverError when it cannot be opened."""
    try:
        return sqlite3.connect(path, check_same_thread=False)
    except sqlite3.Error as error:
        raise told(error, path) from error


def beginning(*, writes: bool) -> str:
    """Return how a transaction begins: one that writes waits for others at once, and not in its middle."""
    return "BEGIN IMMEDIATE" if writes else "BEGIN"


class SqliteCarrier:
    """Carries operations out over a connection of `sqlite3`; what is awaited, in a thread of its own."""

    def __init__(self, connection: sqlite3.Connection, set_up: Start[None], path: str) -> None:
        self.lock = threading.RLock()
        self._connection = connection
        self._set_up = set_up
        self._path = path
        self._is_set_up = False
        self._worker: ThreadPoolExecutor | None = None

    def run(self, start: Start[Result], *, writes: bool) -> Result:
        """Carry an operation out in one transaction."""
        with self.lock:
            if not self._is_set_up:
                self._prepare()
            return self._in_transaction(start(), writes=writes)

    async def arun(self, start: Start[Result], *, writes: bool) -> Result:
        """Carry an operation out in one transaction, which ends even if nobody waits for it any more."""
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, thread_name_prefix="stepgraph-sqlite")
        call = partial(self.run, start, writes=writes)
        return await asyncio.get_running_loop().run_in_executor(self._worker, call)

    def close(self) -> None:
        """End the thread; the connection stays."""
        if self._worker is not None:
            self._worker.shutdown(wait=True)
            self._worker = None

    def _prepare(self) -> None:
        try:
            if not self._connection.in_transaction:
                for statement in PREPARATIONS:
                    self._patiently(statement)
        except sqlite3.Error as error:
            raise told(error, self._path) from error
        self._in_transaction(self._set_up(), writes=True)
        self._is_set_up = True

    def _patiently(self, statement: str) -> None:
        # Two that open a new database at once both switch it to the log, and the later one is refused there and then,
        # whatever its timeout is.
        (timeout_ms,) = self._connection.execute(TIMEOUT).fetchone()
        for _ in range(round(timeout_ms / 1000 / PAUSE_S)):
            try:
                self._connection.execute(statement)
            except sqlite3.OperationalError as error:
                if not is_busy(error):
                    raise
                time.sleep(PAUSE_S)
            else:
                return
        self._connection.execute(statement)

    def _in_transaction(self, operation: Operation[Result], *, writes: bool) -> Result:
        try:
            if not self._connection.in_transaction:
                self._connection.execute(beginning(writes=writes))
            result = carried(operation, self._rows)
            self._connection.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):  # there may be nothing to take back, or no connection
                self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise told(error, self._path) from error
            raise
        return result

    def _rows(self, statement: Statement) -> Rows:
        if statement.is_many:
            self._connection.executemany(statement.text, statement.args)
            return ()
        cursor = self._connection.cursor()
        cursor.row_factory = None  # the connection's own may make something else of rows
        return cursor.execute(statement.text, tuple(statement.args)).fetchall()
