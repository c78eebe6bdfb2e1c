"""Channels in the picture: what each event does to a cell, and which cells the newest superstep touched."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec.structs import replace

from stepgraph.protocol.events import (
    ChannelConflicted,
    ChannelConsumed,
    ChannelFinished,
    ChannelUpdated,
    RestoredCell,
    Wake,
)
from stepgraph.protocol.graph import GraphChannel
from stepgraph.protocol.snapshot import Cell, Conflict, Writer
from stepgraph.protocol.values import MISSING, Preview

_JOIN = "NamedBarrierValue"

Called: TypeAlias = ChannelConsumed | ChannelUpdated | ChannelFinished


class Cells:
    """All cells; those that the newest superstep touched; and how those of an open one were before it."""

    def __init__(self, cells: dict[str, Cell], undo: dict[str, Cell]) -> None:
        self.now = dict(cells)
        self.undo = dict(undo)
        self._touched = _touched(self.now)

    def compile(self, channels: Iterable[GraphChannel], kinds: dict[str, str]) -> None:
        """The graph's channels. Those that were there before, of the same kind, keep their cells."""
        before, self.now = self.now, {}
        for channel in channels:
            kept = before.get(channel.name) if kinds.get(channel.name) == channel.kind else None
            self.now[channel.name] = kept or _unwritten(channel)
        self._touched = _touched(self.now)
        self.undo = {name: cell for name, cell in self.undo.items() if name in self._touched}

    def restore(self, restored: Iterable[RestoredCell]) -> None:
        """The live end is another checkpoint now."""
        before, self.now = self.now, {name: _blank(name) for name in self.now}
        for cell in restored:
            held = before.get(cell.channel)
            # The same version of the same value was written by the same nodes.
            is_same = held is not None and (held.version, held.value) == (cell.version, cell.value)
            writers = held.writers if held is not None and is_same else ()
            self.now[cell.channel] = _at_rest(cell.channel, cell, writers)
        self._touched.clear()
        self.undo = {}

    def writers(self, name: str) -> tuple[Writer, ...]:
        """Who wrote what the channel holds."""
        return self._cell(name).writers

    def open(self) -> None:
        """A superstep begins: what the one before did to cells is no longer told."""
        for name in self._touched:
            self.now[name] = _at_rest(name, self.now[name], self.now[name].writers)
        self._touched.clear()
        self.undo = {}

    def call(self, event: Called, writers: tuple[Writer, ...]) -> None:
        """A channel's ``update()``, ``consume()`` or ``finish()`` was called; ``writers`` are those of its writes."""
        cell, before = self._touch(event.channel)
        self.now[event.channel] = replace(
            cell,
            value=_value_after(cell, event),
            previous=before.value,
            version=event.version_after,
            version_before=before.version,
            available=event.available,
            changed=cell.changed or event.returned,
            cause=_cause(event),
            returned=event.returned,
            writes=event.writes if isinstance(event, ChannelUpdated) else cell.writes,
            writers=_writers_after(cell, event, writers),
        )

    def refuse(self, event: ChannelConflicted) -> None:
        """``update()`` refused the writes; the value stays as it is."""
        cell, _ = self._touch(event.channel)
        conflict = Conflict(event.code, event.sentence, event.repairs)
        self.now[event.channel] = replace(cell, writes=event.writes, conflict=conflict)

    def see(self, node: str, wakes: Iterable[Wake]) -> None:
        """The node took part in a committed superstep, with these versions of its triggers."""
        for wake in wakes:
            cell = self._cell(wake.channel)
            if wake.version is not None and cell.seen_by.get(node) != wake.version:
                self.now[wake.channel] = replace(cell, seen_by=cell.seen_by | {node: wake.version})

    def settle(self) -> None:
        """The superstep is committed: nothing can be put back any more."""
        self.undo = {}

    def put_back(self) -> None:
        """The superstep came to nothing. What was written, returned and refused stays told."""
        for name, before in self.undo.items():
            self.now[name] = replace(
                self.now[name],
                value=before.value,
                previous=MISSING,
                version=before.version,
                version_before=None,
                available=before.available,
                changed=False,
                writers=before.writers,
            )
        self.undo = {}

    def _touch(self, name: str) -> tuple[Cell, Cell]:
        cell = self._cell(name)
        self._touched.add(name)
        return cell, self.undo.setdefault(name, cell)

    def _cell(self, name: str) -> Cell:
        return self.now.get(name) or _blank(name)


def _touched(cells: dict[str, Cell]) -> set[str]:
    return {name for name, cell in cells.items() if cell.returned is not None or cell.conflict is not None}


def _blank(name: str) -> Cell:
    return Cell(
        name=name,
        value=MISSING,
        previous=MISSING,
        version=None,
        version_before=None,
        available=False,
        changed=False,
        cause=None,
        returned=None,
        writes=(),
        seen_by={},
        writers=(),
        conflict=None,
    )


def _unwritten(channel: GraphChannel) -> Cell:
    is_available = channel.initial.kind != "missing"
    return replace(_blank(channel.name), value=channel.initial, available=is_available)


def _at_rest(name: str, held: Cell | RestoredCell, writers: tuple[Writer, ...]) -> Cell:
    return replace(
        _blank(name),
        value=held.value,
        version=held.version,
        available=held.available,
        seen_by=held.seen_by,
        writers=writers,
    )


def _writers_after(cell: Cell, event: Called, writers: tuple[Writer, ...]) -> tuple[Writer, ...]:
    if isinstance(event, ChannelUpdated) and event.writes:
        arrived = cell.writers if event.kind.startswith(_JOIN) and not cell.available else ()
        return (*arrived, *writers) if event.returned else cell.writers
    return cell.writers if event.available or not event.returned else ()


def _value_after(cell: Cell, event: Called) -> Preview:
    if not isinstance(event, ChannelConsumed):
        return event.value_after
    # The event tells no value; a trigger that reacts to being consumed and is gone by it holds nothing.
    return MISSING if event.returned and not event.available else cell.value


def _cause(event: Called) -> Literal["write", "empty", "consume", "finish"]:
    if isinstance(event, ChannelUpdated):
        return event.cause
    return "consume" if isinstance(event, ChannelConsumed) else "finish"
