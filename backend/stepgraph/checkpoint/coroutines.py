"""The coroutine forms of a saver that never waits: each is the plain method."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from stepgraph.checkpoint.base import BaseCheckpointSaver
from stepgraph.checkpoint.model import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from stepgraph.scope import RunnableConfig


class InlineCoroutines(BaseCheckpointSaver[str]):
    """Coroutines over the plain methods."""

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

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Forget the checkpoints whose metadata names one of these runs; what went on from them stays."""
        self.delete_for_runs(run_ids)

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Give another thread what it lacks of a thread."""
        self.copy_thread(source_thread_id, target_thread_id)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Forget what came before the latest checkpoints of threads, or all of them."""
        self.prune(thread_ids, strategy=strategy)
