"""The saver that keeps threads in PostgreSQL, for several processes at a time; it needs psycopg 3."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from stepgraph.checkpoint.base import SerializerProtocol
from stepgraph.checkpoint.postgres.driver import psycopg
from stepgraph.checkpoint.postgres.failures import told
from stepgraph.checkpoint.relational.carrying import carried
from stepgraph.checkpoint.relational.dialect import POSTGRES, Statement
from stepgraph.checkpoint.relational.operations import Rows, Start
from stepgraph.checkpoint.relational.saver import RelationalSaver

if TYPE_CHECKING:
    from psycopg import Connection, Pipeline
    from psycopg_pool import ConnectionPool

__all__ = ["PostgresSaver"]

Result = TypeVar("Result")


class PostgresSaver(RelationalSaver):
    """Keeps threads in PostgreSQL, over one connection or a pool; may be used from any thread, and awaited.

    Several processes may go on with one thread: each checkpoint is one transaction, and nobody's is lost. The greatest
    id is the thread's latest. `setup` must have been called once for the database.
    """

    def __init__(
        self,
        conn: Connection[Any] | ConnectionPool[Any],
        pipe: Pipeline | None = None,
        serde: SerializerProtocol | None = None,
    ) -> None:
        psycopg()
        super().__init__(POSTGRES, serde=serde)
        self.conn = conn
        self.pipe = pipe
        # A pool gives each caller a connection of its own.
        self.lock = threading.RLock() if hasattr(conn, "cursor") else nullcontext()

    @classmethod
    @contextmanager
    def from_conn_string(cls, conn_string: str, *, pipeline: bool = False) -> Iterator[PostgresSaver]:
        """Give a saver over one connection to that database; raise SaverError when it cannot be reached."""
        driver = psycopg()
        try:
            connection = driver.Connection.connect(conn_string, autocommit=True, prepare_threshold=0)
        except driver.Error as error:
            raise told(error, is_cut=True) from error
        with connection:
            if pipeline:
                with connection.pipeline() as pipe:
                    yield cls(connection, pipe)
            else:
                yield cls(connection)

    def setup(self) -> None:
        """Make the tables that are not there yet; needed once for each database."""
        self._run(self._operations.set_up, writes=True)

    def _run(self, start: Start[Result], *, writes: bool) -> Result:
        del writes  # every transaction may write
        driver = psycopg()
        with self.lock:
            try:
                with self._connection() as connection, connection.transaction(), connection.cursor() as cursor:
                    cursor.row_factory = driver.rows.tuple_row
                    result = carried(start(), partial(rows_of, cursor))
                if self.pipe is not None:
                    self.pipe.sync()  # else what the server refuses would be told to whoever comes next
            except driver.Error as error:
                raise told(error, is_cut=is_cut(self.conn, error)) from error
        return result

    async def _arun(self, start: Start[Result], *, writes: bool) -> Result:
        return await asyncio.to_thread(self._run, start, writes=writes)

    def _connection(self) -> Any:
        return nullcontext(self.conn) if hasattr(self.conn, "cursor") else self.conn.connection()


def rows_of(cursor: Any, statement: Statement) -> Rows:
    """Run one statement, and return its rows."""
    if statement.is_many:
        cursor.executemany(statement.text, statement.args)
        return ()
    cursor.execute(statement.text, statement.args)
    return cursor.fetchall() if statement.gives_rows else ()


def is_cut(connection: Any, error: Exception) -> bool:
    """Tell whether an error means that the server cannot be reached, and not that it refused something."""
    return bool(getattr(connection, "closed", False)) or type(error).__name__ in ("PoolTimeout", "PoolClosed")
