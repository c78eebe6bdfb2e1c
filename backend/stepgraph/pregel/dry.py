"""A saver for rehearsals: it reads what the real one has and keeps nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stepgraph.checkpoint.delta import CheckpointDelta
from stepgraph.checkpoint.model import CheckpointTuple
from stepgraph.pregel.facts import Version
from stepgraph.scope import RunnableConfig


class DrySaver:
    """Reads through to another saver; what it is told to keep is dropped."""

    saves_at_once = True

    def __init__(self, saver: Any) -> None:  # a saver of any class
        self._saver = saver

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return what the real saver has."""
        found: CheckpointTuple | None = self._saver.get_tuple(config)
        return found

    def get_next_version(self, current: Version | None, channel: None) -> Version:
        """Return the version that the real saver would give."""
        version: Version = self._saver.get_next_version(current, channel)
        return version

    def put_delta(self, delta: CheckpointDelta) -> None:
        """Keep nothing."""

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep nothing."""
