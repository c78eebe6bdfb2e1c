"""Kept copies of what readers read, so that a node's input is one dict copy and not a walk over all channels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stepgraph.constants import MISSING

# A longer log than this is cut; a view that has not been read since then is made anew.
_LOG_LIMIT = 10_000


class Values:
    """The values of all channels that code can read, with a log of what changed for the views to follow."""

    __slots__ = ("changes", "cut", "held")

    def __init__(self) -> None:
        self.held: dict[str, object] = {}
        self.changes: list[str] = []
        self.cut = 0

    def put(self, name: str, value: object) -> None:
        """Note the present value of a channel; MISSING when it has none."""
        if value is MISSING:
            self.held.pop(name, None)
        else:
            self.held[name] = value
        self.changes.append(name)
        if len(self.changes) > _LOG_LIMIT:
            self.cut += len(self.changes)
            self.changes = []


class View:
    """The available values among `keys`, in the order of `keys`, brought up to date when it is read.

    A cleared key stays in the kept dict with MISSING as a placeholder, so that a key that comes and goes keeps its
    place without the dict being built again.
    """

    __slots__ = ("_gaps", "_kept", "_keys", "_last", "_position", "_rank")

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = keys
        self._rank: Mapping[str, int] = {key: rank for rank, key in enumerate(keys)}
        self._kept: dict[str, object] = {}
        self._gaps: set[str] = set()
        self._last = -1
        self._position = -1

    def read(self, values: Values) -> dict[str, object]:
        """Return a dict of its own of what is available."""
        if self._position != values.cut + len(values.changes):
            self.refresh(values)
        return self.kept() if self._gaps else self._kept.copy()

    def kept(self) -> dict[str, object]:
        """Return a dict of its own of what was available at the last refresh."""
        read = self._kept.copy()
        for key in self._gaps:
            del read[key]
        return read

    def refresh(self, values: Values) -> None:
        """Take in what changed since the last time: as much work as there were changes, at most one per key."""
        changes, start = values.changes, self._position - values.cut
        if start < 0 or len(changes) - start > len(self._keys):
            self._rebuild(values)
        else:
            kept, held = self._kept, values.held
            for key in changes[start:]:
                if key in kept and key in held:
                    kept[key] = held[key]
                    if self._gaps:
                        self._gaps.discard(key)
                elif not self._come_or_go(key, values):
                    self._rebuild(values)
                    break
        self._position = values.cut + len(changes)

    def _come_or_go(self, key: str, values: Values) -> bool:
        """Take in a key that got its first value or lost it; False when the order asks for building anew."""
        rank = self._rank.get(key)
        if rank is None:
            return True
        if key in values.held:
            if rank < self._last:
                return False
            self._kept[key] = values.held[key]
            self._last = rank
        elif key in self._kept:
            self._kept[key] = MISSING
            self._gaps.add(key)
        return True

    def _rebuild(self, values: Values) -> None:
        held = values.held
        self._kept = {key: held[key] for key in self._keys if key in held}
        self._gaps = set()
        self._last = max((self._rank[key] for key in self._kept), default=-1)
