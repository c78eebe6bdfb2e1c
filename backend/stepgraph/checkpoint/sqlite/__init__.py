"""The saver that keeps threads in a SQLite file, with the standard library alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TypeVar

from stepgraph.checkpoint.base import SerializerProtocol
from stepgraph.checkpoint.relational.dialect import SQLITE
from stepgraph.checkpoint.relational.operations import Start
from stepgraph.checkpoint.relational.saver import RelationalSaver
from stepgraph.checkpoint.sqlite.connection import SqliteCarrier, connect

__all__ = ["SqliteSaver"]

Result = TypeVar("Result")


class SqliteSaver(RelationalSaver):
    """Keeps threads in a SQLite database; may be used from any thread, and awaited.

    The tables are made at the first use. A connection of one's own needs `check_same_thread=False`.
    """

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
        self._carrier = SqliteCarrier(conn, self._operations.set_up, path)

    @classmethod
    @contextmanager
    def from_conn_string(cls, conn_string: str) -> Iterator[SqliteSaver]:
        """Give a saver over the database of that path, ":memory:" for one that lives as long as the saver."""
        with closing(connect(conn_string)) as connection:
            saver = cls(connection, path=conn_string)
            try:
                yield saver
            finally:
                saver._carrier.close()  # its own

    def setup(self) -> None:
        """Make the tables; done at the first use by itself."""
        self._run(self._operations.set_up, writes=True)

    def _run(self, start: Start[Result], *, writes: bool) -> Result:
        return self._carrier.run(start, writes=writes)

    async def _arun(self, start: Start[Result], *, writes: bool) -> Result:
        return await self._carrier.arun(start, writes=writes)
