"""The delta protocol: a saver that speaks it is told of what changed, not of everything that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

Version: TypeAlias = int | float | str


class CheckpointDelta(NamedTuple):
    """A checkpoint as the difference from its parent.

    `values` are the stored forms of changed channels, `cleared` the changed channels that have none any more. `seen`
    are the whole maps of the nodes for which something changed.
    """

    thread_id: str
    ns: str
    id: str
    parent_id: str | None
    step: int
    source: str
    ts: str
    values: Mapping[str, Any]
    cleared: tuple[str, ...]
    versions: Mapping[str, Version]
    seen: Mapping[str, Mapping[str, Version]]
    updated: tuple[str, ...] | None
    metadata: Mapping[str, Any]


@runtime_checkable
class DeltaSaver(Protocol):
    """A saver that keeps deltas."""

    def put_delta(self, delta: CheckpointDelta) -> None:
        """Keep one checkpoint as the difference from its parent."""

    def put_writes(self, config: Any, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = "") -> None:
        """Keep the writes of one task on the checkpoint that `config` names."""

    def get_tuple(self, config: Any) -> Any:
        """Return the checkpoint that `config` names, or the thread's latest, or None."""
