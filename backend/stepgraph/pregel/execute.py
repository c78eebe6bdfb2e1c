"""Execute: one task from its input to its writes. The only phase in which code of the user's runs.

A task is a generator that yields its calls, the node and then each router, so that plain and coroutine functions go
one and the same way and only the drivers differ.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from time import time
from typing import Any, TypeAlias

from stepgraph.channels import LastValue
from stepgraph.constants import MISSING
from stepgraph.errors import GraphBubbleUp, GraphInterrupt, NodeTimeoutError, ParentCommand
from stepgraph.pregel.calls import Call
from stepgraph.pregel.facts import FailedAttempt
from stepgraph.pregel.nesting import calling_ns, node_names
from stepgraph.pregel.plan import read_value
from stepgraph.pregel.program import BranchProgram, Reader
from stepgraph.pregel.retry import pause_before_retry
from stepgraph.pregel.run import Run
from stepgraph.pregel.runnables import Returned, is_runnable, returned
from stepgraph.pregel.state import ChannelState
from stepgraph.pregel.tasks import Task
from stepgraph.pregel.watch import Watch
from stepgraph.types import CacheKey, Command

Work: TypeAlias = Generator[Call, Any, None]


class Execution:
    """How the tasks of one run are executed: over its state, timed when somebody is told how it went."""

    __slots__ = ("_clock_s", "_run")

    def __init__(self, run: Run) -> None:
        self._run = run
        # A clock only when somebody is told how long the tasks took.
        self._clock_s = None if run.observe is None else run.request.outside.clock_s

    def work(self, task: Task) -> Work:
        """Run the task, again if its node may be tried again; what it raises in the end becomes part of the task."""
        if task.cache_key is not None and task.caller is not None:
            return self._from_cache(task, task.cache_key)
        return self._attempts(task) if self._clock_s is None else self._timed(task, self._clock_s)

    def _from_cache(self, task: Task, key: CacheKey) -> Work:
        """Take what is kept for what a called task was given, or run it; planned ones are looked up all at once."""
        cache = self._run.request.cache
        lookup = Returned("cache", cache.get, cache.aget, injected=())
        found = yield lookup, (key[:2],)
        if not found:
            yield from self._attempts(task)
            return
        task.writes.extend((channel, value) for channel, value in found[key[:2]])
        task.is_cached = True
        task.cache_key = None

    def _timed(self, task: Task, clock_s: Callable[[], float]) -> Work:
        started_s = clock_s()
        yield from self._attempts(task)
        task.duration_s = clock_s() - started_s

    def _attempts(self, task: Task) -> Work:
        node, is_told = task.node, self._clock_s is not None
        is_timed = node.retry_policies or node.timeout or task.timeout
        while True:
            try:
                if is_timed:
                    _start_clocks(task)
                result = yield node.action, task.input
                if type(result) is not dict and result is not None and is_runnable(result):
                    result = yield returned(result, node.action), task.input
                task.result = result
                write_result(task, result, is_told=is_told)
                if node.branches:
                    yield from route(task, result, self._run.state, is_told=is_told)
                break
            except GraphBubbleUp as raised:
                yield from self._give_way(task, raised)
                break
            except Exception as error:  # noqa: BLE001  # the one broad catch of the engine: the user's node
                error.add_note(f"During task with name '{task.name}' and id '{task.id}'")
                pause_s = self._pause_after(task, error)
                if pause_s is None:
                    task.error = error
                    break
            task.begin_again()
            yield self._run.request.outside.sleep, pause_s

    def _give_way(self, task: Task, raised: GraphBubbleUp) -> Work:
        """Take what is no failure: a pause, a question, or a command from inside."""
        if isinstance(raised, ParentCommand):
            yield from self._obey(task, raised)
            return
        task.error = raised
        task.is_paused = isinstance(raised, GraphInterrupt)
        task.interrupts = tuple(raised.args[0]) if task.is_paused and raised.args else ()

    def _obey(self, task: Task, raised: ParentCommand) -> Work:
        """Take the command of a graph inside this task as its result, or hand one of its own to the calling graph."""
        command: Any = raised.args[0]
        is_told = self._clock_s is not None
        if command.graph in {task.ns, task.name, node_names(task.ns)}:
            task.result = command
            try:
                write_result(task, command, is_told=is_told)
                yield from route(task, command, self._run.state, is_told=is_told)
            except GraphBubbleUp:
                raise
            except Exception as error:  # noqa: BLE001  # a router of the user's; nothing is tried again after a command
                task.error = error
            return
        task.writes.clear()
        task.error = raised
        if command.graph == Command.PARENT:
            raised.args = (replace(command, graph=calling_ns(task.moment.ns)),)

    def _pause_after(self, task: Task, error: Exception) -> float | None:
        """Return how long to pause before the next attempt, None when there is none; one that is over is told later."""
        if isinstance(error, NodeTimeoutError) and task.watch is not None:
            # The attempt was cut short, so what it had written is not its result.
            task.writes.clear()
            task.segments = ()
        policies = task.node.retry_policies
        if not policies:
            return None
        jitter = self._run.request.outside.jitter
        pause_s = pause_before_retry(policies, error, failed=task.attempt, jitter=jitter)
        if pause_s is not None and self._clock_s is not None:
            task.failures = (*task.failures, FailedAttempt(task.attempt, error, pause_s))
        return pause_s


def _start_clocks(task: Task) -> None:
    """Note when an attempt begins, of a node that has limits or may be tried again."""
    limits = task.timeout or task.node.timeout
    if limits is not None:
        task.watch = Watch(task.name, limits)
    if task.attempt == 1:
        task.first_attempt_time = time()


def write_result(task: Task, result: object, *, is_told: bool) -> None:
    """Turn what a node returned, or what a caller gives in its name, into writes to state, edges and joins."""
    node, writes = task.node, task.writes
    writes += node.state_writes(result)
    if is_told:
        task.ignored = node.ignored(result)
        _mark(task, "state")
    if type(result) is not dict and result is not None:
        writes += node.gotos(result)
        if is_told:
            _mark(task, "goto")
    for via, pairs in node.static_writes:
        writes += pairs
        if is_told:
            _mark(task, via)


def route(task: Task, result: object, state: ChannelState, *, is_told: bool) -> Work:
    """Ask the node's routers, each of which sees the state as this task alone has changed it."""
    for branch in task.node.branches:
        value = routed_value(branch, task, state, result)
        answer = yield branch.path, value
        if type(answer) is not str and is_runnable(answer):
            answer = yield returned(answer, branch.path), value
        task.writes.extend(branch.destinations(answer))
        if is_told:
            _mark(task, f"branch:{branch.name}")


