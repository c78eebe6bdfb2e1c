"""The plain driver: performs what the core asks for in the calling thread, and runs side by side in threads."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from contextvars import copy_context
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, TypeVar

from stepgraph.pregel.beside import ThreadBeside
from stepgraph.pregel.called import depth_of, give
from stepgraph.pregel.calling import call_plain, work_plain
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
from stepgraph.pregel.sending import Withdrawn, was_withdrawn, withdraw
from stepgraph.pregel.streams import Chunk
from stepgraph.pregel.tasks import Task

Result = TypeVar("Result")


def drive(core: Generator[StateEffect, Any, Result]) -> Result:
    """Run a generator that looks at a thread or changes it, and return its result."""
    step: Callable[[], StateEffect] = partial(next, core)
    while True:
        try:
            effect = step()
        except StopIteration as end:
            result: Result = end.value
            return result
        try:
            answer = _answer(effect)
        except Exception as error:  # noqa: BLE001  # the generator decides what it means
            step = partial(core.throw, error)
        else:
            step = partial(core.send, answer)


def _answer(effect: StateEffect) -> Any:
    if isinstance(effect, SaverCall):
        return getattr(effect.saver, effect.method)(*effect.args)
    return call_plain(effect.call, effect.scope)


class PlainDriver:
    """Runs one run of a graph."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._execution = Execution(run)
        self._pools = Pools(run.request.config.get("max_concurrency"), wait=run.program.waits_elsewhere)
        self._waiting: dict[Future[Task], Task] = {}
        self._ended: SimpleQueue[Future[Task]] = SimpleQueue()
        self._is_inside = False
        """Whether a task runs in the thread of the core."""
        self._beside = ThreadBeside()
        run.calls.driver = self
        self._step_timeout_s = run.request.step_timeout
        self._deadline_s = 0.0

    def chunks(self) -> Iterator[Chunk]:
        """Run to the end, yielding stream events when they are delivered; with no modes nothing is yielded."""
        core = run_graph(self._run)
        queue = self._run.streams.queue
        try:
            effect = next(core)
            while True:
                if type(effect) is Start:
                    effect = core.send(self._start(effect.tasks))
                elif type(effect) is Deliver:
                    while queue:
                        yield queue.popleft()
                    effect = next(core)
                else:
                    effect = self._answered(core, effect)
        except StopIteration:
            return
        finally:
            core.close()
            self._run.calls.abandon()
            self._pools.shutdown(wait=True)
            self._beside.finish()

    def _answered(self, core: Generator[Effect, Any, None], effect: Effect) -> Effect:
        """Perform one effect and return the next; what a saver or a gate raises is raised in the core."""
        try:
            answer = self._perform(effect)
        except Exception as error:  # noqa: BLE001  # the core decides what an error outside of it means
            return core.throw(error)
        return core.send(answer)

    def _perform(self, effect: Effect) -> object:
        if type(effect) is SaverCall:
            return getattr(effect.saver, effect.method)(*effect.args)
        if type(effect) is SaveBeside:
            self._beside.add(partial(getattr(effect.saver, effect.method), *effect.args))
            return None
        if type(effect) is AllSaved:
            return self._beside.finish()
        if type(effect) is AskGate:
            gate = self._run.gate
            return "go" if gate is None else gate.wait(effect.point)
        return self._next_ended() if type(effect) is NextEnded else self._settle()

    def _start(self, tasks: Sequence[Task]) -> Sequence[Task]:
        if len(tasks) == 1 and not self._waiting and self._step_timeout_s is None and not tasks[0].node.calls:
            self._is_inside = True
            try:
                self._work(tasks[0])
            finally:
                self._is_inside = False
            return tasks
        if self._step_timeout_s is not None and not self._waiting:
            self._deadline_s = monotonic() + self._step_timeout_s
        for task in tasks:
            self.begin(task)
        return self._next_ended()

    def new_future(self, node: NodeProgram) -> Future[Any]:
        """Return an empty future; refuse a task that can only be awaited."""
        if node.action.func is None:
            raise RuntimeError("In an sync context async tasks cannot be called")
        return Future()

    def begin(self, task: Task) -> None:
        """Begin to run the task in a thread."""
        context = copy_context()
        future = self._pools.at(depth_of(task)).submit(context.run, self._work, task)
        self._waiting[future] = task
        future.add_done_callback(self._ended.put)

    def _work(self, task: Task) -> Task:
        try:
            work_plain(self._execution.work(task), self._run.scopes.of(task))
        except Withdrawn:
            return task
        if task.is_called and self._is_inside:
            # The core cannot do it: it is what runs the caller.
            give(task)
        return task

    def _next_ended(self) -> list[Task]:
        """Wait for the next that has ended, and return it with all that have; none when there is no time left."""
        left_s = None if self._step_timeout_s is None else max(0.0, self._deadline_s - monotonic())
        try:
            ended = [self._ended.get(timeout=left_s)]
        except Empty:
            return []
        while not self._ended.empty():
            ended.append(self._ended.get())
        for future in ended:
            del self._waiting[future]
        return [future.result() for future in ended if not future.cancelled()]

    def _settle(self) -> list[Task]:
        """Let tasks come to their end, since a thread cannot be stopped; only those that had to queue never start."""
        for task in self._waiting.values():
            withdraw(task)
        if self._run.request.config.get("max_concurrency") is not None:
            for future, task in list(self._waiting.items()):
                if future.cancel() and task.is_called:
                    task.future.cancel()
        self._step_timeout_s = None
        ended: list[Task] = []
        while self._waiting:
            latest = self._next_ended()
            ended.extend(task for task in latest if not was_withdrawn(task))
            for task in latest:
                if task.is_called:
                    # The core waits for its caller, which waits for it.
                    give(task)
        return ended
