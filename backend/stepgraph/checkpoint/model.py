"""The shape of a checkpoint as every saver keeps it, and the functions that make and read one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, NotRequired, TypeAlias, TypedDict

from stepgraph.checkpoint.delta import Version
from stepgraph.checkpoint.ids import new_checkpoint_id
from stepgraph.constants import ERROR, INTERRUPT, MISSING, RESUME, SCHEDULED
from stepgraph.scope import RunnableConfig

ChannelVersions: TypeAlias = dict[str, Version]
PendingWrite: TypeAlias = tuple[str, str, Any]
"""Task id, channel and value of one write that waits on a checkpoint."""

FORMAT = 4
"""The format of the checkpoints that the engine writes."""

WRITES_IDX_MAP: Mapping[str, int] = {ERROR: -1, SCHEDULED: -2, INTERRUPT: -3, RESUME: -4}
"""The fixed places of the special writes of a task; a later one of its kind replaces an earlier one."""

EXCLUDED_METADATA_KEYS = frozenset(
    {
        "thread_id",
        "checkpoint_id",
        "checkpoint_ns",
        "checkpoint_map",
        "langgraph_step",
        "langgraph_node",
        "langgraph_triggers",
        "langgraph_path",
        "langgraph_checkpoint_ns",
    }
)


class Checkpoint(TypedDict):
    """The state of a thread between two supersteps."""

    v: int
    id: str
    ts: str
    channel_values: dict[str, Any]
    channel_versions: ChannelVersions
    versions_seen: dict[str, ChannelVersions]
    updated_channels: NotRequired[list[str] | None]
    pending_sends: NotRequired[list[Any]]
    """Packets that wait, in forms before the fourth; now they are in a channel."""


class CheckpointMetadata(TypedDict, total=False):
    """How a checkpoint came about."""

    source: Literal["input", "loop", "update", "fork"]
    step: int
    parents: dict[str, str]
    run_id: str


class CheckpointTuple(NamedTuple):
    """A checkpoint with what a saver knows about it."""

    config: RunnableConfig
    checkpoint: Checkpoint
    metadata: CheckpointMetadata
    parent_config: RunnableConfig | None = None
    pending_writes: list[PendingWrite] | None = None


class DeltaChannelHistory(TypedDict):
    """The stored writes from which a delta channel's value is folded."""

    writes: list[PendingWrite]
    seed: NotRequired[Any]


def empty_checkpoint() -> Checkpoint:
    """Return the checkpoint of a thread on which nothing has happened."""
    return Checkpoint(
        v=FORMAT,
        id=new_checkpoint_id(-2),
        ts=datetime.now(UTC).isoformat(),
        channel_values={},
        channel_versions={},
        versions_seen={},
        updated_channels=None,
    )


def copy_checkpoint(checkpoint: Checkpoint) -> Checkpoint:
    """Return a checkpoint with maps of its own and the same values."""
    return Checkpoint(
        v=checkpoint["v"],
        id=checkpoint["id"],
        ts=checkpoint["ts"],
        channel_values=dict(checkpoint["channel_values"]),
        channel_versions=dict(checkpoint["channel_versions"]),
        versions_seen={node: dict(known) for node, known in checkpoint["versions_seen"].items()},
        updated_channels=checkpoint.get("updated_channels"),
    )


def create_checkpoint(
    checkpoint: Checkpoint, channels: Mapping[str, Any] | None, step: int, *, id: str | None = None
) -> Checkpoint:
    """Return the checkpoint that follows `checkpoint`, with the stored forms of `channels` that have a version."""
    return Checkpoint(
        v=FORMAT,
        ts=datetime.now(UTC).isoformat(),
        id=id or new_checkpoint_id(step),
        channel_values=(
            checkpoint["channel_values"]
            if channels is None
            else stored_values(channels, checkpoint["channel_versions"])
        ),
        channel_versions=checkpoint["channel_versions"],
        versions_seen=checkpoint["versions_seen"],
        updated_channels=None,
    )


def stored_values(channels: Mapping[str, Any], versions: Mapping[str, Version]) -> dict[str, Any]:
    """Return the stored forms of those of the channels that have a version and something to store."""
    forms = {name: channel.checkpoint() for name, channel in channels.items() if name in versions}
    return {name: form for name, form in forms.items() if form is not MISSING}


def get_checkpoint_id(config: RunnableConfig) -> str | None:
    """Return the id of the checkpoint that `config` names, None for the thread's latest."""
    checkpoint_id: str | None = config["configurable"].get("checkpoint_id")
    return checkpoint_id


def get_checkpoint_metadata(config: RunnableConfig, metadata: CheckpointMetadata) -> CheckpointMetadata:
    """Return `metadata` with the plain entries of the config's metadata and configurable put under it."""
    merged: dict[str, Any] = {key: _plain(value) for key, value in metadata.items()}
    for entries in (config.get("metadata"), config.get("configurable")):
        for key, value in (entries or {}).items():
            if key in merged or key in EXCLUDED_METADATA_KEYS or key.startswith("__"):
                continue
            if isinstance(value, (str, int, float)):
                merged[key] = _plain(value)
    return merged  # type: ignore[return-value]  # the caller's own keys come beside the declared ones


def get_serializable_checkpoint_metadata(config: RunnableConfig, metadata: CheckpointMetadata) -> CheckpointMetadata:
    """Return the merged metadata without the writes that old threads kept there."""
    merged = get_checkpoint_metadata(config, metadata)
    merged.pop("writes", None)  # type: ignore[typeddict-item]  # a key of old threads
    return merged


def writes_sort_key(task_path: str, task_id: str = "", idx: int = 0) -> tuple[str, str, int]:
    """Return the key that puts stored writes in the order in which the run applied them."""
    return (task_path, task_id, idx)


def _plain(value: Any) -> Any:
    # PostgreSQL refuses the null character in text.
    return value.replace("\u0000", "") if isinstance(value, str) else value
