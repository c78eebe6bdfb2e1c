"""What the savers of all databases have in common: every method, over operations that somebody carries out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Any, TypeVar

from stepgraph.checkpoint.base import SerializerProtocol
from stepgraph.checkpoint.delta import CheckpointDelta
from stepgraph.checkpoint.model import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from stepgraph.checkpoint.pruning import checked_runs, checked_threads
from stepgraph.checkpoint.relational.dialect import Dialect, Statements
from stepgraph.checkpoint.relational.operations import Operations, Start, Wanted
from stepgraph.checkpoint.versions import RandomVersions
from stepgraph.scope import RunnableConfig

Result = TypeVar("Result")


class RelationalSaver(RandomVersions):
    """Keeps checkpoints in two tables. A subclass says how an operation is carried out in one transaction."""

    def __init__(
        self, dialect: Dialect, *, serde: SerializerProtocol | None = None, random: Random | None = None
    ) -> None:
        super().__init__(serde=serde, random=random)
        self._operations = Operations(Statements(dialect), self.serde)

    @abstractmethod
    def _run(self, start: Start[Result], *, writes: bool) -> Result:
        """Carry an operation out, in one transaction; raise SaverError when the database does not."""

    @abstractmethod
    async def _arun(self, start: Start[Result], *, writes: bool) -> Result:
        """Carry an operation out without holding up the event loop."""

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint that `config` names, or the thread's latest, with what is known about it."""
        return self._run(partial(self._operations.get_tuple, config), writes=False)

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint that `config` names, or the thread's latest, with what is known about it."""
        return await self._arun(partial(self._operations.get_tuple, config), writes=False)

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Yield checkpoints, the newest first; without a namespace in `config`, those of all namespaces."""
        wanted = Wanted(config, filter, before, limit)
        return islice(self._all(wanted), None if limit is None else max(limit, 0))

    def _all(self, wanted: Wanted) -> Iterator[CheckpointTuple]:
        after: tuple[Any, ...] | None = None
        while True:
            found, after = self._run(partial(self._operations.page, wanted, after), writes=False)
            yield from found
            if after is None:
                return

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """Yield checkpoints, the newest first; without a namespace in `config`, those of all namespaces."""
        wanted = Wanted(config, filter, before, limit)
        left = limit
        after: tuple[Any, ...] | None = None
        while left is None or left > 0:
            found, after = await self._arun(partial(self._operations.page, wanted, after), writes=False)
            for saved in found[:left]:
                yield saved
            left = None if left is None else left - len(found)
            if after is None:
                return

    def prepared_delta(self, delta: CheckpointDelta) -> Start[None]:
        """Encode a checkpoint; return what `put_prepared` keeps, whatever becomes of the values meanwhile."""
        return self._operations.prepared_delta(delta)

    def prepared_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> Start[None]:
        """Encode the writes of one task; return what `put_prepared` keeps."""
        return self._operations.prepared_writes(config, writes, task_id, task_path)

    def put_prepared(self, prepared: Start[None]) -> None:
        """Keep what was prepared."""
        self._run(prepared, writes=True)

    async def aput_prepared(self, prepared: Start[None]) -> None:
        """Keep what was prepared."""
        await self._arun(prepared, writes=True)

    def put_delta(self, delta: CheckpointDelta) -> None:
        """Keep one checkpoint as the difference from its parent."""
        self._run(self._operations.prepared_delta(delta), writes=True)

    async def aput_delta(self, delta: CheckpointDelta) -> None:
        """Keep one checkpoint as the difference from its parent."""
        await self._arun(self._operations.prepared_delta(delta), writes=True)

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a whole checkpoint; a value whose version the parent has too is taken from there."""
        del new_versions  # the parent's versions say the same
        return self._run(partial(self._operations.put, config, checkpoint, metadata), writes=True)

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a whole checkpoint; a value whose version the parent has too is taken from there."""
        del new_versions
        return await self._arun(partial(self._operations.put, config, checkpoint, metadata), writes=True)

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep the writes of one task on the checkpoint that `config` names."""
        self._run(self._operations.prepared_writes(config, writes, task_id, task_path), writes=True)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep the writes of one task on the checkpoint that `config` names."""
        await self._arun(self._operations.prepared_writes(config, writes, task_id, task_path), writes=True)

    def delete_thread(self, thread_id: str) -> None:
        """Forget a thread."""
        self._run(partial(self._operations.delete_thread, str(thread_id)), writes=True)

    async def adelete_thread(self, thread_id: str) -> None:
        """Forget a thread."""
        await self._arun(partial(self._operations.delete_thread, str(thread_id)), writes=True)

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Forget the checkpoints whose metadata names one of these runs; what went on from them stays."""
        self._run(partial(self._operations.delete_for_runs, checked_runs(run_ids)), writes=True)

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Forget the checkpoints whose metadata names one of these runs; what went on from them stays."""
        await self._arun(partial(self._operations.delete_for_runs, checked_runs(run_ids)), writes=True)

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Give another thread what it lacks of a thread."""
        source, target = str(source_thread_id), str(target_thread_id)
        self._run(partial(self._operations.copy_thread, source, target), writes=True)

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Give another thread what it lacks of a thread."""
        source, target = str(source_thread_id), str(target_thread_id)
        await self._arun(partial(self._operations.copy_thread, source, target), writes=True)

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Forget what came before the latest checkpoints of threads, or all of them; each in a transaction."""
        for start in self._pruning(thread_ids, strategy):
            self._run(start, writes=True)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Forget what came before the latest checkpoints of threads, or all of them; each in a transaction."""
        for start in self._pruning(thread_ids, strategy):
            await self._arun(start, writes=True)

    def _pruning(self, thread_ids: Sequence[str], strategy: str) -> Iterator[Start[None]]:
        forget = self._operations.delete_thread if strategy == "delete" else self._operations.prune
        for thread_id in checked_threads(thread_ids, strategy):
            yield partial(forget, thread_id)
