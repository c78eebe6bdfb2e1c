"""One SQLite connection, shared by threads: it carries out a saver's operations, one at a time."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

from stepgraph.checkpoint.base import SerializerProtocol
from stepgraph.checkpoint.relational.carrying import carried
from stepgraph.checkpoint.relational.dialect import SQLITE, Statement
from stepgraph.checkpoint.relational.operations import Rows
from stepgraph.checkpoint.relational.saver import RelationalSaver, Start
from stepgraph.checkpoint.sqlite.failures import told

Result = TypeVar("Result")


def connect(path: str) -> sqlite3.Connection:
    """Open a database for a saver; raise SaverError when it cannot be opened."""
    try:
        return sqlite3.connect(path, check_same_thread=False)
    except sqlite3.Error as error:
        raise told(error, path) from error


class SqliteSaverBase(RelationalSaver):
    """A saver over one connection."""

    def __init__(
        self, conn: sqlite3.Connection, *, serde: SerializerProtocol | None = None, path: str = "this database"
    ) -> None:
        if not isinstance(conn, sqlite3.Connection):
            raise TypeError(
                f"Expected a sqlite3.Connection, got {type(conn).__module__}.{type(conn).__name__}. Open one with "
                "sqlite3.connect(path, check_same_thread=False), or use from_conn_string(path)."
            )
        super().__init__(SQLITE, serde=serde)
        self.conn = conn
        self.lock = threading.RLock()
        self.is_setup = False
        self._path = path
        self._worker: ThreadPoolExecutor | None = None

    def _run(self, start: Start[Result], *, writes: bool) -> Result:
        with self.lock:
            self._set_up()
            return self._in_transaction(start, writes=writes)

    async def _arun(self, start: Start[Result], *, writes: bool) -> Result:
        return await self._in_worker(partial(self._run, start, writes=writes))

    async def _in_worker(self, call: Callable[[], Result]) -> Result:
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, thread_name_prefix="stepgraph-sqlite")
        return await asyncio.get_running_loop().run_in_executor(self._worker, call)

    def _set_up(self) -> None:
        with self.lock:
            if self.is_setup:
                return
            try:
                if not self.conn.in_transaction:
                    # Readers do not wait for the writer; a commit costs one append to the log. A crash of the machine
                    # may take the last commits back, and never leaves half of one.
                    self.conn.execute("PRAGMA journal_mode = WAL")
                    self.conn.execute("PRAGMA synchronous = NORMAL")
            except sqlite3.Error as error:
                raise told(error, self._path) from error
            self._in_transaction(self._operations.set_up, writes=True)
            self.is_setup = True

    def _in_transaction(self, start: Start[Result], *, writes: bool) -> Result:
        try:
            if not self.conn.in_transaction:
                self.conn.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
            result = carried(start(), self._rows)
            self.conn.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):  # there may be nothing to take back, or no connection
                self.conn.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise told(error, self._path) from error
            raise
        return result

    def _rows(self, statement: Statement) -> Rows:
        if statement.is_many:
            self.conn.executemany(statement.text, statement.args)
            return ()
        cursor = self.conn.cursor()
        cursor.row_factory = None  # the connection's own may make something else of rows
        return cursor.execute(statement.text, tuple(statement.args)).fetchall()

    def close_worker(self) -> None:
        """End the thread that carries out what is awaited."""
        if self._worker is not None:
            self._worker.shutdown(wait=True)
            self._worker = None
