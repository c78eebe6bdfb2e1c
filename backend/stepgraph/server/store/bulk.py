"""Many rows at once, at the driver's speed: the statement is made by SQLAlchemy once, rows go straight through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from sqlalchemy import Connection, Insert

Row: TypeAlias = tuple[object, ...]


class Bulk:
    """Runs one INSERT for many rows, whose values stand in the table's order of columns."""

    def __init__(self, insert: Insert, columns: Sequence[str]) -> None:
        self._insert = insert.values(dict.fromkeys(columns))
        self._columns = tuple(columns)
        self._text: str | None = None

    def run(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Insert rows."""
        if not rows:
            return
        if self._text is None:
            compiled = self._insert.compile(dialect=connection.dialect)
            # Rows are told by place, so their order has to be the statement's.
            assert tuple(compiled.positiontup or ()) == self._columns
            self._text = str(compiled)
        connection.exec_driver_sql(self._text, list(rows))
