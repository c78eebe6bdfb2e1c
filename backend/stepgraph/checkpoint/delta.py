"""The delta protocol: a saver that speaks it is told of what changed, not of everything that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from stepgraph.constants import MISSING

Version: TypeAlias = int | float | str


class CheckpointDelta(NamedTuple):
    """A checkpoint as the difference from its parent.

    `cells` are the changed channels: name, version and stored form by turns, MISSING for one that has nothing to store
    any more. `known` are the nodes for which something changed: name, and all that it has seen, channel and version by
    turns. Both are flat, as there is a difference for every superstep, and most are never looked at. `parents` and
    `extra` are metadata, the latter what the config says.
    """

    thread_id: str
    ns: str
    id: str
    parent_id: str | None
    step: int
    source: str
    ts: str
    cells: tuple[Any, ...]
    known: tuple[Any, ...]
    updated: tuple[str, ...] | None
    parents: Mapping[str, str]
    extra: Mapping[str, Any]

    @property
    def values(self) -> dict[str, Any]:
        """The stored forms of changed channels."""
        return {name: form for name, form in by_turns(self.cells[::3], self.cells[2::3]) if form is not MISSING}

    @property
    def cleared(self) -> tuple[str, ...]:
        """The changed channels that have nothing to store any more."""
        return tuple(name for name, form in by_turns(self.cells[::3], self.cells[2::3]) if form is MISSING)

    @property
    def versions(self) -> dict[str, Version]:
        """The versions of changed channels."""
        return dict(by_turns(self.cells[::3], self.cells[1::3]))

    @property
    def seen(self) -> dict[str, dict[str, Version]]:
        """The whole maps of the nodes for which something changed."""
        return {
            node: dict(by_turns(flat[::2], flat[1::2])) for node, flat in by_turns(self.known[::2], self.known[1::2])
        }

    @property
    def metadata(self) -> dict[str, Any]:
        """How the checkpoint came about."""
        return {"source": self.source, "step": self.step, "parents": dict(self.parents), **self.extra}


def by_turns(first: Sequence[Any], second: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the pairs of what stands by turns in a flat tuple."""
    return zip(first, second, strict=True)


def flat(entries: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return keys and values by turns."""
    return tuple(chain.from_iterable(entries.items()))


@runtime_checkable
class DeltaSaver(Protocol):
    """A saver that keeps deltas."""

    def put_delta(self, delta: CheckpointDelta) -> None:
        """Keep one checkpoint as the difference from its parent."""

    def put_writes(self, config: Any, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = "") -> None:
        """Keep the writes of one task on the checkpoint that `config` names."""

    def get_tuple(self, config: Any) -> Any:
        """Return the checkpoint that `config` names, or the thread's latest, or None."""
