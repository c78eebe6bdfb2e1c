"""Running the tasks of a superstep: they start together, end in any order, and the first failure ends the step."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeAlias

from stepgraph.constants import ERROR, ERROR_SOURCE_NODE, INTERRUPT, NO_WRITES, RESUME
from stepgraph.errors import GraphBubbleUp, is_invalid_resume
from stepgraph.pregel.caching import keep_result
from stepgraph.pregel.commit import keep_writes, tell_unsaved
from stepgraph.pregel.effects import DELIVER, NEXT_ENDED, SETTLE, Effect, Start
from stepgraph.pregel.facts import TaskFailed, TaskFinished, TaskInterrupted, TaskStarted
from stepgraph.pregel.handling import handlers_of, is_handled
from stepgraph.pregel.plan import warm_views
from stepgraph.pregel.program import ChannelPair
from stepgraph.pregel.run import Run
from stepgraph.pregel.tasks import Task, path_text

Running: TypeAlias = Generator[Effect, Any, BaseException | None]


def run_tasks(run: Run, tasks: list[Task]) -> Running:
    """Run the tasks that have no writes yet; return the error of the first that failed.

    Handlers that take failures join the tasks, and the superstep.
    """
    request, calls, is_told = run.request, run.calls, run.observe is not None
    waiting = _unfinished(tasks) if run.pending or request.cache is not None else tasks
    delivers = not run.streams.is_silent
    if delivers:
        yield DELIVER
    if len(waiting) > 1 or is_told or run.messages is not None:
        _begin(run, waiting)
    keeps = is_told or run.keeper is not None or run.is_nested or request.cache is not None
    left = len(waiting)
    is_alone = left == 1 and not run.streams.is_live
    effect: Effect = Start(waiting)
    while left or calls.open:
        ended: Sequence[Task] = yield effect
        left, effect = left - len(ended), NEXT_ENDED
        unkept = (yield from _keep(run, ended)) if keeps else None
        error = _ended(run, ended) if ended else TimeoutError("Timed out")
        # Only now, when what they gave is kept, do those that called them go on.
        left += calls.ended(ended)
        if error is not None or unkept is not None:
            return (yield from _cut_short(run, left, error, unkept))
        handlers = handlers_of(run.program, ended) if run.program.has_handlers else ()
        if handlers:
            tasks.extend(handlers)
            _begin(run, handlers)
            left, effect, is_alone = left + len(handlers), Start(handlers), False
        # The events of a task that runs alone wait until its superstep is saved, which one that asks is not.
        if delivers and (not is_alone or run.has_questions or (calls.made and (left or calls.open))):
            yield DELIVER
    return run.answers.refused


def _unfinished(tasks: Sequence[Task]) -> Sequence[Task]:
    return [task for task in tasks if not task.is_restored]


def settle(run: Run, left: int) -> Generator[Effect, Any, None]:
    """End the tasks that are left, and keep how they ended; it makes no stream event."""
    if left or run.calls.open:
        ended: Sequence[Task] = yield SETTLE
        unkept = yield from _keep(run, ended)
        run.calls.ended(ended)
        if unkept is not None:
            raise unkept


def _cut_short(run: Run, left: int, error: BaseException | None, unkept: Exception | None) -> Running:
    """End the tasks that are left; return the error of one that failed, or raise why something could not be kept."""
    try:
        yield from settle(run, left)
    except Exception as later:  # noqa: BLE001  # whatever a saver raises
        unkept = unkept or later
    if unkept is not None:
        tell_unsaved(unkept, error)
    return error


def _begin(run: Run, tasks: Sequence[Task]) -> None:
    if run.observe is not None:
        for task in tasks:
            run.tell(TaskStarted(run.ns, run.step, task.id, task.name, task.input, task.handles))
    if run.messages is not None:
        run.messages.given(tasks)
    if len(tasks) > 1:
        warm_views(tasks, run.state)


def _keep(run: Run, tasks: Sequence[Task]) -> Generator[Effect, Any, Exception | None]:
    """Tell how tasks ended, and keep what they wrote; return why the first that could not be kept was not."""
    unkept: Exception | None = None
    for task in tasks:
        if run.request.caller is not None:
            run.request.caller.progress()
        if run.observe is not None:
            _tell(run, task)
        writes = stored_writes(task)
        if run.keeper is not None and writes:
            try:
                yield from keep_writes(run, task.id, path_text(task.path), writes)
            except Exception as error:  # noqa: BLE001  # whatever a saver raises; what the others did is kept all the same
                unkept = unkept or error
        if task.cache_key is not None:
            yield from keep_result(run, task, writes)
    return unkept


def _ended(run: Run, tasks: Sequence[Task]) -> BaseException | None:
    """Stream how tasks ended; return the error of the first that failed and has no handler."""
    failed: BaseException | None = None
    is_silent = run.streams.is_silent
    for task in tasks:
        if task.is_paused or not is_silent:
            _stream(run, task)
        if task.caller is not None:
            # What it asks, or raises, reaches whoever waits for it.
            continue
        if task.is_paused:
            run.has_questions = True
        elif task.error is not None and not is_handled(task):
            failed = failed or _failure(run, task, task.error)
    return failed


def _failure(run: Run, task: Task, error: BaseException) -> BaseException | None:
    """Return what ends the superstep: not a refused answer, which waits until all tasks have ended.

    Tasks that were answered in the same call go on: cut off, they would do again what they had done.
    """
    if not is_invalid_resume(error):
        if run.keeper is not None and task.node.branches and any(channel != RESUME for channel, _ in task.writes):
            run.warn("router.lost", _lost_router(task.name), node=task.name)
        return error
    run.answers.refused = run.answers.refused or error
    return None


def _lost_router(node: str) -> str:
    return (
        f"A router of node {node!r} failed after the node's own writes were kept, so the node counts as finished: "
        f"when the run goes on, nothing that the router would have chosen runs. Edit the state as node {node!r} to "
        "route again, or go on from the checkpoint by its id, which runs the node again."
    )


def _stream(run: Run, task: Task) -> None:
    """Stream how a task ended: the messages that it returned first, then what it wrote."""
    if run.messages is not None and task.error is None:
        run.messages.returned(task)
    if task.is_cached:
        run.streams.task_updates(task, task.writes, cached=True)
    elif not (task.is_called and isinstance(task.error, GraphBubbleUp)):
        writes = stored_writes(task)
        if writes:
            run.streams.task_ended(task, writes, run.state)


def stored_writes(task: Task) -> list[ChannelPair]:
    """Return the writes by which a task is known to have finished, failed or asked."""
    if task.is_paused:
        # A breakpoint in a graph inside leaves no question, and nothing to store.
        asked = [(INTERRUPT, task.interrupts)] if task.interrupts else []
        return [*asked, *[pair for pair in task.writes if pair[0] == RESUME][-1:]]
    if isinstance(task.error, GraphBubbleUp):
        return []
    if task.error is not None:
        source = [(ERROR_SOURCE_NODE, task.name)] if is_handled(task) else []
        return [*task.writes, (ERROR, task.error), *source]
    if task.answers is not None and all(channel == RESUME for channel, _ in task.writes):
        # Answers alone would not tell that the task has finished.
        return [*task.writes, (NO_WRITES, None)]
    return task.writes or [(NO_WRITES, None)]


def _tell(run: Run, task: Task) -> None:
    ns, step = run.ns, run.step
    if task.is_paused:
        run.tell(TaskInterrupted(ns, step, task.id, task.name, task.interrupts, task.duration_s))
    elif task.error is not None:
        handler = task.node.handler if is_handled(task) else None
        writes = task.told_writes()
        ended = (task.duration_s, handler, task.failures, task.worker)
        run.tell(TaskFailed(ns, step, task.id, task.name, task.error, writes, *ended))
    else:
        run.tell(
            TaskFinished(
                ns,
                step,
                task.id,
                task.name,
                task.result,
                task.told_writes(),
                task.duration_s,
                task.ignored,
                task.is_cached,
                failures=task.failures,
                worker=task.worker,
            )
        )
