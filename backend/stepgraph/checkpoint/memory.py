"""The saver that keeps threads in memory, as differences whose values are encoded once and shared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from types import TracebackType
from typing import Any, Self

from stepgraph.checkpoint.base import SerializerProtocol
from stepgraph.checkpoint.coroutines import InlineCoroutines
from stepgraph.checkpoint.delta import CheckpointDelta
from stepgraph.checkpoint.model import (
    WRITES_IDX_MAP,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
    get_checkpoint_metadata,
)
from stepgraph.checkpoint.packed import PackedHistory
from stepgraph.checkpoint.persistent import PersistentDict
from stepgraph.checkpoint.pruning import Head, checked_threads, kept_namespaces
from stepgraph.checkpoint.reading import Reader, address_of, config_of, is_wanted
from stepgraph.checkpoint.records import (
    Record,
    StoredWrite,
    difference,
    everything,
    refusing,
    whole,
)
from stepgraph.checkpoint.refused import parent_gone, place
from stepgraph.checkpoint.versions import RandomVersions
from stepgraph.scope import RunnableConfig

__all__ = ["InMemorySaver", "MemorySaver", "PersistentDict"]


class InMemorySaver(RandomVersions, InlineCoroutines):
    """Keeps threads for as long as it lives itself: for tests, notebooks and first steps."""

    def __init__(self, *, serde: SerializerProtocol | None = None, random: Random | None = None) -> None:
        super().__init__(serde=serde, random=random)
        self._threads: dict[str, dict[str, PackedHistory]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Keep everything: there is nothing to close."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Keep everything: there is nothing to close."""

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint that `config` names, or the thread's latest, with what is known about it."""
        thread_id, ns = address_of(config)
        history = self._threads.get(thread_id, {}).get(ns)
        record = None if history is None else history.get(get_checkpoint_id(config) or history.latest_id)
        if history is None or record is None:
            return None
        reader = Reader(self.serde, thread_id, ns)
        return reader.tuple(record, history.maps_of(record), history.writes_of(record.id))

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Yield checkpoints, the newest first; without a namespace in `config`, those of one after the other."""
        configurable = config["configurable"] if config else {}
        wanted_id = configurable.get("checkpoint_id")
        before_id = get_checkpoint_id(before) if before else None
        left = limit
        for thread_id, ns, history, record in self._newest_first(configurable):
            if (wanted_id and record.id != wanted_id) or (before_id and record.id >= before_id):
                continue
            reader = Reader(self.serde, thread_id, ns)
            if filter and not is_wanted(reader.metadata(record), filter):
                continue
            if left is not None:
                if left <= 0:
                    return
                left -= 1
            yield reader.tuple(record, history.maps_of(record), history.writes_of(record.id))

    def _newest_first(self, configurable: Mapping[str, Any]) -> Iterator[tuple[str, str, PackedHistory, Record]]:
        """Yield the checkpoints of one namespace after the other."""
        threads = [str(configurable["thread_id"])] if configurable else list(self._threads)
        wanted_ns = configurable.get("checkpoint_ns")
        for thread_id in threads:
            for ns, history in list(self._threads.get(thread_id, {}).items()):
                if wanted_ns is None or ns == wanted_ns:
                    for record in history.newest_first():
                        yield thread_id, ns, history, record

    def _history(self, thread_id: str, ns: str) -> PackedHistory:
        """Return where a namespace is kept; made in one move, as threads may ask for it at the same time."""
        return self._threads.setdefault(thread_id, {}).setdefault(ns, PackedHistory())

    def put_delta(self, delta: CheckpointDelta) -> None:
        """Keep one checkpoint as the difference from its parent, which must be there."""
        history = self._history(delta.thread_id, delta.ns)
        maps = difference(delta, refusing(self.serde.dumps_typed))
        chain = whole(maps.size)
        if delta.parent_id is not None:
            before = history.chain_of(delta.parent_id)
            if before is None:
                raise parent_gone(place(delta.thread_id, delta.ns, delta.id), delta.parent_id)
            chain = before.next(maps.size)
            parent = history.get(delta.parent_id) if chain.is_long else None
            if parent is not None:
                base = history.maps_of(parent)
                base.put_over(maps)
                maps, chain = base, whole(base.size)
        updated = None if delta.updated is None else [*delta.updated]
        metadata = self.serde.dumps_typed(dict(delta.metadata))
        history.add(Record(delta.id, delta.parent_id, delta.ts, maps, updated, metadata, chain))

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a whole checkpoint; values whose version the parent has too are shared with it."""
        del new_versions  # the parent's versions say the same
        thread_id, ns = address_of(config)
        history = self._history(thread_id, ns)
        parent_id = get_checkpoint_id(config)
        parent = history.get(parent_id)
        known = None if parent is None else history.maps_of(parent)
        maps = everything(checkpoint, known, refusing(self.serde.dumps_typed))
        told = self.serde.dumps_typed(get_checkpoint_metadata(config, metadata))
        updated = checkpoint.get("updated_channels")
        history.add(Record(checkpoint["id"], parent_id, checkpoint["ts"], maps, updated, told, whole(maps.size)))
        return config_of(thread_id, ns, checkpoint["id"])

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep the writes of one task on the checkpoint that `config` names; a kept ordinary write stays as it is."""
        thread_id, ns = address_of(config)
        encoded = refusing(self.serde.dumps_typed)
        stored = [
            StoredWrite(task_id, channel, encoded(channel, value), task_path, WRITES_IDX_MAP.get(channel, position))
            for position, (channel, value) in enumerate(writes)
        ]
        self._history(thread_id, ns).keep_writes(config["configurable"]["checkpoint_id"], stored)

    def delete_thread(self, thread_id: str) -> None:
        """Forget a thread."""
        self._threads.pop(str(thread_id), None)

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Give another thread what it lacks of a thread; the values are shared, as nobody changes them."""
        for ns, history in list(self._threads.get(str(source_thread_id), {}).items()):
            self._history(str(target_thread_id), ns).take_missing(history)

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Forget what came before the latest checkpoints of threads, or all of them."""
        for thread_id in checked_threads(thread_ids, strategy):
            histories = self._threads.pop(thread_id, {})
            if strategy == "delete":
                continue
            found = {ns: history.get(history.latest_id) for ns, history in histories.items()}
            latest = {ns: head for ns, head in found.items() if head is not None}
            reader = Reader(self.serde, thread_id, "")
            heads = {ns: Head(head.id, reader.metadata(head).get("parents", {})) for ns, head in latest.items()}
            for ns in kept_namespaces(heads):
                self._threads.setdefault(thread_id, {})[ns] = histories[ns].only(latest[ns])


MemorySaver = InMemorySaver
"""The old name."""
