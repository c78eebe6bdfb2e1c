"""Plan: which nodes are due, woken by what, and with which input. Pure: it reads the state and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from copy import copy
from typing import TypeAlias

from stepgraph.constants import MISSING, PUSH, TASKS, Missing
from stepgraph.pregel.facts import Due, PlannedTask, TaskPath, Wake
from stepgraph.pregel.program import NodeProgram, Program, Reader
from stepgraph.pregel.state import ChannelState
from stepgraph.pregel.tasks import PUSH_TRIGGERS, Moment, Task
from stepgraph.types import Send

DueTask: TypeAlias = tuple[NodeProgram, TaskPath, Send | Missing]
"""A node that is due, its path, and the packet that was sent to it: MISSING when triggers woke it."""


def find_due(
    state: ChannelState, updated: Collection[str] | None, warn: Callable[[str, str], None] | None = None
) -> list[DueTask]:
    """Return who is due: pushed tasks in the order of sending, then woken nodes.

    `updated` are the channels that changed in the last superstep; without it every node is asked, in the graph's own
    order. `warn` hears of packets for nodes that do not exist.
    """
    program = state.program
    due = _pushed(state, warn) if TASKS in state.cares else []
    names = _woken(program, updated) if updated else program.nodes if state.versions else ()
    for name in names:
        node = program.nodes[name]
        if fires(state, node):
            due.append((node, node.pull_path, MISSING))
    return due


def due_after(
    state: ChannelState, updated: Collection[str], warn: Callable[[str, str], None] | None = None
) -> list[DueTask]:
    """Return the same right after a superstep: nobody has seen what it changed, so all that this wakes is due."""
    if not updated:
        return find_due(state, None, warn)
    due = _pushed(state, warn) if TASKS in state.cares else []
    nodes = state.program.nodes
    for name in _woken(state.program, updated):
        node = nodes[name]
        due.append((node, node.pull_path, MISSING))
    return due


def _woken(program: Program, updated: Collection[str]) -> Collection[str]:
    """Return the nodes that these channels may wake, sorted by name."""
    wakes = program.wakes
    woken: tuple[str, ...] = ()
    for channel in updated:
        if channel in wakes:
            woken = (*woken, *wakes[channel]) if woken else wakes[channel]
    # What one channel wakes is sorted already.
    return woken if len(woken) < 2 else sorted(set(woken))


def fires(state: ChannelState, node: NodeProgram) -> bool:
    """Tell whether a trigger has a value that is newer than what the node has seen of it."""
    versions, seen = state.versions, state.seen.get(node.name)
    for trigger in node.triggers:
        version = versions.get(trigger)
        if version is None:
            # Never written: only a value that was there from the beginning can wake, and only a node that never ran.
            is_new = seen is None and trigger in state.program.initial
        else:
            is_new = seen is None or trigger not in seen or version > seen[trigger]  # type: ignore[operator]  # one type
        if is_new and state.channels[trigger].is_available():
            return True
    return False


def _pushed(state: ChannelState, warn: Callable[[str, str], None] | None) -> list[DueTask]:
    due: list[DueTask] = []
    for index, packet in enumerate(state.channels[TASKS].get()):
        if not isinstance(packet, Send):
            if warn is not None:
                warn("packet_ignored", f"Ignoring invalid packet type {type(packet)} in pending sends")
        elif packet.node not in state.program.nodes:
            if warn is not None:
                warn("unknown_node", f"Ignoring unknown node name {packet.node} in pending sends")
        else:
            due.append((state.program.nodes[packet.node], (PUSH, index), packet))
    return due


def prepare(due: Iterable[DueTask], state: ChannelState, moment: Moment) -> list[Task]:
    """Make the tasks with their inputs; what an input schema raises says before which task it happened."""
    built: dict[int, object] = {}
    tasks: list[Task] = []
    for node, path, packet in due:
        if packet is not MISSING:
            task = Task(node, moment, (*path, False), PUSH_TRIGGERS, packet.arg)
            if packet.timeout is not None:
                task.timeout = packet.timeout
        else:
            try:
                reader = node.reader
                value = state.view(reader).read() if reader.is_plain else _node_input(reader, state, moment, built)
            except Exception as error:
                error.add_note(f"Before task with name '{node.name}' and path '{path}'")
                raise
            if value is MISSING:
                continue
            task = Task(node, moment, path, node.sorted_triggers, value)
        tasks.append(task)
    return tasks


def warm_views(tasks: Iterable[Task], state: ChannelState) -> None:
    """Bring up to date what the routers of `tasks` will read, because tasks in several threads must not do it."""
    for task in tasks:
        for branch in task.node.branches:
            if branch.reader.bare is None:
                state.view(branch.reader).refresh()


def _node_input(reader: Reader, state: ChannelState, moment: Moment, built: dict[int, object]) -> object:
    if reader.slot in built:
        # Nodes of one superstep that read the same share what was built, since a schema's constructor may be slow.
        return copy(built[reader.slot])
    value = read_value(reader, state, moment)
    if value is not MISSING and reader.mapper is not None:
        value = reader.mapper(value)
    built[reader.slot] = value
    return value


def read_value(reader: Reader, state: ChannelState, moment: Moment) -> object:
    """Return what `reader` sees of the state, before its mapper; MISSING when its only channel is empty."""
    if reader.bare is not None:
        channel = state.channels[reader.bare]
        return channel.get() if channel.is_available() else MISSING
    value = state.view(reader).read()
    for name in reader.unstable:
        if name in value:
            value[name] = state.channels[name].get()
    for name, manager in reader.managed:
        value[name] = manager.get(moment)
    return value


def _wakes_of(state: ChannelState, node: NodeProgram, packet: object) -> tuple[Wake, ...]:
    """Return every trigger of a due task with what the node has seen of it; nobody counts what it saw of packets."""
    if packet is not MISSING:
        return (Wake(TASKS, None, None, True),)
    seen, versions, channels = state.seen.get(node.name, {}), state.versions, state.channels
    return tuple(
        [
            Wake(trigger, versions.get(trigger), seen.get(trigger), channels[trigger].is_available())
            for trigger in node.triggers
        ]
    )


def told_due(state: ChannelState, due: Iterable[DueTask]) -> tuple[Due, ...]:
    """Return the due tasks as facts."""
    return tuple([Due(node.name, path, _wakes_of(state, node, packet)) for node, path, packet in due])


def told_plan(due: Iterable[Due], tasks: Iterable[Task]) -> tuple[PlannedTask, ...]:
    """Return the planned tasks as facts; `due` is what was due."""
    wakes = {one.path: one.wakes for one in due}
    return tuple(
        [
            PlannedTask(
                task.id,
                task.name,
                task.path,
                wakes[task.path[:2]] if task.handles is None else (),
                task.input,
                _told_managed(task),
                task.is_restored,
                task.handles,
            )
            for task in tasks
        ]
    )


def _told_managed(task: Task) -> dict[str, object]:
    managed = task.node.reader.managed
    return {name: manager.get(task.moment) for name, manager in managed} if managed else {}
