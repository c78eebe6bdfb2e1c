"""What every saver is: the methods a run calls, in a plain and a coroutine form."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from stepgraph.checkpoint.model import (
    EXCLUDED_METADATA_KEYS,
    WRITES_IDX_MAP,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    DeltaChannelHistory,
    PendingWrite,
    copy_checkpoint,
    create_checkpoint,
    empty_checkpoint,
    get_checkpoint_id,
    get_checkpoint_metadata,
    get_serializable_checkpoint_metadata,
    writes_sort_key,
)
from stepgraph.checkpoint.serde.base import SerializerProtocol
from stepgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from stepgraph.errors import EmptyChannelError
from stepgraph.scope import RunnableConfig

__all__ = [
    "EXCLUDED_METADATA_KEYS",
    "WRITES_IDX_MAP",
    "BaseCheckpointSaver",
    "ChannelVersions",
    "Checkpoint",
    "CheckpointMetadata",
    "CheckpointTuple",
    "DeltaChannelHistory",
    "EmptyChannelError",
    "PendingWrite",
    "SerializerProtocol",
    "V",
    "copy_checkpoint",
    "create_checkpoint",
    "empty_checkpoint",
    "get_checkpoint_id",
    "get_checkpoint_metadata",
    "get_serializable_checkpoint_metadata",
    "writes_sort_key",
]

V = TypeVar("V", int, float, str)


class BaseCheckpointSaver(Generic[V]):
    """Keeps the checkpoints of threads. A subclass implements what its users need, plain or as coroutines."""

    serde: SerializerProtocol

    def __init__(self, *, serde: SerializerProtocol | None = None) -> None:
        self.serde = serde or JsonPlusSerializer()

    def get(self, config: RunnableConfig) -> Checkpoint | None:
        """Return the checkpoint that `config` names, or the thread's latest."""
        found = self.get_tuple(config)
        return None if found is None else found.checkpoint

    async def aget(self, config: RunnableConfig) -> Checkpoint | None:
        """Return the checkpoint that `config` names, or the thread's latest."""
        found = await self.aget_tuple(config)
        return None if found is None else found.checkpoint

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint that `config` names, or the thread's latest, with what is known about it."""
        raise NotImplementedError

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint that `config` names, or the thread's latest, with what is known about it."""
        raise NotImplementedError

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Yield checkpoints, the newest first."""
        raise NotImplementedError

    def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """Yield checkpoints, the newest first."""
        raise NotImplementedError

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a checkpoint whose parent `config` names; `new_versions` are the channels that changed since."""
        raise NotImplementedError

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a checkpoint whose parent `config` names; `new_versions` are the channels that changed since."""
        raise NotImplementedError

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep the writes of one task on the checkpoint that `config` names."""
        raise NotImplementedError

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep the writes of one task on the checkpoint that `config` names."""
        raise NotImplementedError

    def delete_thread(self, thread_id: str) -> None:
        """Forget a thread."""
        raise NotImplementedError

    async def adelete_thread(self, thread_id: str) -> None:
        """Forget a thread."""
        raise NotImplementedError

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Give another thread what it lacks of a thread."""
        raise NotImplementedError

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Give another thread what it lacks of a thread."""
        raise NotImplementedError

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Forget what came before the latest checkpoints of threads ("keep_latest"), or all of them ("delete")."""
        raise NotImplementedError

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Forget what came before the latest checkpoints of threads ("keep_latest"), or all of them ("delete")."""
        raise NotImplementedError

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Forget what runs have saved."""
        raise NotImplementedError

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Forget what runs have saved."""
        raise NotImplementedError

    def get_delta_channel_history(
        self, *, config: RunnableConfig, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        """Return nothing: this engine stores delta channels whole, so no value has to be folded from old writes."""
        del config, channels
        return {}

    async def aget_delta_channel_history(
        self, *, config: RunnableConfig, channels: Sequence[str]
    ) -> Mapping[str, DeltaChannelHistory]:
        """Return nothing, for the same reason."""
        return self.get_delta_channel_history(config=config, channels=channels)

    def with_allowlist(self, extra_allowlist: Collection[tuple[str, ...]]) -> BaseCheckpointSaver[V]:
        """Return this saver: only classes that it has stored or was given come back as objects anyway."""
        del extra_allowlist
        return self

    def get_next_version(self, current: Any, channel: None) -> Any:
        """Return the version after `current`: whole numbers from 1; a saver with other versions overrides this."""
        del channel  # the reference's signature
        if isinstance(current, str):
            raise NotImplementedError
        return 1 if current is None else current + 1
