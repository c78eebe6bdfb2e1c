"""The saver over a SQLite file for asyncio: one thread of its own does what would hold up the event loop."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

from stepgraph.checkpoint.sqlite.connection import SqliteSaverBase, connect

__all__ = ["AsyncSqliteSaver", "T"]

T = TypeVar("T")


class AsyncSqliteSaver(SqliteSaverBase):
    """Keeps threads in a SQLite database without holding up the event loop; its plain methods work as well.

    It takes a connection of `sqlite3` made with `check_same_thread=False`.
    """

    @classmethod
    @asynccontextmanager
    async def from_conn_string(cls, conn_string: str) -> AsyncIterator[AsyncSqliteSaver]:
        """Give a saver over the database of that path, ":memory:" for one that lives as long as the saver."""
        saver = cls(connect(conn_string), path=conn_string)
        try:
            yield saver
        finally:
            saver.close_worker()
            saver.conn.close()

    async def setup(self) -> None:
        """Make the tables; done at the first use by itself."""
        await self._in_worker(self._set_up)
