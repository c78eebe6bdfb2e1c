"""Apply: the barrier between two supersteps, where all writes reach their channels, in one fixed order.

A debugger may hold it between two channels: `held` yields the name of the channel whose update comes next.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from itertools import filterfalse
from typing import Any, NamedTuple, Protocol

from stepgraph.constants import ERROR, ERROR_SOURCE_NODE, INTERRUPT, MISSING, NO_WRITES, PUSH, RESUME, RETURN
from stepgraph.pregel.facts import (
    ChannelConflicted,
    ChannelConsumed,
    ChannelFinished,
    ChannelUpdated,
    ChannelWrite,
    Fact,
    TaskPath,
    Version,
)
from stepgraph.pregel.gate import Gate
from stepgraph.pregel.program import ChannelPair
from stepgraph.pregel.state import Channel, ChannelState, Moved, shown
from stepgraph.pregel.tasks import write_order

CONTROL_WRITES = frozenset({NO_WRITES, PUSH, RESUME, INTERRUPT, RETURN, ERROR, ERROR_SOURCE_NODE})
"""Writes that say what became of a task; no channel has these names."""


class Writer(Protocol):
    """What apply needs of a task: who it is, what it listed as triggers, and what it wrote."""

    @property
    def id(self) -> str:
        """The task's id."""

    @property
    def name(self) -> str:
        """The node's name."""

    @property
    def path(self) -> TaskPath:
        """The task's place in the order of writes."""

    @property
    def triggers(self) -> tuple[str, ...]:
        """The channels that are consumed, none for writes from outside."""

    @property
    def writes(self) -> Sequence[ChannelPair]:
        """Channels and values in the order of writing."""


class OutsideWrites(NamedTuple):
    """Writes of no node: the input, a command, an edit."""

    id: str
    name: str
    path: TaskPath
    triggers: tuple[str, ...]
    writes: Sequence[ChannelPair]


class Audience(NamedTuple):
    """Who is told of what apply does, and under which superstep; `warn` hears of writes that no channel takes."""

    ns: str
    step: int
    observe: Callable[[Fact], None] | None
    warn: Callable[[Writer, str], None] | None


NOBODY = Audience("", 0, None, None)


