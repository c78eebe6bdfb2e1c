"""Checkpoints and values kept in this process, put together again from their differences."""

from __future__ import annotations

from stepgraph.debugger.desk import Wanted
from stepgraph.protocol.worker_frames import Blob, CheckpointRow, StoredCheckpoint, WritesRow


class Shelf:
    """Keeps rows and blobs as a server does, for as long as the process lives."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str], dict[str, CheckpointRow]] = {}
        self._writes: dict[tuple[str, str, str], dict[str, WritesRow]] = {}
        self._blobs: dict[str, bytes] = {}
        self._open: dict[str, bytearray] = {}

    def keep(self, blob: Blob) -> None:
        """Take one piece of a value."""
        if blob.ref not in self._open:
            beginning = b"" if blob.parent is None else self._blobs[blob.parent][: blob.keep]
            self._open[blob.ref] = bytearray(beginning)
        self._open[blob.ref] += blob.data
        if blob.last:
            self._blobs[blob.ref] = bytes(self._open.pop(blob.ref))

    def value(self, ref: str) -> bytes:
        """Return a whole value."""
        return self._blobs[ref]

    def stage(self, checkpoint: CheckpointRow) -> None:
        """Take a checkpoint."""
        self._rows.setdefault((checkpoint.thread, checkpoint.ns), {})[checkpoint.id] = checkpoint

    def pend(self, writes: WritesRow) -> None:
        """Take the writes of a task that wait on a checkpoint."""
        self._writes.setdefault((writes.thread, writes.ns, writes.checkpoint), {})[writes.task] = writes

    def find(self, wanted: Wanted) -> tuple[StoredCheckpoint, ...]:
        """Return checkpoints, newest first."""
        rows = self._rows.get((wanted.thread, wanted.ns), {})
        newest_first = sorted(rows.values(), key=lambda row: row.id, reverse=True)
        found = [
            row
            for row in newest_first
            if (wanted.checkpoint is None or row.id == wanted.checkpoint)
            and (wanted.before is None or row.id < wanted.before)
        ]
        return tuple(self._stored(row, rows) for row in found[: 1 if wanted.limit is None else wanted.limit])

    def _stored(self, row: CheckpointRow, rows: dict[str, CheckpointRow]) -> StoredCheckpoint:
        values: dict[str, bytes] = {}
        versions: dict[str, int] = {}
        seen: dict[str, dict[str, int]] = {}
        for delta in _line(row, rows):
            for channel in delta.cleared:
                values.pop(channel, None)
            for value in delta.values:
                values[value.channel] = value.data if value.data is not None else self._blobs[value.ref or ""]
            versions.update(delta.versions)
            seen.update(delta.seen)
        return StoredCheckpoint(
            thread=row.thread,
            ns=row.ns,
            id=row.id,
            parent=row.parent,
            step=row.step,
            source=row.source,
            ts=row.ts,
            values=values,
            versions=versions,
            seen=seen,
            updated=row.updated,
            metadata=row.metadata,
            writes=tuple(self._writes.get((row.thread, row.ns, row.id), {}).values()),
        )


def _line(row: CheckpointRow, rows: dict[str, CheckpointRow]) -> list[CheckpointRow]:
    """Return a checkpoint's ancestors and itself, oldest first."""
    line = [row]
    while line[-1].parent is not None:
        line.append(rows[line[-1].parent])
    return line[::-1]
