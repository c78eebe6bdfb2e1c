"""The async driver: performs what the core asks for on the event loop; plain functions run in threads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Generator, Sequence
from concurrent.futures import Future
from contextlib import nullcontext
from contextvars import copy_context
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from stepgraph.errors import NodeCancelledError
from stepgraph.pregel.beside import TaskBeside
from stepgraph.pregel.called import AnyFuture, depth_of, give
from stepgraph.pregel.calling import call_async, work_async
from stepgraph.pregel.effects import (
    AllSaved,
    AskGate,
    Deliver,
    Effect,
    NextEnded,
    SaveBeside,
    SaverCall,
    Start,
    StateEffect,
)
from stepgraph.pregel.execute import Execution
from stepgraph.pregel.loop import run_graph
from stepgraph.pregel.pools import Pools
from stepgraph.pregel.program import NodeProgram
from stepgraph.pregel.run import Run
from stepgraph.pregel.streams import Chunk
from stepgraph.pregel.tasks import Task

Result = TypeVar("Result")


async def call_saver(effect: SaverCall | SaveBeside) -> Any:
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


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class AsyncDriver:
    """Runs one run of a graph."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._execution = Execution(run)
        self._waiting: set[asyncio.Task[Task]] = set()
        self._ended: asyncio.Queue[asyncio.Task[Task]] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop
        self._pools = Pools(None)
        self._beside = TaskBeside()
        run.calls.driver = self
        self._step_timeout_s = run.request.step_timeout
        self._deadline_s = 0.0
        self._is_settling = False
        self._allowed: int | None = run.request.config.get("max_concurrency")
        # One for each depth of calling, so that tasks that wait never hold up what they wait for.
        self._rooms: dict[int, asyncio.Semaphore] = {}

    async def chunks(self) -> AsyncIterator[Chunk]:
        """Run to the end, yielding stream events when they are delivered; with no modes nothing is yielded."""
        self._loop = asyncio.get_running_loop()
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
            self._run.calls.abandon()
            for task in self._waiting:
                task.cancel()
            self._pools.shutdown(wait=False)
            await self._beside.finish()

    async def _perform(self, effect: Effect) -> object:
        if type(effect) is Start:
            if self._step_timeout_s is not None and not self._waiting:
                self._deadline_s = monotonic() + self._step_timeout_s
            for task in effect.tasks:
                self._begin(task)
            return await self._next_ended()
        if type(effect) is SaverCall:
            return await call_saver(effect)
        if type(effect) is SaveBeside:
            self._beside.add(partial(call_saver, effect))
            return None
        if type(effect) is AllSaved:
            return await self._beside.finish()
        if type(effect) is AskGate:
            gate = self._run.gate
            return "go" if gate is None else await asyncio.to_thread(gate.wait, effect.point)
        return await (self._next_ended() if type(effect) is NextEnded else self._settle())

    def new_future(self, _node: NodeProgram) -> AnyFuture:
        """Return an empty future of the kind that the caller can wait for: asyncio's on the event loop."""
        return self._loop.create_future() if _running_loop() is self._loop else Future()

    def begin(self, task: Task) -> None:
        """Begin to run the task on the event loop."""
        context = copy_context()
        if _running_loop() is self._loop:
            self._begin(task)
        else:
            self._loop.call_soon_threadsafe(self._begin, task, context=context)

    def _begin(self, task: Task) -> None:
        if self._is_settling and task.is_called:
            task.future.cancel()
            return
        future = self._loop.create_task(self._work(task))
        self._waiting.add(future)
        future.add_done_callback(self._ended.put_nowait)

    async def _work(self, task: Task) -> Task:
        depth = depth_of(task)
        threads = self._pools.at(depth) if depth else None
        try:
            async with self._room(depth) or nullcontext():
                await work_async(self._execution.work(task), self._run.scopes.of(task), threads)
        except asyncio.CancelledError as error:
            task.error = error if self._is_settling else NodeCancelledError(task.name)
        return task

    def _room(self, depth: int) -> asyncio.Semaphore | None:
        if not self._allowed:
            return None
        return self._rooms.setdefault(depth, asyncio.Semaphore(self._allowed))

    async def _next_ended(self) -> Sequence[Task]:
        """Wait for the next that has ended, and return it with all that have; none when there is no time left."""
        left_s = None if self._step_timeout_s is None else max(0.0, self._deadline_s - monotonic())
        try:
            ended = [await asyncio.wait_for(self._ended.get(), left_s)]
        except TimeoutError:
            return []
        while not self._ended.empty():
            ended.append(self._ended.get_nowait())
        self._waiting.difference_update(ended)
        return [future.result() for future in ended]

    async def _settle(self) -> Sequence[Task]:
        """Cancel what still runs."""
        self._is_settling = True
        self._step_timeout_s = None
        ended: list[Task] = []
        while self._waiting:
            for future in self._waiting:
                future.cancel()
            latest = await self._next_ended()
            ended.extend(latest)
            for task in latest:
                if task.is_called:
                    # A thread that waits for it cannot be cancelled.
                    give(task)
        return ended
