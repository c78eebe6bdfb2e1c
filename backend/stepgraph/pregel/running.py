"""Running the tasks of a superstep: they start together, end in any order, and the first failure ends the step."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeAlias

from stepgraph.constants import ERROR, INTERRUPT, NO_WRITES, RESUME
from stepgraph.pregel.commit import keep_writes
from stepgraph.pregel.effects import DELIVER, NEXT_ENDED, SETTLE, Effect, Start
from stepgraph.pregel.facts import TaskFailed, TaskFinished, TaskInterrupted, TaskStarted
from stepgraph.pregel.program import ChannelPair
from stepgraph.pregel.run import Run
from stepgraph.pregel.tasks import Task, path_text

Running: TypeAlias = Generator[Effect, Any, BaseException | None]


def run_tasks(run: Run, tasks: Sequence[Task]) -> Running:
    """Run the tasks that have no writes yet; return the error of the first that failed."""
    waiting = [task for task in tasks if not task.is_restored]
    if not waiting:
        return None
    is_alone = len(tasks) == 1
    streams = run.request.streams
    if not streams.is_silent:
        yield DELIVER
    if run.observe is not None:
        for task in waiting:
            run.tell(TaskStarted(run.ns, run.step, task.id, task.name, task.input))
    ended = yield Start(waiting)
    left = len(waiting)
    while True:
        for task in ended:
            left -= 1
            yield from _end(run, task, is_told=True)
        failed = next((task for task in ended if _has_failed(task)), None)
        if failed is not None:
            for task in (yield SETTLE) if left else ():
                yield from _end(run, task, is_told=False)
            return failed.error
        if not streams.is_silent and not is_alone:
            yield DELIVER
        if not left:
            return None
        ended = yield NEXT_ENDED


def _has_failed(task: Task) -> bool:
    return task.error is not None and not task.interrupts


def _end(run: Run, task: Task, *, is_told: bool) -> Generator[Effect, Any, None]:
    """Keep what a task wrote; `is_told` is False for a task that ended after the step had failed: no stream event."""
    if run.observe is not None:
        _tell(run, task)
    writes = stored_writes(task)
    if run.keeper is not None:
        yield from keep_writes(run, task.id, path_text(task.path), writes)
    if is_told:
        run.request.streams.task_ended(task, writes, run.state)


def stored_writes(task: Task) -> list[ChannelPair]:
    """Return the writes by which a task is known to have finished, failed or asked."""
    if task.interrupts:
        return [(INTERRUPT, task.interrupts), *(pair for pair in task.writes if pair[0] == RESUME)]
    if task.error is not None:
        return [*task.writes, (ERROR, task.error)]
    return task.writes or [(NO_WRITES, None)]


def _tell(run: Run, task: Task) -> None:
    ns, step = run.ns, run.step
    if task.interrupts:
        run.tell(TaskInterrupted(ns, step, task.id, task.name, task.interrupts, task.duration_s))
    elif task.error is not None:
        run.tell(TaskFailed(ns, step, task.id, task.name, task.error, task.told_writes(), task.duration_s))
    else:
        run.tell(
            TaskFinished(ns, step, task.id, task.name, task.result, task.told_writes(), task.duration_s, task.ignored)
        )