def _mark(task: Task, via: str) -> None:
    """Note that the writes up to here came about this way."""
    task.segments = [*task.segments, (len(task.writes), via)]


def routed_value(branch: BranchProgram, task: Task, state: ChannelState, result: object) -> object:
    """Return what a router is given: the state as it would be if only this task's writes were applied."""
    reader = branch.reader
    value = fresh_value(reader, task, state)
    if reader.mapper is not None:
        value = reader.mapper(value)
    if branch.merges and isinstance(value, dict) and isinstance(result, dict) and not value.keys() >= result.keys():
        # Keys that no channel takes are still visible to the node's own router.
        return {**result, **value}
    return value


def fresh_value(reader: Reader, task: Task, state: ChannelState) -> object:
    """Read the state with the writes of this task applied to copies of the channels."""
    readable = state.program.readable
    own: dict[str, list[object]] = {}
    for name, written in task.writes:
        if name in readable:
            own.setdefault(name, []).append(written)
    # The copies hear of this as of a superstep: a channel that clears itself is gone for the router.
    for name in state.cares:
        if name in readable and name not in own:
            own[name] = []
    if reader.bare is not None:
        name = reader.bare
        folded = _folded(state, name, own[name]) if name in own else read_value(reader, state, task.moment)
        return None if folded is MISSING else folded
    value = read_value(reader, state, task.moment)
    return _with_own(reader, state, value, own)


def _with_own(reader: Reader, state: ChannelState, value: Any, own: dict[str, list[object]]) -> object:
    known = len(value)
    for name, writes in own.items():
        if name not in reader.key_set:
            continue
        folded = _folded(state, name, writes)
        if folded is not MISSING:
            value[name] = folded
        elif name in value:
            del value[name]
            known -= 1
    if len(value) > known:
        managed = [name for name, _ in reader.managed]
        return {name: value[name] for name in (*reader.keys, *managed) if name in value}
    return value


def _folded(state: ChannelState, name: str, writes: list[object]) -> object:
    channel = state.channels[name]
    if len(writes) == 1 and type(channel) is LastValue:
        return writes[0]
    copied = channel.copy()
    copied.update(writes)
    return copied.get() if copied.is_available() else MISSING
