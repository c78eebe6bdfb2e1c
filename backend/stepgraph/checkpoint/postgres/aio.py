"""The saver in PostgreSQL for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from stepgraph.checkpoint.base import SerializerProtocol
from stepgraph.checkpoint.postgres import is_cut
from stepgraph.checkpoint.postgres.driver import psycopg
from stepgraph.checkpoint.postgres.failures import told
from stepgraph.checkpoint.relational.carrying import acarried, waited_for
from stepgraph.checkpoint.relational.dialect import POSTGRES, Statement
from stepgraph.checkpoint.relational.operations import Rows, Start
from stepgraph.checkpoint.relational.saver import RelationalSaver

if TYPE_CHECKING:
    from psycopg import AsyncConnection, AsyncPipeline
    from psycopg_pool import AsyncConnectionPool

__all__ = ["AsyncPostgresSaver"]

Result = TypeVar("Result")


class AsyncPostgresSaver(RelationalSaver):
    """Keeps threads in PostgreSQL over one async connection or pool; it belongs to the event loop that made it.

    The plain methods may be called from other threads. `setup` must have been awaited once for the database.
    """

    def __init__(
        self,
        conn: AsyncConnection[Any] | AsyncConnectionPool[Any],
        pipe: AsyncPipeline | None = None,
        serde: SerializerProtocol | None = None,
    ) -> None:
        psycopg()
        super().__init__(POSTGRES, serde=serde)
        self.conn = conn
        self.pipe = pipe
        self.loop = asyncio.get_running_loop()
        # A pool gives each caller a connection of its own.
        self.lock = asyncio.Lock() if hasattr(conn, "cursor") else nullcontext()

    @classmethod
    @asynccontextmanager
    async def from_conn_string(
        cls, conn_string: str, *, pipeline: bool = False, serde: SerializerProtocol | None = None
    ) -> AsyncIterator[AsyncPostgresSaver]:
        """Give a saver over one connection to that database; raise SaverError when it cannot be reached."""
        driver = psycopg()
        try:
            connection = await driver.AsyncConnection.connect(conn_string, autocommit=True, prepare_threshold=0)
        except driver.Error as error:
            raise told(error, is_cut=True) from error
        async with connection:
            if pipeline:
                async with connection.pipeline() as pipe:
                    yield cls(connection, pipe, serde)
            else:
                yield cls(connection, serde=serde)

    async def setup(self) -> None:
        """Make the tables that are not there yet; needed once for each database."""
        await self._arun(self._operations.set_up, writes=True)

    async def _arun(self, start: Start[Result], *, writes: bool) -> Result:
        del writes  # every transaction may write
        driver = psycopg()
        async with self.lock:
            try:
                async with (
                    self._connection() as connection,
                    connection.transaction(),
                    connection.cursor() as cursor,
                ):
                    cursor.row_factory = driver.rows.tuple_row
                    result = await acarried(start(), partial(rows_of, cursor))
                if self.pipe is not None:
                    await self.pipe.sync()  # else what the server refuses would be told to whoever comes next
            except driver.Error as error:
                raise told(error, is_cut=is_cut(self.conn, error)) from error
        return result

    def _run(self, start: Start[Result], *, writes: bool) -> Result:
        return waited_for(partial(self._arun, start, writes=writes), self.loop)

    def _connection(self) -> Any:
        return nullcontext(self.conn) if hasattr(self.conn, "cursor") else self.conn.connection()


async def rows_of(cursor: Any, statement: Statement) -> Rows:
    """Run one statement, and return its rows."""
    if statement.is_many:
        await cursor.executemany(statement.text, statement.args)
        return ()
    await cursor.execute(statement.text, statement.args)
    return await cursor.fetchall() if statement.gives_rows else ()
