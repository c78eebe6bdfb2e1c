"""Snapshots: what a thread looks like at one checkpoint, for callers and for checkpoint events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from stepgraph.checkpoint.ids import new_checkpoint_id
from stepgraph.checkpoint.model import CheckpointTuple, PendingWrite
from stepgraph.constants import CHECKPOINT_ID, CHECKPOINT_MAP, CHECKPOINT_NS, CONF, INPUT, NULL_TASK_ID, THREAD_ID
from stepgraph.pregel.apply import Barrier, OutsideWrites, Writer
from stepgraph.pregel.output import output_values
from stepgraph.pregel.plan import find_due, prepare
from stepgraph.pregel.program import Program, Reader
from stepgraph.pregel.restoring import restored_state
from stepgraph.pregel.run import Run
from stepgraph.pregel.state import ChannelState
from stepgraph.pregel.statuses import TaskStatus, outside_writes, task_result, task_statuses
from stepgraph.pregel.tasks import Moment, Task
from stepgraph.pregel.versions import NextVersion
from stepgraph.scope import RunnableConfig
from stepgraph.types import PregelTask, StateSnapshot

_UNTOUCHED = TaskStatus()


def due_tasks(state: ChannelState, saved: CheckpointTuple) -> list[Task]:
    """Return the tasks that are due at a checkpoint, in the graph's order, with their inputs."""
    step = saved.metadata.get("step", -1) + 1
    ns = saved.config[CONF].get(CHECKPOINT_NS) or ""
    moment = Moment(ns, step, step + 2, saved.checkpoint["id"], new_checkpoint_id)
    return prepare(find_due(state, None), state, moment)


def apply_quietly(state: ChannelState, writers: Sequence[Writer]) -> None:
    """Show what writes would do to the values, without versions and without telling anybody."""
    Barrier(state, writers, None).run()


def empty_snapshot(config: RunnableConfig) -> StateSnapshot:
    """Return the snapshot of a thread that does not exist."""
    return StateSnapshot({}, (), config, None, None, None, (), ())


def snapshot(program: Program, saved: CheckpointTuple, next_version: NextVersion, *, is_head: bool) -> StateSnapshot:
    """Return what a thread looks like at `saved`.

    At the head the writes of tasks that have already finished show in the values, and these tasks are not next.
    """
    state = restored_state(program, saved.checkpoint, next_version)
    tasks = due_tasks(state, saved)
    outside = outside_writes(saved.pending_writes)
    if outside:
        apply_quietly(state, [OutsideWrites(NULL_TASK_ID, INPUT, (), (), outside)])
    statuses = task_statuses(saved.pending_writes)
    if is_head:
        for task in tasks:
            task.writes.extend(statuses.get(task.id, _UNTOUCHED).output)
        finished = [task for task in tasks if task.writes]
        if finished:
            apply_quietly(state, finished)
    thread_id = saved.config[CONF][THREAD_ID]
    told = tuple(_told_task(task, statuses, program.stream, thread_id, is_head=is_head) for task in tasks)
    metadata: Any = saved.metadata
    return StateSnapshot(
        output_values(program.stream, state),
        tuple(task.name for task in tasks if not task.writes),
        with_parents(saved.config, metadata),
        metadata,
        saved.checkpoint["ts"],
        None if saved.parent_config is None else with_parents(saved.parent_config, metadata),
        told,
        tuple(question for task in told for question in task.interrupts),
    )


def _told_task(
    task: Task, statuses: Mapping[str, TaskStatus], reader: Reader, thread_id: str, *, is_head: bool
) -> PregelTask:
    status = statuses.get(task.id, _UNTOUCHED)
    asked = status.open_questions if is_head else tuple(status.asked)
    path: Any = task.path
    # Where the graph inside keeps its own state.
    inside: RunnableConfig | None = (
        None if task.node.nested is None else {CONF: {THREAD_ID: thread_id, CHECKPOINT_NS: task.ns}}
    )
    return PregelTask(task.id, task.name, path, status.error, asked, inside, task_result(status, reader))


def with_parents(config: RunnableConfig, metadata: Mapping[str, Any] | None) -> RunnableConfig:
    """Return the config of a checkpoint with the checkpoints of the graphs that called this one."""
    parents = (metadata or {}).get("parents")
    if not parents:
        return config
    configurable = config[CONF]
    known = {**parents, configurable[CHECKPOINT_NS]: configurable[CHECKPOINT_ID]}
    return {**config, CONF: {**configurable, CHECKPOINT_MAP: known}}


def checkpoint_payload(run: Run, tasks: Sequence[Task]) -> dict[str, Any]:
    """Return the event of the checkpoint from which `tasks` start."""
    lineage = run.lineage
    own = None if lineage.checkpoint_id is None else run.checkpoint_config(lineage.checkpoint_id)
    parent = lineage.told_parent
    if parent is None and lineage.told_parent_id is not None:
        parent = run.checkpoint_config(lineage.told_parent_id)
    return {
        "config": _public(own, lineage.metadata),
        "parent_config": _public(parent, lineage.metadata),
        "values": output_values(run.program.stream, run.state),
        "metadata": lineage.metadata,
        "next": [task.name for task in tasks],
        "tasks": _event_tasks(tasks, run.pending, run.streams.reader, run.thread_id),
    }


def _public(config: RunnableConfig | None, metadata: Mapping[str, Any]) -> RunnableConfig | None:
    if config is None:
        return None
    told = with_parents(config, metadata)[CONF]
    return {CONF: {key: value for key, value in told.items() if not key.startswith("__pregel_")}}


def _event_tasks(
    tasks: Sequence[Task], pending: Sequence[PendingWrite], reader: Reader, thread_id: str
) -> list[dict[str, Any]]:
    statuses = task_statuses(pending)
    told: list[dict[str, Any]] = []
    for task in tasks:
        status = statuses.get(task.id, _UNTOUCHED)
        entry: dict[str, Any] = {"id": task.id, "name": task.name}
        if status.error:
            entry["error"] = status.error
        else:
            result = task_result(status, reader)
            if result:
                entry["result"] = result
            entry["interrupts"] = tuple(asdict(question) for question in status.asked)
        entry["state"] = None if task.node.nested is None else {CONF: {THREAD_ID: thread_id, CHECKPOINT_NS: task.ns}}
        told.append(entry)
    return told