class Barrier:
    """One application of the writes of some tasks to a state.

    `version` is the next version for everything that changes; None changes values only, for a look at what would be.
    `updated` afterwards holds the channels that changed and have a value: those that can wake a node.
    """

    __slots__ = ("_audience", "_authors", "_is_step", "_observe", "_state", "_tasks", "_version", "updated")

    def __init__(
        self, state: ChannelState, tasks: Sequence[Writer], version: Version | None, audience: Audience = NOBODY
    ) -> None:
        self._state = state
        self._tasks = tasks if len(tasks) == 1 else sorted(tasks, key=lambda task: write_order(task.path))
        # Writes from outside alone are no superstep: nothing is cleared and nothing finishes.
        self._is_step = False
        for task in self._tasks:
            if task.triggers:
                self._is_step = True
                break
        self._version = version
        self._audience = audience
        self._observe = audience.observe
        self._authors: dict[str, list[ChannelWrite]] = {}
        self.updated: dict[str, None] = {}

    def run(self) -> None:
        """Apply everything; what an `update` raises leaves the state applied up to there."""
        self._update(self._opened().items())
        if self._is_step:
            self._notify(self._unwritten())
            if self._state.program.finishing:
                self._close()

    def held(self, gate: Gate) -> Generator[str, None, None]:
        """Apply everything as `run` does, stopping before each channel while the gate is armed."""
        for name, values in self._opened().items():
            if gate.armed:
                yield name
            self._update(((name, values),))
        if self._is_step:
            for name in self._unwritten():
                if gate.armed:
                    yield name
                self._notify((name,))
            self._close()

    def _opened(self) -> dict[str, list[Any]]:
        """Note what the tasks have seen and consumed; return what they wrote to each channel."""
        self._see()
        if self._is_step and self._state.program.consuming:
            self._consume()
        channels = self._state.program.channels
        written: dict[str, list[Any]] = {}
        for task in self._tasks:
            for name, value in task.writes:
                if name in written:
                    written[name].append(value)
                elif name in channels:
                    written[name] = [value]
                elif name not in CONTROL_WRITES and self._audience.warn is not None:
                    self._audience.warn(task, name)
        return written

    def _see(self) -> None:
        state = self._state
        versions = state.versions
        for task in self._tasks:
            seen = state.seen[task.name]
            state.seen_changed[task.name] = None
            for trigger in task.triggers:
                if trigger in versions:
                    seen[trigger] = versions[trigger]

    def _close(self) -> None:
        """Let the channels know that nothing else is due, if so it is."""
        program = self._state.program
        if program.finishing and program.wakes.keys().isdisjoint(self.updated):
            self._finish()

    def _consume(self) -> None:
        consuming = self._state.program.consuming
        triggers = {trigger: None for task in self._tasks for trigger in task.triggers if trigger in consuming}
        for name in triggers:
            channel = self._state.channels[name]
            before = self._state.versions.get(name)
            returned = channel.consume()
            # A consumed channel wakes nobody, even if it still has a value.
            self._state.settle(((name, channel, returned),), self._version, {})
            if self._observe is not None:
                after, available = self._state.versions.get(name), channel.is_available()
                self._observe(
                    ChannelConsumed(self._audience.ns, self._audience.step, name, returned, before, after, available)
                )

    def _update(self, writes: Iterable[tuple[str, Sequence[Any]]]) -> None:
        """Give channels their writes."""
        if self._observe is not None:
            for name, values in writes:
                self._update_told(name, values, self._observe)
            return
        channels = self._state.channels
        moved: list[Moved] = []
        try:
            for name, values in writes:
                channel = channels[name]
                moved.append((name, channel, channel.update(values)))
        finally:
            # After a refusal, too: what a run saves when it fails is the state as far as it came.
            self._state.settle(moved, self._version, self.updated)

    def _update_told(self, name: str, values: Sequence[Any], observe: Callable[[Fact], None]) -> None:
        channel = self._state.channels[name]
        before, authors = self._state.versions.get(name), self._authors_of(name)
        try:
            changed = channel.update(values)
        except Exception as error:
            observe(ChannelConflicted(self._audience.ns, self._audience.step, name, authors, error))
            raise
        self._state.settle(((name, channel, changed),), self._version, self.updated)
        self._tell_update(name, channel, before, changed, authors)

    def _authors_of(self, name: str) -> tuple[ChannelWrite, ...]:
        if not self._authors:
            for task in self._tasks:
                for channel, value in task.writes:
                    self._authors.setdefault(channel, []).append(ChannelWrite(task.id, task.name, value))
        return tuple(self._authors[name])

    def _unwritten(self) -> list[str]:
        names = list(filterfalse(self.updated.__contains__, self._state.cares))
        if len(names) > 1:
            names.sort(key=self._state.program.rank.__getitem__)
        return names

    def _notify(self, names: Iterable[str]) -> None:
        """Let channels know of a superstep that did not write them."""
        state = self._state
        for name in names:
            channel = state.channels[name]
            if channel.update(()):
                before = None if self._observe is None else state.versions.get(name)
                state.settle(((name, channel, True),), self._version, self.updated)
                if self._observe is not None:
                    self._tell_update(name, channel, before, True, None)

    def _finish(self) -> None:
        for name in self._state.program.finishing:
            channel = self._state.channels[name]
            before = self._state.versions.get(name)
            returned = channel.finish()
            if returned:
                self._state.settle(((name, channel, True),), self._version, self.updated)
            if self._observe is not None:
                available = channel.is_available()
                self._observe(
                    ChannelFinished(
                        self._audience.ns,
                        self._audience.step,
                        name,
                        returned,
                        shown(channel, available),
                        MISSING if available else channel.checkpoint(),
                        before,
                        self._state.versions.get(name),
                        available,
                    )
                )

    def _tell_update(
        self,
        name: str,
        channel: Channel,
        before: Version | None,
        returned: bool,
        writes: tuple[ChannelWrite, ...] | None,
    ) -> None:
        assert self._observe is not None
        available = channel.is_available()
        self._observe(
            ChannelUpdated(
                self._audience.ns,
                self._audience.step,
                name,
                "empty" if writes is None else "write",
                writes or (),
                shown(channel, available),
                MISSING if available else channel.checkpoint(),
                returned,
                before,
                self._state.versions.get(name),
                available,
            )
        )
