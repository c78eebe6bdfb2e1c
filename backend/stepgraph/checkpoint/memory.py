"""The saver that keeps threads in memory, as differences whose values are kept once and shared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from random import Random
from types import TracebackType
from typing import Any, Self

from stepgraph.checkpoint.base import SerializerProtocol
from stepgraph.checkpoint.coroutines import InlineCoroutines
from stepgraph.checkpoint.delta import CheckpointDelta
from stepgraph.checkpoint.ids import follow_checkpoint_id
from stepgraph.checkpoint.kept import CHANGING, Forming, History, entry_of, mapped
from stepgraph.checkpoint.model import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
    get_checkpoint_metadata,
)
from stepgraph.checkpoint.older import with_older_form
from stepgraph.checkpoint.persistent import PersistentDict
from stepgraph.checkpoint.pruning import Head, checked_runs, checked_threads, kept_namespaces
from stepgraph.checkpoint.reading import Reader, address_of, config_of, is_wanted
from stepgraph.checkpoint.records import Record, everything, whole
from stepgraph.checkpoint.refused import parent_gone, place
from stepgraph.checkpoint.versions import RandomVersions
from stepgraph.scope import RunnableConfig

__all__ = ["InMemorySaver", "MemorySaver", "PersistentDict"]


class InMemorySaver(RandomVersions, InlineCoroutines):
    """Keeps threads for as long as it lives itself: for tests, notebooks and first steps.

    `factory` makes the dictionary that it keeps them in; one of another class is entered, and left with the saver.
    """

    saves_at_once = True

    def __init__(
        self,
        *,
        serde: SerializerProtocol | None = None,
        factory: Callable[..., defaultdict[Any, Any]] = defaultdict,
        random: Random | None = None,
    ) -> None:
        super().__init__(serde=serde, random=random)
        self.storage: defaultdict[str, dict[str, Any]] = factory(dict)
        self.stack = ExitStack()
        self._forming = Forming(self.serde)
        # Most supersteps update what the one before did, and their checkpoints share the names.
        self._updated: tuple[str, ...] | None = None
        if factory is not defaultdict:
            self.stack.enter_context(self.storage)  # type: ignore[arg-type]  # a factory of its own makes such

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool | None:
        return self.stack.__exit__(kind, error, traceback)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool | None:
        return self.stack.__exit__(kind, error, traceback)

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint that `config` names, or the thread's latest, with what is known about it."""
        thread_id, ns = address_of(config)
        history = self._history(thread_id, ns)
        record = None if history is None else history.get(get_checkpoint_id(config) or history.latest_id)
        if history is None or record is None:
            return None
        return Reader(self.serde, thread_id, ns).tuple(record, record.maps, history.writes_of(record.id))

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
        for thread_id, ns, history, checkpoint_id in self._newest_first(configurable):
            if (wanted_id and checkpoint_id != wanted_id) or (before_id and checkpoint_id >= before_id):
                continue
            reader = Reader(self.serde, thread_id, ns)
            if filter and not is_wanted(reader.metadata(history.metadata(checkpoint_id), checkpoint_id), filter):
                continue
            if left is not None:
                if left <= 0:
                    return
                left -= 1
            record = history.get(checkpoint_id)
            if record is not None:
                yield reader.tuple(record, record.maps, history.writes_of(checkpoint_id))

    def _newest_first(self, configurable: Mapping[str, Any]) -> Iterator[tuple[str, str, History, str]]:
        """Yield the checkpoints of one namespace after the other."""
        threads = [str(configurable["thread_id"])] if configurable else list(self.storage)
        wanted_ns = configurable.get("checkpoint_ns")
        for thread_id in threads:
            for ns in list(self.storage.get(thread_id, ())):
                history = self._history(thread_id, ns) if wanted_ns is None or ns == wanted_ns else None
                if history is not None:
                    for checkpoint_id in history.newest_first():
                        yield thread_id, ns, history, checkpoint_id

    def _history(self, thread_id: str, ns: str) -> History | None:
        """Return what is kept of a namespace, None when there is nothing."""
        namespaces = self.storage.get(thread_id)
        found = None if namespaces is None else namespaces.get(ns)
        if isinstance(found, dict):
            # From a file: what made the dictionary knows no class of this saver.
            found = namespaces[ns] = History(**found)  # type: ignore[index]  # found in it
            # What goes on from here must sort after it, whatever the clock of whoever wrote the file said.
            follow_checkpoint_id(found.latest_id)
        return found

    def _made_history(self, thread_id: str, ns: str) -> History:
        """Return where a namespace is kept."""
        found = self.storage[thread_id].get(ns)
        if type(found) is not History:
            found = self.storage[thread_id][ns] = self._history(thread_id, ns) or History()
        return found

    def _formed(self) -> Forming:
        """Return what makes forms of values."""
        found = self._forming
        if not found.fits(self.serde):
            found = self._forming = Forming(self.serde)
        return found

    def put_delta(self, delta: CheckpointDelta) -> None:
        """Keep one checkpoint as the difference from its parent, which must be there."""
        thread_id, ns, checkpoint_id, parent_id, _, _, ts, cells, known, updated = delta[:10]
        if updated == self._updated:
            updated = self._updated
        else:
            self._updated = updated
        forming = self._formed()
        made = (parent_id, ts, forming.metadata(delta), updated, forming.cells(cells), known, parent_id is None)
        with CHANGING:
            history = self._made_history(thread_id, ns)
            if parent_id is not None and parent_id not in history.kept:
                raise parent_gone(place(thread_id, ns, checkpoint_id), parent_id)
            history.add(checkpoint_id, made)

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
        parent = None if history is None else history.get(parent_id)
        forming = self._formed()
        maps = everything(checkpoint, None if parent is None else parent.maps, forming.of)
        told = with_older_form(get_checkpoint_metadata(config, metadata), checkpoint)
        record = Record(
            checkpoint["id"],
            parent_id,
            checkpoint["ts"],
            maps,
            checkpoint.get("updated_channels"),
            mapped(forming.pairs(told.items())),
            whole(maps.size),
        )
        entry = entry_of(record)
        with CHANGING:
            self._made_history(thread_id, ns).add(record.id, entry)
        return config_of(thread_id, ns, record.id)

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep the writes of one task on the checkpoint that `config` names; a kept ordinary write stays as it is."""
        thread_id, ns = address_of(config)
        row = (task_id, task_path, *self._formed().pairs(writes))
        with CHANGING:
            self._made_history(thread_id, ns).keep_writes(config["configurable"]["checkpoint_id"], row)

    def delete_thread(self, thread_id: str) -> None:
        """Forget a thread."""
        self.storage.pop(str(thread_id), None)

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Forget the checkpoints whose metadata names one of these runs; what went on from them stays."""
        runs = checked_runs(run_ids)
        for thread_id, namespaces in list(self.storage.items()):
            for ns in list(namespaces):
                with CHANGING:
                    self._forget_runs(thread_id, ns, runs)

    def _forget_runs(self, thread_id: str, ns: str, runs: Collection[str]) -> None:
        history = self._history(thread_id, ns)
        if history is None:
            return
        reader = Reader(self.serde, thread_id, ns)
        told = {name: reader.metadata(history.metadata(name), name) for name in history.kept}
        unwanted = {name for name, metadata in told.items() if metadata.get("run_id") in runs}
        if unwanted:
            self.storage[thread_id][ns] = history.forget(unwanted)

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Give another thread what it lacks of a thread; the values are shared, as nobody changes them."""
        source, target = str(source_thread_id), str(target_thread_id)
        for ns in list(self.storage.get(source, ())):
            with CHANGING:
                history = self._history(source, ns)
                if history is not None:
                    self._made_history(target, ns).take_missing(history)

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Forget what came before the latest checkpoints of threads, or all of them."""
        for thread_id in checked_threads(thread_ids, strategy):
            if strategy == "delete":
                self.storage.pop(thread_id, None)
            else:
                with CHANGING:
                    self._keep_latest(thread_id)

    def _keep_latest(self, thread_id: str) -> None:
        found = {ns: self._history(thread_id, ns) for ns in list(self.storage.get(thread_id, ()))}
        heads: dict[str, Head] = {}
        left: dict[str, History] = {}
        reader = Reader(self.serde, thread_id, "")
        for ns, history in found.items():
            record = None if history is None else history.get(history.latest_id)
            if history is not None and record is not None:
                heads[ns] = Head(record.id, reader.metadata(record.metadata, record.id).get("parents", {}))
                left[ns] = history.only(record)
        if found:
            self.storage[thread_id] = {ns: left[ns] for ns in kept_namespaces(heads)}


MemorySaver = InMemorySaver
"""The old name."""
