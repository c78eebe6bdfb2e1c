"""Kept copies of what readers read, so that a node's input is one dict copy and not a walk over all channels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from stepgraph.constants import MISSING, Missing

# A longer log than this is cut; a view that has not been read since then is made anew.
_LOG_LIMIT = 10_000


class Values:
    """The values of all channels that code can read, in the order of the channels: the view of readers of all of them.

    A cleared key stays in the dict with MISSING as a placeholder, so that a key that comes and goes keeps its place
    without the dict being built again. What changed is logged once a view follows, and what it was before once somebody
    has marked a state to come back to.
    """

    __slots__ = ("_before", "_gaps", "_is_sorted", "_last", "_rank", "changes", "held")

    def __init__(self, rank: Mapping[str, int]) -> None:
        self._rank = rank
        self.held: dict[str, object] = {}
        self.changes: list[str] | None = None
        self._gaps: set[str] = set()
        self._last = -1
        self._is_sorted = True
        self._before: dict[str, object] | None = None

    def put(self, name: str, value: object) -> None:
        """Note the present value of a channel; MISSING when it has none."""
        held, before = self.held, self._before
        if before is not None and name not in before:
            before[name] = held.get(name, MISSING)
        if name in held:
            held[name] = value
            if value is MISSING:
                self._gaps.add(name)
            elif self._gaps:
                self._gaps.discard(name)
        elif value is not MISSING:
            self._come(name, value)
        if self.changes is not None:
            self._note(self.changes, name)

    def _come(self, name: str, value: object) -> None:
        """Take in a first value."""
        self.held[name] = value
        rank = self._rank[name]
        if rank < self._last:
            self._is_sorted = False
        else:
            self._last = rank

    def _note(self, changes: list[str], name: str) -> None:
        changes.append(name)
        if len(changes) > _LOG_LIMIT:
            # A new list, by which the views see that they have to begin anew.
            self.changes = []

    def read(self) -> dict[str, object]:
        """Return a dict of its own of what is available."""
        if not self._is_sorted:
            self.refresh()
        return _without(self.held, self._gaps) if self._gaps else self.held.copy()

    def refresh(self) -> None:
        """Put the keys in their order; reading does it by itself, but must not where several threads read."""
        if not self._is_sorted:
            self.held = {key: self.held[key] for key in sorted(self.held, key=self._rank.__getitem__)}
            self._is_sorted = True

    def follow(self) -> list[str]:
        """Return the log of changes, which is kept from now on."""
        if self.changes is None:
            self.changes = []
        return self.changes

    def mark(self) -> None:
        """Remember the values as they are now, in place of an earlier mark."""
        if self._before:
            self._before.clear()
        elif self._before is None:
            self._before = {}

    def marked(self, keys: Iterable[str]) -> dict[str, object]:
        """Return what was available among `keys` at the mark."""
        values = {**self.held, **(self._before or {})}
        return {key: values[key] for key in keys if values.get(key, MISSING) is not MISSING}


class View:
    """The available values among `keys`, in the order of `keys`, brought up to date when it is read.

    Only for readers of some keys: for those of all keys `Values` are the view. It keeps placeholders as they do.
    """

    __slots__ = ("_gaps", "_kept", "_keys", "_last", "_log", "_position", "_rank", "_values")

    def __init__(self, keys: Sequence[str], values: Values) -> None:
        self._values = values
        self._keys = keys
        self._rank: Mapping[str, int] = {key: rank for rank, key in enumerate(keys)}
        self._kept: dict[str, object] = {}
        self._gaps: set[str] = set()
        self._last = -1
        self._log: list[str] | None = None
        self._position = 0

    def read(self) -> dict[str, object]:
        """Return a dict of its own of what is available."""
        self.refresh()
        return _without(self._kept, self._gaps)

    def refresh(self) -> None:
        """Take in what changed since the last time: as much work as there were changes."""
        log = self._values.follow()
        if log is not self._log:
            self._rebuild()
        elif len(log) > self._position:
            held = self._values.held
            for key in log[self._position :]:
                if not self._take(key, held.get(key, MISSING)):
                    self._rebuild()
                    break
        self._log, self._position = log, len(log)

    def _take(self, key: str, value: object | Missing) -> bool:
        """Take in a key's value; False when the order asks for building anew."""
        if key in self._kept:
            self._kept[key] = value
            if value is MISSING:
                self._gaps.add(key)
            else:
                self._gaps.discard(key)
            return True
        rank = self._rank.get(key)
        if rank is None or value is MISSING:
            return True
        if rank < self._last:
            return False
        self._kept[key] = value
        self._last = rank
        return True

    def _rebuild(self) -> None:
        held = self._values.held
        self._kept = {key: held[key] for key in self._keys if held.get(key, MISSING) is not MISSING}
        self._gaps = set()
        self._last = max((self._rank[key] for key in self._kept), default=-1)


def _without(held: dict[str, object], gaps: Iterable[str]) -> dict[str, object]:
    """Return a copy without placeholders."""
    read = held.copy()
    for key in gaps:
        del read[key]
    return read
