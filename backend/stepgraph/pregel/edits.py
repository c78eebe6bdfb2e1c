"""Changing a thread from outside: in the name of nodes, as an input, as a copy, or by dropping what is due."""

from __future__ import annotations

import uuid
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, TypeAlias

from stepgraph.constants import COPY, END, INPUT, INTERRUPT, NULL_TASK_ID
from stepgraph.errors import InvalidUpdateError
from stepgraph.pregel.apply import OutsideWrites
from stepgraph.pregel.desk import Desk, Draft, commit_draft, open_draft
from stepgraph.pregel.effects import ScopedCall, StateEffect
from stepgraph.pregel.execute import route, write_result
from stepgraph.pregel.facts import Write
from stepgraph.pregel.inputs import input_writes, no_input
from stepgraph.pregel.snapshots import due_tasks
from stepgraph.pregel.statuses import outside_writes, task_statuses
from stepgraph.pregel.tasks import Task, path_text
from stepgraph.pregel.versions import Seen
from stepgraph.scope import RunnableConfig
from stepgraph.types import StateUpdate

Editing: TypeAlias = Generator[StateEffect, Any, RunnableConfig]
Updates: TypeAlias = Sequence[StateUpdate]


def edit_supersteps(desk: Desk, config: RunnableConfig, supersteps: Sequence[Updates]) -> Editing:
    """Apply every list of updates as a superstep of its own; return the config of the last checkpoint."""
    if not supersteps:
        raise ValueError("No supersteps provided")
    if any(not updates for updates in supersteps):
        raise ValueError("No updates provided")
    for position, updates in enumerate(supersteps):
        draft = yield from open_draft(desk, config, is_first=position == 0)
        config = yield from _edit(draft, [StateUpdate(*update) for update in updates])
    return config


def _edit(draft: Draft, updates: Updates) -> Editing:
    values, as_node, _ = updates[0]
    kinds: dict[object, tuple[Callable[[Draft, Any], Editing], str]] = {
        INPUT: (_edit_as_input, "Cannot apply multiple updates when updating as input"),
        COPY: (_copy, "Cannot copy checkpoint with multiple updates"),
    }
    if values is None:
        kinds[END] = (_drop_due, "Cannot apply multiple updates when clearing state")
    if as_node not in kinds:
        return (yield from _edit_as_nodes(draft, updates))
    edit, refusal = kinds[as_node]
    if len(updates) > 1:
        raise InvalidUpdateError(refusal)
    return (yield from edit(draft, values))


def _drop_due(draft: Draft, _values: None) -> Editing:
    """Apply what finished tasks wrote, and forget everything that is due."""
    if draft.saved is not None:
        tasks = due_tasks(draft.state, draft.saved)
        draft.apply([OutsideWrites(NULL_TASK_ID, INPUT, (), (), outside_writes(draft.saved.pending_writes))])
        statuses = task_statuses(draft.saved.pending_writes)
        for task in tasks:
            if task.id in statuses:
                task.writes.extend(statuses[task.id].output)
        draft.apply(tasks)
    return (yield from commit_draft(draft, "update", draft.step + 1, clock=draft.step))


def _edit_as_input(draft: Draft, values: object) -> Editing:
    """Write an input; what is due stays due."""
    program = draft.desk.program
    writes = input_writes(program, values)
    if not writes:
        raise InvalidUpdateError(no_input(program, "input writes"))
    draft.tell_edit("node", INPUT, tuple(Write(channel, value, "input") for channel, value in writes))
    if draft.saved is not None:
        task_id = str(uuid.uuid5(uuid.UUID(draft.saved.checkpoint["id"]), INPUT))
        yield from draft.keep_writes(task_id, "", writes)
    draft.apply([OutsideWrites(NULL_TASK_ID, INPUT, (), (), writes)])
    return (yield from commit_draft(draft, "input", -1 if draft.saved is None else draft.step + 1))


