"""The async driver: performs what the core asks for on the event loop; plain functions run in threads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Generator, Sequence
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from stepgraph.errors import NodeCancelledError
from stepgraph.pregel.calling import call_async, work_async
from stepgraph.pregel.effects import AskGate, Deliver, Effect, NextEnded, SaverCall, Start, StateEffect
from stepgraph.pregel.execute import Execution
from stepgraph.pregel.loop import run_graph
from stepgraph.pregel.run import Run
from stepgraph.pregel.streams import Chunk
from stepgraph.pregel.tasks import Task

Result = TypeVar("Result")


async def call_saver(effect: SaverCall) -> Any:
    """Call a saver's coroutine where it has one under the name with an ``a`` before it, else the plain method."""
    coroutine = getattr(effect.saver, f"a{effect.method}", None)
    if coroutine is not None:
        return await coroutine(*effect.args)
    return getattr(effect.saver, effect.method)(*effect.args)


async def drive(core: Generator[StateEffect, Any, Result]) -> Result:
    """Run a generator that looks at a thread or changes it, and return its result."""
    step: Callable[[], StateEffect] = partial(next, core)
    while True:
        try:
            effect = step()
        except StopIteration as end:
            result: Result = end.value
            return result
        try:
            answer = await _answer(effect)
        except Exception as error:  # noqa: BLE001  # the generator decides what it means
            step = partial(core.throw, error)
        else:
            step = partial(core.send, answer)


async def _answer(effect: StateEffect) -> Any:
    if isinstance(effect, SaverCall):
        return await call_saver(effect)
    return await call_async(effect.call, effect.scope)


class AsyncDriver:
    """Runs one run of a graph."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._execution = Execution(run)
        self._waiting: set[asyncio.Task[Task]] = set()
        self._step_timeout_s = run.request.step_timeout
        self._deadline_s = 0.0
        self._is_settling = False
        allowed = run.request.config.get("max_concurrency")
        self._room = asyncio.Semaphore(allowed) if allowed else None

    async def chunks(self) -> AsyncIterator[Chunk]:
        """Run to the end, yielding stream events when they are delivered; with no modes nothing is yielded."""
        core = run_graph(self._run)
        queue = self._run.streams.queue
        try:
            effect = next(core)
            while True:
                if type(effect) is Deliver:
                    while queue:
                        yield queue.popleft()
                    effect = next(core)
                else:
                    try:
                        answer = await self._perform(effect)
                    except Exception as error:  # noqa: BLE001  # the core decides what an error outside means
                        effect = core.throw(error)
                    else:
                        effect = core.send(answer)
        except StopIteration:
            return
        finally:
            core.close()
            for task in self._waiting:
                task.cancel()

    async def _perform(self, effect: Effect) -> object:
        if type(effect) is Start:
            if self._step_timeout_s is not None and not self._waiting:
                self._deadline_s = monotonic() + self._step_timeout_s
            self._waiting |= {asyncio.create_task(self._work(task)) for task in effect.tasks}
            return await self._next_ended()
        if type(effect) is SaverCall:
            return await call_saver(effect)
        if type(effect) is AskGate:
            gate = self._run.gate
            return "go" if gate is None else await asyncio.to_thread(gate.wait, effect.point)
        return await (self._next_ended() if type(effect) is NextEnded else self._settle())

    async def _work(self, task: Task) -> Task:
        try:
            if self._room is None:
                await work_async(self._execution.work(task), self._run.scopes.of(task))
            else:
                async with self._room:
                    await work_async(self._execution.work(task), self._run.scopes.of(task))
        except asyncio.CancelledError as error:
            task.error = error if self._is_settling else NodeCancelledError(task.name)
        return task

    async def _next_ended(self) -> Sequence[Task]:
        left_s = None if self._step_timeout_s is None else max(0.0, self._deadline_s - monotonic())
        ended, self._waiting = await asyncio.wait(self._waiting, timeout=left_s, return_when=asyncio.FIRST_COMPLETED)
        return [future.result() for future in ended]

    async def _settle(self) -> Sequence[Task]:
        """Cancel what still runs."""
        self._is_settling = True
        for future in self._waiting:
            future.cancel()
        ended, self._waiting = await asyncio.wait(self._waiting)
        return [future.result() for future in ended]
