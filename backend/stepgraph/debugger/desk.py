"""Where a run's checkpoints go and come from: with the server, or in this process."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from stepgraph.protocol.worker_frames import CheckpointRow, StoredCheckpoint, WritesRow


class Wanted(NamedTuple):
    """Which checkpoints are asked for: one by its id, the newest, or with ``limit`` several, newest first."""

    thread: str
    ns: str
    checkpoint: str | None = None
    limit: int | None = None
    before: str | None = None


class CheckpointDesk(Protocol):
    """Keeps what the saver hands in, and finds it again."""

    def stage(self, checkpoint: CheckpointRow) -> None:
        """Take a checkpoint whose event comes next."""

    def pend(self, writes: WritesRow) -> None:
        """Take the writes of a task that wait on a checkpoint."""

    def find(self, wanted: Wanted) -> tuple[StoredCheckpoint, ...]:
        """Return checkpoints that were taken."""