def _copy(draft: Draft, values: object) -> Editing:
    """Make a sibling with the same state; a list of values and nodes is then applied to the copy."""
    if draft.saved is None:
        raise InvalidUpdateError("Cannot copy a non-existent checkpoint")
    draft.become_copy()
    config = yield from commit_draft(draft, "fork", draft.step + 1, clock=draft.step)
    if not isinstance(values, list) or not values:
        return config
    copied = yield from open_draft(draft.desk, config, is_first=False)
    due_ids: dict[str, deque[str]] = defaultdict(deque)
    for task in due_tasks(copied.state, copied.saved) if copied.saved is not None else ():
        due_ids[task.name].append(task.id)
    by_node: dict[str | None, list[StateUpdate]] = {}
    for item in values:
        if not isinstance(item, Sequence):
            raise InvalidUpdateError(f"Invalid update item: {item} when copying checkpoint")
        update, node = item[:2]
        task_id = due_ids[node].popleft() if due_ids[node] else None
        by_node.setdefault(node, []).append(StateUpdate(update, node, task_id))
    return (yield from _edit(copied, [update for group in by_node.values() for update in group]))


def _edit_as_nodes(draft: Draft, updates: Updates) -> Editing:
    """Run the writers of nodes, not the nodes, as one superstep."""
    due_ids: dict[str, deque[str]] = defaultdict(deque)
    if draft.saved is not None:
        for task in due_tasks(draft.state, draft.saved):
            due_ids[task.name].append(task.id)
    named = _named(draft, updates)
    tasks: list[Task] = []
    for position, (values, as_node, task_id) in enumerate(named):
        found = task_id or (due_ids[as_node].popleft() if due_ids[as_node] else draft.update_id(position))
        task = Task(
            draft.desk.program.nodes[as_node],
            draft.moment,
            path=(INTERRUPT, position),
            triggers=(INTERRUPT,),
            input=values,
            id=found,
        )
        yield from _write(draft, task)
        tasks.append(task)
    draft.tell_edit("node", named[0][1], tuple(write for task in tasks for write in task.told_writes()))
    for task in tasks:
        yield from draft.keep_writes(task.id, path_text(task.path), task.writes)
    draft.apply(tasks)
    return (yield from commit_draft(draft, "update", draft.step + 1))


def _named(draft: Draft, updates: Updates) -> list[tuple[Any, str, str | None]]:
    """Return the updates with their nodes, which a single one may leave to be inferred."""
    nodes = draft.desk.program.nodes
    named: list[tuple[Any, str, str | None]] = []
    for values, as_node, task_id in updates:
        node = as_node
        if node is None and len(updates) > 1:
            raise InvalidUpdateError("as_node is required when applying multiple updates")
        if node is None:
            node = _inferred_node(draft.state.seen, nodes, draft.desk.program.input_channel)
        if node is None:
            raise InvalidUpdateError("Ambiguous update, specify as_node")
        if node not in nodes:
            raise InvalidUpdateError(f"Node {node} does not exist")
        named.append((values, node, task_id))
    return named


def _inferred_node(seen: Seen, nodes: Mapping[str, object], input_channel: str | tuple[str, ...]) -> str | None:
    """Return the node that was the last to see anything new; None when that is more than one."""
    if len(nodes) == 1:
        return next(iter(nodes))
    if not any(known for known in seen.values()):
        return input_channel if isinstance(input_channel, str) and input_channel in nodes else None
    last: Any = sorted((version, node) for node, known in seen.items() if node in nodes for version in known.values())
    if len(last) == 1 or (last and last[-1][0] != last[-2][0]):
        return str(last[-1][1])
    return None


def _write(draft: Draft, task: Task) -> Generator[StateEffect, Any, None]:
    """Run the node's writers over the given values; its routers are code of the user's."""
    write_result(task, task.input, is_told=True)
    work = route(task, task.input, draft.state, is_told=True)
    scope = draft.scopes.of(task)
    try:
        call = next(work)
        while True:
            call = work.send((yield ScopedCall(call, scope)))
    except StopIteration:
        return


def edit_channels(desk: Desk, config: RunnableConfig, values: Mapping[str, object]) -> Editing:
    """Put raw values into channels: those channels and their versions change, and nothing else."""
    draft = yield from open_draft(desk, config, is_first=True)
    for name in values:
        if name not in desk.program.channels:
            known = ", ".join(repr(channel) for channel in desk.program.readable)
            raise ValueError(f"The graph has no channel {name!r}, so it cannot be edited; its state has {known}.")
    draft.tell_edit("raw", None, tuple(Write(name, value, "edit") for name, value in values.items()))
    draft.put_raw(values)
    return (yield from commit_draft(draft, "update", draft.step + 1))
