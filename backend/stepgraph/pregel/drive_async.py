"""The async driver: performs what the core asks for on the event loop; plain functions run in threads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Sequence
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
    Abandoned,
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
        self._ended: asyncio.Queue[asyncio.Task[Task] | None] = asyncio.Queue()
        """What has ended; None for a stream event that its consumer gets at once."""
        self._latest: Sequence[Task] = ()
        self._loop: asyncio.AbstractEventLoop
        self._pools = Pools()
        self._beside = TaskBeside()
        run.calls.driver = self
        self._step_timeout_s = run.request.step_timeout
        self._deadline_s = 0.0
        self._is_settling = False
        self._allowed: int | None = run.request.config.get("max_concurrency")
        # One for each depth of calling, so that tasks that wait never hold up what they wait for.
        self._rooms: dict[int, asyncio.Semaphore] = {}

    async def chunks(self) -> AsyncGenerator[Chunk, None]:
        """Run to the end, yielding stream events when they are delivered; with no modes nothing is yielded."""
        self._loop = asyncio.get_running_loop()
        core = run_graph(self._run)
        streams = self._run.streams
        if streams.is_live:
            streams.wake = self._wake
        try:
            effect = next(core)
            while True:
                if streams.is_live and type(effect) in (Start, NextEnded):
                    async for chunk in self._watched(effect):
                        yield chunk
                    effect = core.send(self._latest)
                elif type(effect) is Deliver:
                    while streams.queue:
                        yield streams.queue.popleft()
                    effect = next(core)
                else:
                    effect = (await self._answered(core, effect))()
        except StopIteration:
            return
        finally:
            await self._leave(core)
            await self._beside.finish()

    async def _leave(self, core: Generator[Effect, Any, None]) -> None:
        """End what runs, and let the core save what it must; it is over already unless the consumer went away."""
        self._is_settling = True
        self._run.calls.abandon()
        for task in self._waiting:
            task.cancel()
        if self._waiting:
            await asyncio.wait(self._waiting)
        self._pools.shutdown()
        step: Callable[[], Effect] = partial(core.throw, Abandoned())
        try:
            while True:
                step = await self._answered(core, step())
        except (StopIteration, Abandoned):
            return

    async def _watched(self, effect: Effect) -> AsyncIterator[Chunk]:
        """Wait for what ends next, which becomes the latest, and yield the events that come in the meantime."""
        queue = self._run.streams.queue
        if type(effect) is Start:
            self._begin_all(effect.tasks)
        while (ended := await self._heard()) is None:
            while queue:
                yield queue.popleft()
        self._latest = ended

    async def _answered(self, core: Generator[Effect, Any, None], effect: Effect) -> Callable[[], Effect]:
        """Perform one effect and return what takes the core on; what a saver or a gate raises is raised there."""
        try:
            answer = await self._perform(effect)
        except Exception as error:  # noqa: BLE001  # the core decides what an error outside means
            return partial(core.throw, error)
        return partial(core.send, answer)

    async def _perform(self, effect: Effect) -> object:
        if type(effect) is Start:
            self._begin_all(effect.tasks)
            return await self._next_ended()
        if type(effect) is SaverCall:
            return await call_saver(effect)
        if type(effect) is SaveBeside:
            await self._beside.add(partial(call_saver, effect), is_checkpoint=effect.is_checkpoint)
            return None
        if type(effect) is AllSaved:
            return await self._beside.finish()
        if type(effect) is AskGate:
            gate = self._run.gate
            return "go" if gate is None else await asyncio.to_thread(gate.wait, effect.point)
        return await (self._next_ended() if type(effect) is NextEnded else self._settle())

    def _wake(self) -> None:
        if _running_loop() is self._loop:
            self._ended.put_nowait(None)
        else:
            self._loop.call_soon_threadsafe(self._ended.put_nowait, None)

    def _begin_all(self, tasks: Sequence[Task]) -> None:
        if self._step_timeout_s is not None and not self._waiting:
            self._deadline_s = monotonic() + self._step_timeout_s
        for task in tasks:
            self._begin(task)

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
        if task.is_called:
            # Whoever called it may cancel it.
            task.future.add_done_callback(lambda given: future.cancel() if given.cancelled() else None)
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
        while (ended := await self._heard()) is None:
            continue
        return ended

    async def _heard(self) -> Sequence[Task] | None:
        """Wait for the next that has ended, or for an event, which is None when nothing else has come."""
        left_s = None if self._step_timeout_s is None else max(0.0, self._deadline_s - monotonic())
        try:
            heard = [await asyncio.wait_for(self._ended.get(), left_s)]
        except TimeoutError:
            return []
        while not self._ended.empty():
            heard.append(self._ended.get_nowait())
        ended = [future for future in heard if future is not None]
        if not ended:
            return None
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
