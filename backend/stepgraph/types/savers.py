"""What counts as a saver; the savers themselves live in `stepgraph.checkpoint`."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable


@runtime_checkable
class CheckpointSaver(Protocol):
    """The part of a saver by which one is known, whichever package it comes from."""

    @property
    def get_tuple(self) -> Any:
        """Read one checkpoint."""

    @property
    def put(self) -> Any:
        """Keep one checkpoint."""

    @property
    def put_writes(self) -> Any:
        """Keep the writes of one task."""


Checkpointer: TypeAlias = CheckpointSaver | bool | None
"""A saver; True to use the calling graph's with a state of one's own, False for none, None for the calling graph's."""

CheckpointerT = TypeVar("CheckpointerT")


def ensure_valid_checkpointer(checkpointer: CheckpointerT) -> CheckpointerT:
    """Return `checkpointer`, or refuse what is neither a saver nor a choice."""
    is_saver = not isinstance(checkpointer, type) and isinstance(checkpointer, CheckpointSaver)
    if checkpointer is None or isinstance(checkpointer, bool) or is_saver:
        return checkpointer
    raise TypeError(
        "Invalid checkpointer provided. Expected an instance of `BaseCheckpointSaver`, `True`, `False`, or `None`. "
        f"Received {type(checkpointer).__name__}. Pass a proper saver (e.g., InMemorySaver, AsyncPostgresSaver)."
    )
