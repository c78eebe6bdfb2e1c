"""A store that answers the awaited calls of one moment together, for stores that are far away."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

from stepgraph.store.base.items import Result
from stepgraph.store.base.operations import Op, PutOp
from stepgraph.store.base.store import BaseStore


class AsyncBatchedBaseStore(BaseStore):
    """Collects operations while an earlier batch is under way, and does them with one call of `abatch`.

    Made on the event loop that it works on. Derived classes say how a batch is done.
    """

    __slots__ = ("_loop", "_waiting", "_worker")

    def __init__(self) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._waiting: list[tuple[asyncio.Future[Result], Op]] = []
        self._worker: asyncio.Task[None] | None = None

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several operations; the answers come in their order."""
        self._refuse_own_loop("batch")
        return asyncio.run_coroutine_threadsafe(self.abatch(ops), self._loop).result()

    def _plain_answer(self, method: str, op: Op) -> Result:
        self._refuse_own_loop(method)
        return asyncio.run_coroutine_threadsafe(self._awaited_answer(op), self._loop).result()

    async def _awaited_answer(self, op: Op) -> Result:
        answer: asyncio.Future[Result] = self._loop.create_future()
        self._waiting.append((answer, op))
        if self._worker is None or self._worker.done():
            self._worker = self._loop.create_task(self._work())
        return await answer

    async def _work(self) -> None:
        while self._waiting:
            taken = [(answer, op) for answer, op in self._waiting if not answer.done()]
            self._waiting.clear()
            if taken:
                await self._answer_all(taken)

    async def _answer_all(self, taken: Sequence[tuple[asyncio.Future[Result], Op]]) -> None:
        places, ops = merged_operations([op for _, op in taken])
        try:
            results = await self.abatch(ops)
        except Exception as error:  # noqa: BLE001  # whoever waits is told
            for answer, _ in taken:
                if not answer.done():
                    answer.set_exception(error)
            return
        for (answer, _), place in zip(taken, places, strict=True):
            # One that was cancelled in the meantime waits no more.
            if not answer.done():
                answer.set_result(results[place])

    def _refuse_own_loop(self, method: str) -> None:
        """Refuse a plain call from the event loop that would have to answer it."""
        try:
            is_own = asyncio.get_running_loop() is self._loop
        except RuntimeError:
            return
        if is_own:
            raise asyncio.InvalidStateError(
                f"Synchronous calls to {type(self).__name__} detected in the main event loop. This can lead to "
                "deadlocks or performance issues. Please use the asynchronous interface for main thread operations. "
                f"Specifically, replace `store.{method}(...)` with `await store.a{method}(...) "
            )


def merged_operations(ops: Sequence[Op]) -> tuple[list[int], list[Op]]:
    """Return the operations without those that are asked twice, and for each of `ops` the place of its answer.

    Of several puts under one name the last counts.
    """
    places: list[int] = []
    kept: list[Op] = []
    puts: dict[Any, int] = {}
    for op in ops:
        if isinstance(op, PutOp):
            place = puts.setdefault((op.namespace, op.key), len(kept))
            kept[place : place + 1] = [op]
        else:
            # Compared one by one: a filter is a dict, by which nothing can be looked up.
            place = next((at for at, other in enumerate(kept) if type(other) is type(op) and other == op), len(kept))
            kept[place : place + 1] = [op]
        places.append(place)
    return places, kept
