"""Undo and redo: what changed a text, newest last, within bounds of number and memory."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from stepgraph.server.desk.changes import Changes
from stepgraph.server.desk.form import Form

MAX_ENTRIES = 1_000
MAX_CHARACTERS = 64 * 1024 * 1024
_CHANGE_CHARACTERS = 100
"""What a change takes beside its text, about."""


@dataclass(frozen=True, slots=True)
class Step:
    """One change of the text, there and back."""

    forward: Changes
    back: Changes

    @property
    def size(self) -> int:
        """About how much memory it takes."""
        return sum(len(change.text) + _CHANGE_CHARACTERS for change in (*self.forward, *self.back))


@dataclass(frozen=True, slots=True)
class Basis:
    """What a text has beside its characters: its form in the file, and which content of the file it was made from.

    ``root`` numbers those contents: what was opened, and what came from outside since.
    """

    form: Form
    root: int


@dataclass(slots=True)
class Entry:
    """What one Undo takes back: a gesture, or typing that belongs together. ``author`` is None where nothing joins."""

    title: str
    author: str | None
    steps: list[Step]
    before: Basis
    after: Basis


@dataclass(slots=True)
class History:
    """The entries that can be taken back, and those that were."""

    done: deque[Entry] = field(default_factory=deque)
    undone: deque[Entry] = field(default_factory=deque)
    _size: int = 0
    _is_open: bool = False
    """Whether typing may join the newest entry: not after it was taken back or done again."""

    def add(self, entry: Entry) -> None:
        """Note what was done. What had been taken back is gone."""
        self._forget_undone()
        self.done.append(entry)
        self._is_open = True
        self._size += sum(step.size for step in entry.steps)
        self._bound()

    def take_back(self) -> Entry | None:
        """Return the newest entry, which is undone from now on."""
        return self._move(self.done, self.undone)

    def do_again(self) -> Entry | None:
        """Return the entry that was undone last, which is done again from now on."""
        return self._move(self.undone, self.done)

    def join(self, step: Step, *, author: str) -> bool:
        """Let a step be taken back together with the newest entry, if that is typing of the same author."""
        if not self._is_open or not self.done or self.done[-1].author != author:
            return False
        self.done[-1].steps.append(step)
        self._size += step.size
        self._bound()
        return True

    def _move(self, source: deque[Entry], target: deque[Entry]) -> Entry | None:
        self._is_open = False
        if not source:
            return None
        target.append(source.pop())
        return target[-1]

    def _forget_undone(self) -> None:
        self._size -= sum(step.size for entry in self.undone for step in entry.steps)
        self.undone.clear()

    def _bound(self) -> None:
        while self.done and (len(self.done) > MAX_ENTRIES or self._size > MAX_CHARACTERS):
            self._size -= sum(step.size for step in self.done.popleft().steps)
