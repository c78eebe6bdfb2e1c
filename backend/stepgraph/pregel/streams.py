"""The stream modes: what each of them tells, queued at the same moments at which facts are told."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from stepgraph.constants import ERROR, INTERRUPT, METADATA, NAMESPACE_SEPARATOR, RETURN
from stepgraph.pregel.output import Output, mapped_result, mapped_updates, output_values
from stepgraph.pregel.program import ChannelPair, Reader
from stepgraph.pregel.state import ChannelState
from stepgraph.pregel.tasks import Moment, Task
from stepgraph.scope import RunnableConfig

Chunk: TypeAlias = tuple[tuple[str, ...], str, Any]
"""Namespace, mode and payload of one event."""

_FRAMEWORK_METADATA = frozenset(
    {
        "thread_id",
        "checkpoint_id",
        "checkpoint_ns",
        "checkpoint_map",
        "langgraph_step",
        "langgraph_node",
        "langgraph_triggers",
        "langgraph_path",
        "langgraph_checkpoint_ns",
    }
)


class Streams:
    """The events of one run that wait for their consumer, in the modes that were asked for.

    `output` keeps the values for a caller who wants only the last ones, without an event for each.
    """

    def __init__(
        self,
        modes: Collection[str],
        *,
        reader: Reader,
        tasks_reader: Reader,
        now_iso: Callable[[], str],
        output: Output | None,
        caller: Streams | None = None,
        shares: bool = False,
    ) -> None:
        self.queue: deque[Chunk] = deque()
        # Who wants to see the events of runs inside: this run's consumer, or one of those that call it.
        self._caller = caller if caller is not None and caller.shared_modes else None
        own = frozenset(modes)
        heard = frozenset() if self._caller is None else self._caller.shared_modes
        self.shared_modes: frozenset[str] = (own | heard) if shares else heard
        self._own_modes = own
        self.ns: tuple[str, ...] = ()
        self.output = output
        self.interrupts: list[Any] = []
        self.reader = reader
        self._tasks_reader = tasks_reader
        self._now_iso = now_iso
        self._modes = own | heard
        self.wants_values = "values" in self._modes
        self.wants_updates = "updates" in self._modes
        self.wants_tasks = bool(self._modes & {"tasks", "debug"})
        self.wants_checkpoints = bool(self._modes & {"checkpoints", "debug"})
        self.wants_messages = "messages" in self._modes
        self.hears_models = not own.isdisjoint(("messages", "tools"))
        """Whether models and tools tell this run's own consumer what they do."""
        self.seen_messages: set[Any] = caller.seen_messages if caller is not None and "messages" in heard else set()
        """The ids of messages that were told, or that nodes were given."""
        self.wants_custom = "custom" in self._modes
        self.is_silent = not self._modes
        self.is_live = shares or not own.isdisjoint(("custom", "messages", "tools"))
        """Whether events reach the consumer while the tasks that make them still run."""
        self.wake: Callable[[], object] | None = None
        """Called for every event of a live run, from whichever thread makes it."""

    def begin(self, ns: str) -> None:
        """Take the namespace under which the run's events are told."""
        self.ns = tuple(ns.split(NAMESPACE_SEPARATOR)) if ns else ()

    def values(self, state: ChannelState) -> None:
        """Tell all output values."""
        if self.output is not None:
            self.output.follow(state)
        if self.wants_values:
            self._put("values", output_values(self.reader, state))

    def tasks_started(self, tasks: Iterable[Task], config: RunnableConfig) -> None:
        """Tell which tasks begin, the restored ones too, and what those wrote."""
        if self.wants_tasks:
            for task in tasks:
                if not task.node.is_hidden:
                    self._task_started(task, config.get("metadata", {}))
        if self.wants_updates:
            for task in tasks:
                # A task whose failure a handler took has no writes of its own.
                if task.is_restored and task.writes:
                    self.task_updates(task, task.writes, cached=True)

    def task_called(self, task: Task, config: RunnableConfig) -> None:
        """Tell that the code of a task has called another one; from the caller's own thread."""
        if self.wants_tasks:
            self._task_started(task, config.get("metadata", {}))

    def _task_started(self, task: Task, user_metadata: dict[str, Any]) -> None:
        payload: dict[str, Any] = {
            "id": task.id,
            "name": task.name,
            "input": task.input,
            "triggers": task.triggers,
        }
        metadata = {**user_metadata, **task.node.metadata}
        told = {key: value for key, value in metadata.items() if key not in _FRAMEWORK_METADATA}
        if told:
            payload["metadata"] = told
        self._put_debuggable("tasks", "task", task.moment.step, payload)

    def task_ended(self, task: Task, writes: Sequence[ChannelPair], state: ChannelState) -> None:
        """Tell what a task wrote, and then its whole result."""
        if task.node.is_hidden:
            return
        first = writes[0][0] if writes else ""
        if first == INTERRUPT:
            self._interrupted(writes, state)
        elif first != ERROR:
            self.task_updates(task, writes, cached=False)
        if self.wants_tasks:
            payload = {
                "id": task.id,
                "name": task.name,
                "error": next((value for name, value in writes if name == ERROR), None),
                "result": _returned(writes) if task.is_called else mapped_result(self._tasks_reader, writes),
                "interrupts": [asdict(asked) for name, value in writes if name == INTERRUPT for asked in value],
            }
            self._put_debuggable("tasks", "task_result", task.moment.step, payload)

    def task_updates(self, task: Task, writes: Sequence[ChannelPair], *, cached: bool) -> None:
        """Tell what a task wrote to the output; `cached` marks writes of an earlier attempt."""
        if not self.wants_updates or task.node.is_hidden:
            return
        returned = [value for name, value in writes if name == RETURN]
        payload: dict[str, Any] = {task.name: returned[0] if returned else mapped_updates(self.reader, writes)}
        if cached:
            payload[METADATA] = {"cached": True}
        self._put("updates", payload)

    def _interrupted(self, writes: Sequence[ChannelPair], state: ChannelState) -> None:
        asked = tuple(question for name, value in writes if name == INTERRUPT for question in value)
        self.interrupts.extend(asked)
        if self.output is not None and self.reader.bare is None:
            self.output.follow(state)
        if self.wants_updates:
            self._put("updates", {INTERRUPT: asked})
        if self.wants_values:
            values = output_values(self.reader, state)
            if isinstance(values, dict) and self.reader.bare is None:
                self._put("values", {**values, INTERRUPT: asked})
            else:
                self._put("values", {INTERRUPT: asked})

    def stopped_at_breakpoint(self) -> None:
        """Tell that a breakpoint was reached."""
        if self.wants_updates:
            self._put("updates", {INTERRUPT: ()})

    def checkpoint(self, moment: Moment, payload: dict[str, Any]) -> None:
        """Tell the checkpoint from which the superstep of `moment` starts."""
        self._put_debuggable("checkpoints", "checkpoint", moment.step - 1, payload)

    def custom(self, value: object) -> None:
        """Tell what a node gave to its writer; called from the node's own thread."""
        self._put("custom", value)

    def message(self, ns: tuple[str, ...], payload: tuple[Any, dict[str, Any]]) -> None:
        """Tell a message or a piece of one, with what is known of it; from the thread of the task that made it."""
        self._put("messages", payload, ns)

    def tool(self, ns: tuple[str, ...], payload: dict[str, Any]) -> None:
        """Tell what a tool does; from the thread of the task that calls it."""
        self._put("tools", payload, ns)

    def _put_debuggable(self, mode: str, kind: str, step: int, payload: dict[str, Any]) -> None:
        if mode in self._modes:
            self._put(mode, payload)
        if "debug" in self._modes:
            self._put("debug", {"step": step, "timestamp": self._now_iso(), "type": kind, "payload": payload})

    def _put(self, mode: str, payload: object, ns: tuple[str, ...] | None = None) -> None:
        chunk = (self.ns if ns is None else ns, mode, payload)
        if mode in self._own_modes:
            self._queue_up(chunk)
        if self._caller is not None:
            self._caller.hear(chunk)

    def hear(self, chunk: Chunk) -> None:
        """Take an event of a run inside; called from the thread of the task that runs it."""
        if chunk[1] in self._own_modes and chunk[1] in self.shared_modes:
            self._queue_up(chunk)
        if self._caller is not None:
            self._caller.hear(chunk)

    def _queue_up(self, chunk: Chunk) -> None:
        self.queue.append(chunk)
        if self.wake is not None:
            self.wake()


def _returned(writes: Sequence[ChannelPair]) -> dict[str, object]:
    """Return what a called task gave; it writes nothing else."""
    return {name: value for name, value in writes if name == RETURN}
