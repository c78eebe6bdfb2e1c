"""What nodes wrote, kept for the next time that they get the same input."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any

from stepgraph.pregel.commit import keep_writes
from stepgraph.pregel.effects import Effect, SaverCall
from stepgraph.pregel.facts import TaskFinished
from stepgraph.pregel.program import ChannelPair
from stepgraph.pregel.run import Run
from stepgraph.pregel.tasks import Task, path_text


def look_up(run: Run, tasks: Iterable[Task]) -> Generator[Effect, Any, None]:
    """Give the tasks for whose input something is kept those writes, so that they do not run.

    Of several tasks with the same key the last is served and the others run, as in the reference.
    """
    by_key = {task.cache_key[:2]: task for task in tasks if task.cache_key is not None and not task.is_restored}
    if not by_key:
        return
    found = yield SaverCall(run.request.cache, "get", (tuple(by_key),))
    for key, writes in found.items():
        task = by_key[key]
        task.writes.extend((channel, value) for channel, value in writes)
        task.is_restored = True
        run.streams.task_updates(task, task.writes, cached=True)
        if run.observe is not None:
            told = task.told_writes()
            run.tell(TaskFinished(run.ns, run.step, task.id, task.name, None, told, 0.0, (), is_cached=True))
        if run.keeper is not None:
            yield from keep_writes(run, task.id, path_text(task.path), task.writes)


def keep_result(run: Run, task: Task, writes: Sequence[ChannelPair]) -> Generator[Effect, Any, None]:
    """Keep what a task wrote that ended well; what the cache raises waits for the end of the run."""
    if task.cache_key is not None and task.error is None:
        ns, key, ttl_s = task.cache_key
        try:
            yield SaverCall(run.request.cache, "set", ({(ns, key): (list(writes), ttl_s)},))
        except Exception as error:  # noqa: BLE001  # a cache that is down costs no superstep; told at the end
            run.cache_error = run.cache_error or error
