"""The saver that keeps threads in memory, as differences whose values are encoded once and shared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from stepgraph.checkpoint.base import BaseCheckpointSaver, SerializerProtocol
from stepgraph.checkpoint.codec import CannotStore
from stepgraph.checkpoint.delta import CheckpointDelta
from stepgraph.checkpoint.model import (
    FORMAT,
    WRITES_IDX_MAP,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
    get_checkpoint_metadata,
)
from stepgraph.checkpoint.records import Encoded, History, Maps, Record, StoredWrite
from stepgraph.scope import RunnableConfig

__all__ = ["InMemorySaver", "MemorySaver"]


class InMemorySaver(BaseCheckpointSaver[str]):
    """Keeps threads for as long as it lives itself: for tests, notebooks and first steps."""

    def __init__(self, *, serde: SerializerProtocol | None = None, random: Random | None = None) -> None:
        super().__init__(serde=serde)
        self._threads: dict[str, dict[str, History]] = defaultdict(lambda: defaultdict(History))
        self._random = random or Random()  # noqa: S311  # tells branches apart, guards nothing

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint that `config` names, or the thread's latest, with what is known about it."""
        thread_id, ns = _address(config)
        history = self._threads[thread_id][ns]
        record = history.records.get(get_checkpoint_id(config) or history.latest_id)
        return None if record is None else self._tuple(history, record, thread_id, ns)

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Yield checkpoints, the newest first; without a namespace in `config`, those of all namespaces."""
        configurable = config["configurable"] if config else {}
        wanted_id = configurable.get("checkpoint_id")
        before_id = get_checkpoint_id(before) if before else None
        left = limit
        for thread_id, ns, history in self._histories(configurable):
            for record in history.newest_first():
                if (wanted_id and record.id != wanted_id) or (before_id and record.id >= before_id):
                    continue
                metadata = self.serde.loads_typed(record.metadata)
                if any(metadata.get(key) != value for key, value in (filter or {}).items()):
                    continue
                if left is not None:
                    if left <= 0:
                        return
                    left -= 1
                yield self._tuple(history, record, thread_id, ns)

    def _histories(self, configurable: Mapping[str, Any]) -> Iterator[tuple[str, str, History]]:
        threads = [configurable["thread_id"]] if configurable else list(self._threads)
        wanted_ns = configurable.get("checkpoint_ns")
        for thread_id in threads:
            for ns, history in list(self._threads[thread_id].items()):
                if wanted_ns is None or ns == wanted_ns:
                    yield thread_id, ns, history

    def put_delta(self, delta: CheckpointDelta) -> None:
        """Keep one checkpoint as the difference from its parent."""
        history = self._threads[delta.thread_id][delta.ns]
        values: dict[str, Encoded | None] = {name: self._encoded(name, form) for name, form in delta.values.items()}
        values.update(dict.fromkeys(delta.cleared))
        history.add(
            Record(
                id=delta.id,
                parent_id=delta.parent_id,
                ts=delta.ts,
                maps=Maps(values, dict(delta.versions), {node: dict(known) for node, known in delta.seen.items()}),
                updated=None if delta.updated is None else list(delta.updated),
                metadata=self.serde.dumps_typed(dict(delta.metadata)),
                depth=history.depth_after(delta.parent_id),
            )
        )

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a whole checkpoint; values whose version the parent has too are shared with it."""
        del new_versions  # the parent's versions say the same
        thread_id, ns = _address(config)
        history = self._threads[thread_id][ns]
        parent_id = get_checkpoint_id(config)
        parent = history.records.get(parent_id or "")
        known = Maps({}, {}, {}) if parent is None else history.maps_of(parent)
        values: dict[str, Encoded | None] = {}
        for name, version in checkpoint["channel_versions"].items():
            if name in known.values and known.versions.get(name) == version:
                values[name] = known.values[name]
            elif name in checkpoint["channel_values"]:
                values[name] = self._encoded(name, checkpoint["channel_values"][name])
        seen = {node: dict(versions) for node, versions in checkpoint["versions_seen"].items()}
        history.add(
            Record(
                id=checkpoint["id"],
                parent_id=parent_id,
                ts=checkpoint["ts"],
                maps=Maps(values, dict(checkpoint["channel_versions"]), seen),
                updated=checkpoint.get("updated_channels"),
                metadata=self.serde.dumps_typed(get_checkpoint_metadata(config, metadata)),
            )
        )
        return _config(thread_id, ns, checkpoint["id"])

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep the writes of one task on the checkpoint that `config` names; a kept ordinary write stays as it is."""
        thread_id, ns = _address(config)
        kept = self._threads[thread_id][ns].writes.setdefault(config["configurable"]["checkpoint_id"], {})
        for position, (channel, value) in enumerate(writes):
            index = WRITES_IDX_MAP.get(channel, position)
            if index < 0 or (task_id, index) not in kept:
                kept[task_id, index] = StoredWrite(task_id, channel, self._encoded(channel, value), task_path, index)

    def delete_thread(self, thread_id: str) -> None:
        """Forget a thread."""
        self._threads.pop(thread_id, None)

    def get_next_version(self, current: str | int | None, channel: None) -> str:
        """Return a version that sorts after `current`, with a random fraction that tells branches apart."""
        del channel  # the reference's signature
        count = 0 if current is None else current if isinstance(current, int) else int(current.split(".")[0])
        return f"{count + 1:032}.{self._random.random():016}"

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint that `config` names, or the thread's latest, with what is known about it."""
        return self.get_tuple(config)

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """Yield checkpoints, the newest first."""
        for found in self.list(config, filter=filter, before=before, limit=limit):
            yield found

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a whole checkpoint."""
        return self.put(config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep the writes of one task on the checkpoint that `config` names."""
        self.put_writes(config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        """Forget a thread."""
        self.delete_thread(thread_id)

    def _encoded(self, channel: str, value: object) -> Encoded:
        try:
            return self.serde.dumps_typed(value)
        except CannotStore as refusal:
            raise refusal.in_channel(channel) from None

    def _tuple(self, history: History, record: Record, thread_id: str, ns: str) -> CheckpointTuple:
        maps = history.maps_of(record)
        loads = self.serde.loads_typed
        checkpoint = Checkpoint(
            v=FORMAT,
            id=record.id,
            ts=record.ts,
            channel_values={name: loads(form) for name, form in maps.values.items() if form is not None},
            channel_versions=dict(maps.versions),
            versions_seen={node: dict(known) for node, known in maps.seen.items()},
            updated_channels=record.updated,
        )
        return CheckpointTuple(
            _config(thread_id, ns, record.id),
            checkpoint,
            loads(record.metadata),
            None if record.parent_id is None else _config(thread_id, ns, record.parent_id),
            [(write.task_id, write.channel, loads(write.value)) for write in history.writes_of(record.id)],
        )


MemorySaver = InMemorySaver
"""The old name."""


def _address(config: RunnableConfig) -> tuple[str, str]:
    configurable = config["configurable"]
    return configurable["thread_id"], configurable.get("checkpoint_ns", "")


def _config(thread_id: str, ns: str, checkpoint_id: str) -> RunnableConfig:
    return {"configurable": {"thread_id": thread_id, "checkpoint_ns": ns, "checkpoint_id": checkpoint_id}}
