"""The one adapter between the engine, which saves differences, and savers that want the whole checkpoint each time."""

from __future__ import annotations

from typing import Any

from stepgraph.checkpoint.base import BaseCheckpointSaver, Checkpoint, CheckpointTuple
from stepgraph.checkpoint.delta import CheckpointDelta
from stepgraph.scope import RunnableConfig

_OWN_METADATA = ("source", "step", "parents")


def speaks_delta(saver: object) -> bool:
    """Tell whether `saver` keeps deltas; a subclass that overrides `put` of one that does wants whole checkpoints."""
    for cls in type(saver).__mro__:
        if "put_delta" in vars(cls):
            return True
        if "put" in vars(cls) or "aput" in vars(cls):
            return False
    return False


class WholeCheckpoints:
    """Folds the deltas of one run into whole checkpoints for a saver that knows no deltas."""

    def __init__(self, saver: BaseCheckpointSaver[Any], config: Any, loaded: CheckpointTuple | None) -> None:
        self._saver = saver
        self._config = config
        checkpoint = loaded.checkpoint if loaded is not None else None
        self._values: dict[str, Any] = dict(checkpoint["channel_values"]) if checkpoint else {}
        self._versions: dict[str, Any] = dict(checkpoint["channel_versions"]) if checkpoint else {}
        self._seen: dict[str, Any] = dict(checkpoint["versions_seen"]) if checkpoint else {}

    def put_delta(self, delta: CheckpointDelta) -> RunnableConfig:
        """Save the whole checkpoint that `delta` leads to; return what the saver calls it."""
        return self._saver.put(*self._whole(delta))

    async def aput_delta(self, delta: CheckpointDelta) -> RunnableConfig:
        """Save it through the saver's coroutine; return what the saver calls it."""
        return await self._saver.aput(*self._whole(delta))

    def _whole(self, delta: CheckpointDelta) -> tuple[Any, Checkpoint, Any, dict[str, Any]]:
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
        metadata = {key: delta.metadata[key] for key in _OWN_METADATA if key in delta.metadata}
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
