"""From what a saver keeps to what a caller gets: decoding, and refusing what cannot be decoded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stepgraph.checkpoint.model import FORMAT, Checkpoint, CheckpointTuple
from stepgraph.checkpoint.older import take_older_form
from stepgraph.checkpoint.records import Encoded, Form, Maps, Record, StoredWrite
from stepgraph.checkpoint.refused import place, unreadable
from stepgraph.checkpoint.serde.base import SerializerProtocol
from stepgraph.scope import RunnableConfig


def address_of(config: RunnableConfig) -> tuple[str, str]:
    """Return the thread and the namespace that `config` names."""
    configurable = config["configurable"]
    return str(configurable["thread_id"]), configurable.get("checkpoint_ns") or ""


def config_of(thread_id: str, ns: str, checkpoint_id: str) -> RunnableConfig:
    """Return the config that names a checkpoint."""
    return {"configurable": {"thread_id": thread_id, "checkpoint_ns": ns, "checkpoint_id": checkpoint_id}}


class Reader:
    """Decodes the checkpoints of one thread in one namespace."""

    def __init__(self, serde: SerializerProtocol, thread_id: str, ns: str) -> None:
        self._serde = serde
        self._thread_id = thread_id
        self._ns = ns

    def metadata(self, form: Encoded | Mapping[str, Form], checkpoint_id: str) -> Any:
        """Return how a checkpoint came about."""
        if isinstance(form, Mapping):
            return {key: self._value(value, "the metadata", checkpoint_id) for key, value in form.items()}
        return self._value(form, "the metadata", checkpoint_id)

    def tuple(self, record: Record, maps: Maps, writes: Iterable[StoredWrite]) -> CheckpointTuple:
        """Return a checkpoint with what is known about it; `maps` are taken, not copied."""
        values = {
            name: self._value(form, f"channel {name!r}", record.id)
            for name, form in maps.values.items()
            if form is not None
        }
        checkpoint = Checkpoint(
            v=FORMAT,
            id=record.id,
            ts=record.ts,
            channel_values=values,
            channel_versions=maps.versions,
            versions_seen={node: dict(known) for node, known in maps.seen.items()},
            updated_channels=record.updated,
        )
        pending = [
            (write.task_id, write.channel, self._value(write.value, f"a write to {write.channel!r}", record.id))
            for write in writes
        ]
        parent = None if record.parent_id is None else config_of(self._thread_id, self._ns, record.parent_id)
        own = config_of(self._thread_id, self._ns, record.id)
        metadata = self.metadata(record.metadata, record.id)
        take_older_form(checkpoint, metadata)
        return CheckpointTuple(own, checkpoint, metadata, parent, pending)

    def _value(self, form: Any, what: str, checkpoint_id: str) -> Any:
        if not isinstance(form, (tuple, list)):
            return form
        try:
            return self._serde.loads_typed((form[0], form[1]))
        except Exception as error:  # whatever a user's class or broken bytes raise
            raise unreadable(place(self._thread_id, self._ns, checkpoint_id), what, error) from error


def is_wanted(metadata: Any, wanted: dict[str, Any] | None) -> bool:
    """Tell whether metadata has all the entries of a filter."""
    return all(metadata.get(key) == value for key, value in (wanted or {}).items())
