"""Carrying an operation out: statement after statement, plain or awaited."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

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
