"""Checkpoints of older forms in savers that keep the present one: what is different stands with the metadata.

Metadata is each checkpoint's own, so nothing of it comes into what goes on from there.
"""

from __future__ import annotations

from typing import Any, cast

from stepgraph.checkpoint.model import FORMAT, Checkpoint, CheckpointMetadata

_KEY = "__older_form__"


def with_older_form(metadata: CheckpointMetadata, checkpoint: Checkpoint) -> CheckpointMetadata:
    """Return the metadata to keep; with the form of the checkpoint and the packets beside it, if it is an older one."""
    form = checkpoint.get("v", FORMAT)
    if form >= FORMAT:
        return metadata
    packets = list(checkpoint.get("pending_sends") or ())
    return cast(CheckpointMetadata, {**metadata, _KEY: {"v": form, "pending_sends": packets}})


def take_older_form(checkpoint: Checkpoint, metadata: dict[str, Any]) -> None:
    """Move what was kept of an older form from the metadata back into the checkpoint."""
    kept = metadata.pop(_KEY, None)
    if kept is not None:
        checkpoint["v"] = kept["v"]
        checkpoint["pending_sends"] = kept["pending_sends"]
