"""Carrying an operation out: statement after statement, plain or awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from stepgraph.checkpoint.refused import SaverError
from stepgraph.checkpoint.relational.dialect import Statement
from stepgraph.checkpoint.relational.operations import Operation, Rows

Result = TypeVar("Result")


def carried(operation: Operation[Result], rows_of: Callable[[Statement], Rows]) -> Result:
    """Run an operation with `rows_of` as the database, and return its result."""
    try:
        statement = next(operation)
        while True:
            statement = operation.send(rows_of(statement))
    except StopIteration as end:
        result: Result = end.value
        return result
    finally:
        operation.close()


async def acarried(operation: Operation[Result], rows_of: Callable[[Statement], Awaitable[Rows]]) -> Result:
    """Run an operation with the awaited `rows_of` as the database, and return its result."""
    try:
        statement = next(operation)
        while True:
            statement = operation.send(await rows_of(statement))
    except StopIteration as end:
        result: Result = end.value
        return result
    finally:
        operation.close()


def waited_for(call: Callable[[], Coroutine[Any, Any, Result]], loop: asyncio.AbstractEventLoop) -> Result:
    """Return what a coroutine in another thread's event loop gives; refuse to wait in that loop itself."""
    try:
        running = asyncio.get_running_loop()
    except RuntimeError:
        running = None
    if running is loop:
        raise SaverError(
            "saver.would_wait_for_itself",
            "A saver for asyncio was called plainly in its own event loop, which would wait for itself for ever. Use "
            "ainvoke, aget_state and so on, or the saver of the same database that is not for asyncio.",
        )
    return asyncio.run_coroutine_threadsafe(call(), loop).result()
