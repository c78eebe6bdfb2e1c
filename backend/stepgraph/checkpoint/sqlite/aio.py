"""The saver over a SQLite file for asyncio: one thread of its own does what would hold up the event loop."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from stepgraph.checkpoint.base import SerializerProtocol
from stepgraph.checkpoint.relational.dialect import SQLITE
from stepgraph.checkpoint.relational.operations import Start
from stepgraph.checkpoint.relational.saver import RelationalSaver
from stepgraph.checkpoint.sqlite.connection import SqliteCarrier, connect
from stepgraph.checkpoint.sqlite.foreign import AiosqliteCarrier

if TYPE_CHECKING:
    from aiosqlite import Connection

__all__ = ["AsyncSqliteSaver", "T"]

T = TypeVar("T")


class AsyncSqliteSaver(RelationalSaver):
    """Keeps threads in a SQLite database without holding up the event loop.

    It takes a connection of `sqlite3` made with `check_same_thread=False`, whose plain methods work everywhere as
    well, or one of `aiosqlite`, if that is installed.
    """

    def __init__(
        self,
        conn: sqlite3.Connection | Connection,
        *,
        serde: SerializerProtocol | None = None,
        path: str = "this database",
    ) -> None:
        super().__init__(SQLITE, serde=serde)
        self.conn = conn
        set_up = self._operations.set_up
        self._carrier = (
            SqliteCarrier(conn, set_up, path)
            if isinstance(conn, sqlite3.Connection)
            else AiosqliteCarrier(conn, set_up)
        )

    @classmethod
    @asynccontextmanager
    async def from_conn_string(cls, conn_string: str) -> AsyncIterator[AsyncSqliteSaver]:
        """Give a saver over the database of that path, ":memory:" for one that lives as long as the saver."""
        connection = connect(conn_string)
        saver = cls(connection, path=conn_string)
        try:
            yield saver
        finally:
            saver._carrier.close()  # its own
            connection.close()

    async def setup(self) -> None:
        """Make the tables; done at the first use by itself."""
        await self._arun(self._operations.set_up, writes=True)

    def _run(self, start: Start[T], *, writes: bool) -> T:
        return self._carrier.run(start, writes=writes)

    async def _arun(self, start: Start[T], *, writes: bool) -> T:
        return await self._carrier.arun(start, writes=writes)
