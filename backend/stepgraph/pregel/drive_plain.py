"""The plain driver: performs what the core asks for in the calling thread, and runs side by side in threads."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, TypeVar

from stepgraph.pregel.beside import ThreadBeside
from stepgraph.pregel.called import give
from stepgraph.pregel.calling import call_plain, work_plain
from stepgraph.pregel.context import LiveScope
from stepgraph.pregel.crews import Crews
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
from stepgraph.pregel.errands import Withdrawn, withdraw
from stepgraph.pregel.execute import Execution
from stepgraph.pregel.loop import run_graph
from stepgraph.pregel.program import NodeProgram
from stepgraph.pregel.run import Run
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
        self._scopes = run.scopes
        self._allowed: int | None = run.request.config.get("max_concurrency")
        self._crews = Crews(self._work_aside, self._allowed, wait=run.program.waits_elsewhere)
        self._waiting: set[Task] = set()
        self._ended: SimpleQueue[tuple[Task, BaseException | None] | None] = SimpleQueue()
        """What has ended; None for a stream event that its consumer gets at once."""
        self._is_inside = False
        """Whether a task runs in the thread of the core."""
        self._beside = ThreadBeside()
        run.calls.driver = self
        self._step_timeout_s = run.request.step_timeout
        self._deadline_s = 0.0
        self._is_live = run.streams.is_live
        if self._is_live:
            run.streams.wake = partial(self._ended.put, None)

    def chunks(self) -> Iterator[Chunk]:
        """Run to the end, yielding stream events when they are delivered; with no modes nothing is yielded."""
        core = run_graph(self._run)
        queue = self._run.streams.queue
        try:
            effect = next(core)
            while True:
                if self._is_live and type(effect) in (Start, NextEnded):
                    effect = core.send((yield from self._watched(effect)))
                elif type(effect) is Start:
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
            self._leave(core)

    def _leave(self, core: Generator[Effect, Any, None]) -> None:
        """Let the core save what it must, and wait for what runs; it is over already unless the consumer went away."""
        for task in list(self._waiting):
            withdraw(task, even_begun=True)
        try:
            effect = core.throw(Abandoned())
            while True:
                effect = self._answered(core, effect)
        except (StopIteration, Abandoned):
            return
        finally:
            self._run.calls.abandon()
            self._crews.end()
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
            save = partial(getattr(effect.saver, effect.method), *effect.args)
            self._beside.add(save, is_checkpoint=effect.is_checkpoint)
            return None
        if type(effect) is AllSaved:
            return self._beside.finish()
        if type(effect) is AskGate:
            gate = self._run.gate
            return "go" if gate is None else gate.wait(effect.point)
        return self._next_ended() if type(effect) is NextEnded else self._settle()

    def _watched(self, effect: Effect) -> Generator[Chunk, None, list[Task]]:
        """Wait for what ends next, and yield the events that come in the meantime."""
        queue = self._run.streams.queue
        if type(effect) is Start:
            self._begin_all(effect.tasks)
        while (ended := self._heard()) is None:
            while queue:
                yield queue.popleft()
        return ended

    def _start(self, tasks: Sequence[Task]) -> Sequence[Task]:
        if len(tasks) == 1 and not self._waiting and self._step_timeout_s is None and not tasks[0].node.calls:
            self._is_inside = True
            try:
                work_plain(self._execution.work(tasks[0]), LiveScope(self._scopes, tasks[0]))
            finally:
                self._is_inside = False
            return tasks
        self._begin_all(tasks)
        return self._next_ended()

    def _begin_all(self, tasks: Sequence[Task]) -> None:
        if self._step_timeout_s is not None and not self._waiting:
            self._deadline_s = monotonic() + self._step_timeout_s
        self._waiting.update(tasks)
        self._crews.begin(tasks)

    def new_future(self, node: NodeProgram) -> Future[Any]:
        """Return an empty future; refuse a task that can only be awaited."""
        if node.action.func is None:
            raise RuntimeError("In an sync context async tasks cannot be called")
        return Future()

    def begin(self, task: Task) -> None:
        """Begin to run the task in a thread."""
        self._waiting.add(task)
        self._crews.begin((task,))

    def _work_aside(self, task: Task) -> None:
        """Run a task in a thread of its own; what would end even the thread is for the core to raise."""
        error: BaseException | None = None
        try:
            work_plain(self._execution.work(task), LiveScope(self._scopes, task))
            if task.is_called and self._is_inside:
                # The core cannot do it: it is what runs the caller.
                give(task)
        except Withdrawn:
            pass
        except BaseException as raised:  # noqa: BLE001  # such as SystemExit
            error = raised
        self._ended.put((task, error))

    def _next_ended(self) -> list[Task]:
        """Wait for the next that has ended, and return it with all that have; none when there is no time left."""
        while (ended := self._heard()) is None:
            continue
        return ended

    def _heard(self) -> list[Task] | None:
        """Wait for the next that has ended, or for an event, which is None when nothing else has come."""
        left_s = None if self._step_timeout_s is None else max(0.0, self._deadline_s - monotonic())
        try:
            heard = [self._ended.get(timeout=left_s)]
        except Empty:
            return []
        while not self._ended.empty():
            heard.append(self._ended.get())
        ended = [item for item in heard if item is not None]
        if not ended:
            return None
        fatal = next((item for item in ended if item[1] is not None), None)
        if fatal is not None:
            # What the others did is heard again, and kept, when the run is left.
            for item in ended:
                if item is not fatal:
                    self._ended.put(item)
            ended = [fatal]
        self._waiting.difference_update(task for task, _ in ended)
        if fatal is not None and fatal[1] is not None:
            raise fatal[1]
        return [task for task, _ in ended]

    def _settle(self) -> list[Task]:
        """Let tasks come to their end, since a thread cannot be stopped; only those that had to queue never start."""
        is_late = self._step_timeout_s is not None and monotonic() >= self._deadline_s
        for task in list(self._waiting):
            withdraw(task, even_begun=is_late)
        if self._allowed is not None:
            for task in self._crews.withdraw():
                self._waiting.discard(task)
                if task.is_called:
                    task.future.cancel()
        self._step_timeout_s = None
        ended: list[Task] = []
        while self._waiting:
            latest = self._next_ended()
            ended.extend(task for task in latest if not task.is_withdrawn)
            for task in latest:
                if task.is_called:
                    # The core waits for its caller, which waits for it.
                    give(task)
        return ended
