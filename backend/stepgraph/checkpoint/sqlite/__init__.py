"""The saver that keeps threads in a SQLite file, with the standard library alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from stepgraph.checkpoint.sqlite.connection import SqliteSaverBase, connect

__all__ = ["SqliteSaver"]


class SqliteSaver(SqliteSaverBase):
    """Keeps threads in a SQLite database; may be used from any thread, and awaited.

    The tables are made at the first use. A connection of one's own needs `check_same_thread=False`.
    """

    @classmethod
    @contextmanager
    def from_conn_string(cls, conn_string: str) -> Iterator[SqliteSaver]:
        """Give a saver over the database of that path, ":memory:" for one that lives as long as the saver."""
        with closing(connect(conn_string)) as connection:
            saver = cls(connection, path=conn_string)
            try:
                yield saver
            finally:
                saver.close_worker()

    def setup(self) -> None:
        """Make the tables; done at the first use by itself."""
        self._set_up()
