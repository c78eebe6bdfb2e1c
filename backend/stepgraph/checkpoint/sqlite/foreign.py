"""A connection of aiosqlite that a caller brings: it carries out a saver's operations in its own thread."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from stepgraph.checkpoint.relational.carrying import acarried, waited_for
from stepgraph.checkpoint.relational.dialect import Statement
from stepgraph.checkpoint.relational.operations import Operation, Rows, Start
from stepgraph.checkpoint.sqlite.connection import PAUSE_S, PREPARATIONS, TIMEOUT, beginning, is_busy
from stepgraph.checkpoint.sqlite.failures import told

Result = TypeVar("Result")


class AiosqliteCarrier:
    """Carries operations out over a connection of `aiosqlite`, in the event loop that made it."""

    def __init__(self, connection: Any, set_up: Start[None]) -> None:
        self.lock = asyncio.Lock()
        self._connection = connection
        self._set_up = set_up
        self._is_set_up = False
        self._loop = asyncio.get_running_loop()

    def run(self, start: Start[Result], *, writes: bool) -> Result:
        """Carry an operation out for another thread than that of the event loop."""
        return waited_for(partial(self.arun, start, writes=writes), self._loop)

    async def arun(self, start: Start[Result], *, writes: bool) -> Result:
        """Carry an operation out in one transaction."""
        async with self.lock:
            if not self._is_set_up:
                await self._prepare()
            return await self._in_transaction(start(), writes=writes)

    def close(self) -> None:
        """Leave the connection to whoever brought it."""

    async def _prepare(self) -> None:
        if not self._connection.in_transaction:
            for statement in PREPARATIONS:
                await self._patiently(statement)
        await self._in_transaction(self._set_up(), writes=True)
        self._is_set_up = True

    async def _patiently(self, statement: str) -> None:
        ((timeout_ms,),) = await self._connection.execute_fetchall(TIMEOUT)
        for _ in range(round(timeout_ms / 1000 / PAUSE_S)):
            try:
                await self._connection.execute(statement)
            except sqlite3.OperationalError as error:
                if not is_busy(error):
                    raise
                await asyncio.sleep(PAUSE_S)
            else:
                return
        await self._connection.execute(statement)

    async def _in_transaction(self, operation: Operation[Result], *, writes: bool) -> Result:
        try:
            if not self._connection.in_transaction:
                await self._connection.execute(beginning(writes=writes))
            result = await acarried(operation, self._rows)
            await self._connection.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):
                await self._connection.rollback()
            if isinstance(error, sqlite3.Error):
                raise told(error, "this database") from error
            raise
        return result

    async def _rows(self, statement: Statement) -> Rows:
        if statement.is_many:
            await self._connection.executemany(statement.text, statement.args)
            return ()
        rows = await self._connection.execute_fetchall(statement.text, tuple(statement.args))
        return [tuple(row) for row in rows]
