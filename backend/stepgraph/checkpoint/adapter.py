"""How a run hands what it saves to a saver: to one that keeps differences, or to one that wants all of it each time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from inspect import signature
from typing import Any, TypeAlias

from stepgraph.checkpoint.base import Checkpoint, CheckpointTuple
from stepgraph.checkpoint.delta import CheckpointDelta
from stepgraph.checkpoint.model import get_checkpoint_metadata

SaveCall: TypeAlias = tuple[Any, str, tuple[Any, ...]]
"""A saver, the name of a method of it, and the arguments."""

_OWN_METADATA = ("source", "step", "parents")
_WHOLE = ("put", "aput")
_DELTAS = ("put_delta", "aput_delta")
_WRITES = ("put_writes", "aput_writes")


def offers(saver: object, ability: str, rivals: Sequence[str]) -> bool:
    """Tell whether a saver has an ability that no subclass put aside by overriding one of the `rivals`."""
    for cls in type(saver).__mro__:
        if ability in vars(cls):
            return True
        if any(name in vars(cls) for name in rivals):
            return False
    return False


def speaks_delta(saver: object) -> bool:
    """Tell whether `saver` keeps deltas; a subclass that overrides `put` of one that does wants whole checkpoints."""
    return offers(saver, "put_delta", _WHOLE)


class Keeper:
    """Saves for one run or one edit.

    It answers with the call that saves, so that whoever runs it may do something else in the meantime; what is to be
    saved is encoded before, if the saver can do that, so that a node may go on changing its objects.
    """

    __slots__ = ("_prepares_deltas", "_prepares_writes", "_whole", "metadata", "saver", "saves_at_once")

    def __init__(self, saver: Any, config: Any, loaded: CheckpointTuple | None) -> None:
        self.saver = saver
        self.saves_at_once = offers(saver, "saves_at_once", (*_WHOLE, *_DELTAS, *_WRITES)) and saver.saves_at_once
        """Whether it never waits for anything, so that there is nothing to be done in the meantime."""
        told: Mapping[str, Any] = get_checkpoint_metadata(config, {})
        self.metadata = {key: value for key, value in told.items() if key not in _OWN_METADATA}
        """What is told of the config with each checkpoint."""
        self._prepares_deltas = offers(saver, "prepared_delta", (*_WHOLE, *_DELTAS))
        self._prepares_writes = offers(saver, "prepared_writes", _WRITES)
        self._whole = None if speaks_delta(saver) else _WholeCheckpoints(config, loaded)

    def delta(self, delta: CheckpointDelta) -> SaveCall:
        """Return what saves a checkpoint; raise CannotStore if that is known already."""
        if self._prepares_deltas:
            return self.saver, "put_prepared", (self.saver.prepared_delta(delta),)
        if self._whole is None:
            return self.saver, "put_delta", (delta,)
        return self.saver, "put", self._whole.arguments(delta)

    def writes(self, config: Any, writes: Sequence[tuple[str, Any]], task_id: str, path: str) -> SaveCall:
        """Return what saves the writes of a task; raise CannotStore if that is known already."""
        if self._prepares_writes:
            return self.saver, "put_prepared", (self.saver.prepared_writes(config, writes, task_id, path),)
        return self.saver, "put_writes", writes_arguments(self.saver, config, writes, task_id, path)


def writes_arguments(
    saver: Any, config: Any, writes: Sequence[tuple[str, Any]], task_id: str, path: str
) -> tuple[Any, ...]:
    """Return what `put_writes` is given: the path of the task too, unless the saver is older than paths are."""
    arguments = (config, writes, task_id)
    plain, awaited = (getattr(type(saver), name, None) for name in _WRITES)
    return (*arguments, path) if _take_path(plain, awaited) else arguments


@lru_cache(maxsize=256)
def _take_path(*methods: Any) -> bool:
    return all("task_path" in signature(method).parameters for method in methods if method is not None)


class _WholeCheckpoints:
    """Folds the deltas of one run into whole checkpoints."""

    def __init__(self, config: Any, loaded: CheckpointTuple | None) -> None:
        self._config = config
        checkpoint: Mapping[str, Any] = {} if loaded is None else loaded.checkpoint
        self._values: dict[str, Any] = dict(checkpoint.get("channel_values", {}))
        self._versions: dict[str, Any] = dict(checkpoint.get("channel_versions", {}))
        self._seen: dict[str, Any] = dict(checkpoint.get("versions_seen", {}))

    def arguments(self, delta: CheckpointDelta) -> tuple[Any, Checkpoint, Any, dict[str, Any]]:
        """Return what `put` is given: the parent's config, the checkpoint, its metadata, the new versions."""
        self._values.update(delta.values)
        for name in delta.cleared:
            self._values.pop(name, None)
        self._versions.update(delta.versions)
        self._seen.update({node: dict(known) for node, known in delta.seen.items()})
        # Copies, because a saver may keep what it is given.
        checkpoint: Checkpoint = {
            "v": 4,
            "ts": delta.ts,
            "id": delta.id,
            "channel_values": dict(self._values),
            "channel_versions": dict(self._versions),
            "versions_seen": {node: dict(known) for node, known in self._seen.items()},
            "updated_channels": None if delta.updated is None else list(delta.updated),
        }
        metadata = {key: value for key, value in delta.metadata.items() if key in _OWN_METADATA}
        config = {
            **self._config,
            "configurable": {
                **self._config.get("configurable", {}),
                "thread_id": delta.thread_id,
                "checkpoint_ns": delta.ns,
                "checkpoint_id": delta.parent_id,
            },
        }
        return config, checkpoint, metadata, dict(delta.versions)
