"""The plain driver: performs what the core asks for in the calling thread, and runs side by side in threads."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from stepgraph.pregel.calling import call_plain, work_plain
from stepgraph.pregel.effects import AskGate, Deliver, Effect, NextEnded, SaverCall, Start, StateEffect
from stepgraph.pregel.execute import Execution
from stepgraph.pregel.loop import run_graph
from stepgraph.pregel.run import Run
from stepgraph.pregel.streams import Chunk
from stepgraph.pregel.tasks import Task

Result = TypeVar("Result")

# More threads than this at a time help no graph; what a run allows itself (`max_concurrency`) comes first.
_MOST_THREADS = 128


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
        self._pool: ThreadPoolExecutor | None = None
        self._waiting: set[Future[Task]] = set()
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
            if self._pool is not None:
                self._pool.shutdown(wait=True, cancel_futures=True)

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
        if type(effect) is AskGate:
            gate = self._run.gate
            return "go" if gate is None else gate.wait(effect.point)
        return self._next_ended() if type(effect) is NextEnded else self._settle()

    def _start(self, tasks: Sequence[Task]) -> Sequence[Task]:
        if len(tasks) == 1 and not self._waiting and self._step_timeout_s is None:
            self._work(tasks[0])
            return tasks
        if self._step_timeout_s is not None and not self._waiting:
            self._deadline_s = monotonic() + self._step_timeout_s
        if self._pool is None:
            allowed = self._run.request.config.get("max_concurrency")
            self._pool = ThreadPoolExecutor(allowed or _MOST_THREADS, thread_name_prefix="stepgraph-task")
        self._waiting |= {self._pool.submit(copy_context().run, self._work, task) for task in tasks}
        return self._next_ended()

    def _work(self, task: Task) -> Task:
        work_plain(self._execution.work(task), self._run.scopes.of(task))
        return task

    def _next_ended(self) -> list[Task]:
        left_s = None if self._step_timeout_s is None else max(0.0, self._deadline_s - monotonic())
        ended, self._waiting = wait(self._waiting, left_s, return_when=FIRST_COMPLETED)
        return [future.result() for future in ended]

    def _settle(self) -> list[Task]:
        """Let tasks come to their end, since a thread cannot be stopped; only those that had to queue never start."""
        is_bounded = self._run.request.config.get("max_concurrency") is not None
        running = {future for future in self._waiting if not (is_bounded and future.cancel())}
        ended, self._waiting = wait(running)
        return [future.result() for future in ended]
