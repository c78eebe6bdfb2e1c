"""The saver of watched runs: checkpoints go to a desk as differences, with the events that tell of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, cast

import msgspec

from stepgraph.checkpoint.codec import CannotStore, Registry
from stepgraph.checkpoint.delta import CheckpointDelta
from stepgraph.checkpoint.model import FORMAT, WRITES_IDX_MAP, CheckpointMetadata, CheckpointTuple
from stepgraph.debugger.blobs import MAX_VALUE_BYTES, Blobs
from stepgraph.debugger.desk import CheckpointDesk, Wanted
from stepgraph.debugger.stored_form import from_bytes, to_bytes
from stepgraph.debugger.told import version
from stepgraph.protocol.worker_frames import ChannelValue, CheckpointRow, PendingWrite, StoredCheckpoint, WritesRow
from stepgraph.scope import RunnableConfig

_INLINE_BYTES = 1024
_ALL = 2**31 - 1
_MAX_WRITES_BYTES = 8 * 1024 * 1024


class DeskSaver:
    """Keeps checkpoints at a desk. Values that cannot be stored are left out and told, never swapped."""

    saves_at_once = True  # what is staged goes out with the events that tell of it, in their order

    def __init__(self, desk: CheckpointDesk, *, blobs: Blobs, registry: Registry) -> None:
        self._desk = desk
        self._blobs = blobs
        self._registry = registry
        self._unstorable: dict[str, dict[str, str]] = {}

    def get_next_version(self, current: Any, channel: None) -> int:  # noqa: ARG002  the reference's signature
        """Return the version after `current`: whole numbers from 1."""
        return 1 if current is None else int(current) + 1

    def take_unstorable(self, checkpoint: str) -> dict[str, str]:
        """Return, per channel, what a checkpoint could not keep; asked once, when it is told."""
        return self._unstorable.pop(checkpoint, {})

    def put_delta(self, delta: CheckpointDelta) -> None:
        """Keep one checkpoint as the difference from its parent."""
        unstorable: dict[str, str] = {}
        values = [self._stored(name, form, delta.ns, unstorable) for name, form in delta.values.items()]
        if unstorable:
            self._unstorable[delta.id] = unstorable
        self._desk.stage(
            CheckpointRow(
                thread=delta.thread_id,
                ns=delta.ns,
                id=delta.id,
                parent=delta.parent_id,
                step=delta.step,
                source=cast("Literal['input', 'loop', 'update', 'fork']", delta.source),
                ts=delta.ts,
                values=tuple([value for value in values if value is not None]),
                # A value that could not be kept must not leave the one before it in its place.
                cleared=(*delta.cleared, *unstorable),
                versions=_integers(delta.versions),
                seen={node: _integers(known) for node, known in delta.seen.items()},
                updated=delta.updated,
                metadata=msgspec.json.encode(delta.metadata).decode(),
            )
        )

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep the writes of one task on the checkpoint that `config` names.

        A task whose writes cannot be stored is not noted at all: it runs again when the run goes on elsewhere.
        """
        configurable = config["configurable"]
        if not configurable.get("checkpoint_id"):
            return
        try:
            pending = tuple(
                [
                    PendingWrite(WRITES_IDX_MAP.get(channel, index), channel, to_bytes(value))
                    for index, (channel, value) in enumerate(writes)
                ]
            )
        except CannotStore:
            return
        if sum(len(write.data) for write in pending) <= _MAX_WRITES_BYTES:
            self._desk.pend(
                WritesRow(
                    thread=configurable["thread_id"],
                    ns=configurable.get("checkpoint_ns", ""),
                    checkpoint=configurable["checkpoint_id"],
                    task=task_id,
                    path=task_path,
                    writes=pending,
                )
            )

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint that `config` names, or the thread's latest."""
        configurable = config["configurable"]
        found = self._desk.find(
            Wanted(
                str(configurable["thread_id"]),
                configurable.get("checkpoint_ns", ""),
                checkpoint=configurable.get("checkpoint_id"),
            )
        )
        return self._tuple(found[0]) if found else None

    def list(
        self,
        config: RunnableConfig,
        *,
        filter: dict[str, Any] | None = None,  # noqa: A002  the reference's signature
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Yield checkpoints, the newest first."""
        configurable = config["configurable"]
        found = self._desk.find(
            Wanted(
                str(configurable["thread_id"]),
                configurable.get("checkpoint_ns", ""),
                checkpoint=configurable.get("checkpoint_id"),
                limit=limit if limit is not None and not filter else _ALL,
                before=None if before is None else before["configurable"].get("checkpoint_id"),
            )
        )
        wanted = (filter or {}).items()
        saved = (self._tuple(stored) for stored in found)
        matching = [item for item in saved if all(dict(item.metadata).get(key) == value for key, value in wanted)]
        yield from matching[:limit]

    def _stored(self, name: str, form: object, ns: str, unstorable: dict[str, str]) -> ChannelValue | None:
        try:
            data = to_bytes(form)
        except CannotStore as error:
            unstorable[name] = f"A {type(error.offender).__name__}{_at(error.path)} cannot be stored."
            return None
        if len(data) <= _INLINE_BYTES:
            return ChannelValue(channel=name, data=data, ref=None)
        ref = self._blobs.keep(data, stem=f"stored:{ns}:{name}")
        if ref is None:
            unstorable[name] = f"It takes {len(data):,} bytes; at most {MAX_VALUE_BYTES:,} are stored."
            return None
        return ChannelValue(channel=name, data=None, ref=ref)

    def _tuple(self, stored: StoredCheckpoint) -> CheckpointTuple:
        decode = self._registry
        metadata: CheckpointMetadata = msgspec.json.decode(stored.metadata)
        return CheckpointTuple(
            config=_config(stored, stored.id),
            checkpoint={
                "v": FORMAT,
                "id": stored.id,
                "ts": stored.ts,
                "channel_values": {name: from_bytes(data, decode) for name, data in stored.values.items()},
                "channel_versions": dict(stored.versions),
                "versions_seen": {node: dict(known) for node, known in stored.seen.items()},
                "updated_channels": None if stored.updated is None else list(stored.updated),
            },
            metadata=metadata,
            parent_config=None if stored.parent is None else _config(stored, stored.parent),
            pending_writes=[
                (row.task, write.channel, from_bytes(write.data, decode))
                for row in stored.writes
                for write in row.writes
            ],
        )


def _at(path: str) -> str:
    return f" at {path}" if path.startswith(("[", ".")) else f" {path}" if path else ""


def _integers(versions: Mapping[str, Any]) -> dict[str, int]:
    return {name: version(value) or 0 for name, value in versions.items()}


def _config(stored: StoredCheckpoint, checkpoint_id: str) -> RunnableConfig:
    return {"configurable": {"thread_id": stored.thread, "checkpoint_ns": stored.ns, "checkpoint_id": checkpoint_id}}
