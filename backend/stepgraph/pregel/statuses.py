"""What the stored writes of an open superstep say about each of its tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from stepgraph.checkpoint.model import PendingWrite
from stepgraph.constants import ERROR, ERROR_SOURCE_NODE, INTERRUPT, NULL_TASK_ID, RESUME, RETURN
from stepgraph.pregel.output import mapped_result
from stepgraph.pregel.program import ChannelPair, Reader

_CONTROL = frozenset({ERROR, INTERRUPT, RESUME})


@dataclass(slots=True)
class TaskStatus:
    """How far a task came: a task with an output write counts as finished, whatever else is stored for it."""

    output: list[ChannelPair] = field(default_factory=list)
    asked: list[Any] = field(default_factory=list)
    error: Any = None  # an exception, or the text in which a saver keeps one
    error_source: str | None = None
    """The node that failed, when a handler takes the failure."""

    @property
    def open_questions(self) -> tuple[Any, ...]:
        """The questions that still wait for an answer."""
        return () if self.output else tuple(self.asked)


def task_statuses(pending: Iterable[PendingWrite] | None) -> dict[str, TaskStatus]:
    """Return the status of every task for which something is stored."""
    statuses: dict[str, TaskStatus] = {}
    for task_id, channel, value in pending or ():
        if task_id == NULL_TASK_ID:
            continue
        status = statuses.setdefault(task_id, TaskStatus())
        if channel == INTERRUPT:
            status.asked.extend(value if isinstance(value, Sequence) else [value])
        elif channel == ERROR:
            status.error = value if status.error is None else status.error
        elif channel == ERROR_SOURCE_NODE:
            status.error_source = value
        elif channel not in _CONTROL:
            status.output.append((channel, value))
    return statuses


def outside_writes(pending: Iterable[PendingWrite] | None) -> list[ChannelPair]:
    """Return the writes of no task: what commands left on the checkpoint."""
    return [(channel, value) for task_id, channel, value in pending or () if task_id == NULL_TASK_ID]


def task_result(status: TaskStatus, reader: Reader) -> object:
    """Return what a task gave, as a snapshot shows it; None while it has not finished."""
    if not status.output:
        return None
    returned = [value for name, value in status.output if name == RETURN]
    if returned:
        return returned[0]
    mapped = mapped_result(reader, status.output)
    return mapped.get(reader.bare) if reader.bare is not None else mapped
