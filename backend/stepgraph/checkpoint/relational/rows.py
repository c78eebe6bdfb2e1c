"""Rows of the tables: what is kept is sealed with a digest, so that damage is told instead of read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
import xxhash

from stepgraph.checkpoint.delta import Version
from stepgraph.checkpoint.records import Chain, Encoded, Maps, Record, StoredWrite
from stepgraph.checkpoint.refused import damaged, newer

FORMAT = 1
"""The format of the rows that this version writes."""

_DIGEST = 16

Content = TypeVar("Content")

_Versions = dict[str, Version]
_Body = tuple[dict[str, Encoded | None], _Versions, dict[str, _Versions], list[str] | None]
_Write = tuple[str, str, str, bytes]

_ENCODE = msgspec.msgpack.Encoder().encode
_BODY = msgspec.msgpack.Decoder(_Body)
_METADATA = msgspec.msgpack.Decoder(tuple[str, bytes])
_WRITE = msgspec.msgpack.Decoder(_Write)


def body_of(maps: Maps, updated: list[str] | None) -> bytes:
    """Return what a checkpoint says as bytes."""
    return _ENCODE((maps.values, maps.versions, maps.seen, updated))


def row_of(record: Record, body: bytes) -> tuple[Any, ...]:
    """Return the columns of a checkpoint from its id on."""
    chain = record.chain
    label = _label(record.id, record.parent_id, chain, record.ts)
    metadata = sealed(label, _ENCODE(record.metadata))
    return (record.id, record.parent_id, FORMAT, *chain, record.ts, metadata, sealed(label, body))


def record_of(row: Sequence[Any], where: str) -> Record:
    """Return the checkpoint of a row; raise SaverError when it is damaged or newer than this version."""
    checkpoint_id, parent_id, form, depth, since, size, ts, metadata, body = row
    if form != FORMAT:
        raise newer(where, form, FORMAT)
    chain = Chain(depth, since, size)
    label = _label(checkpoint_id, parent_id, chain, ts)
    values, versions, seen, updated = opened(label, body, _BODY, where)
    told = opened(label, metadata, _METADATA, where)
    return Record(checkpoint_id, parent_id, ts, Maps(values, versions, seen), updated, told, chain)


def write_row(checkpoint_id: str, write: StoredWrite) -> tuple[Any, ...]:
    """Return the columns of a pending write from its checkpoint's id on."""
    label = f"{checkpoint_id}|{write.task_id}|{write.index}"
    content = _ENCODE((write.channel, write.task_path, *write.value))
    return (checkpoint_id, write.task_id, write.index, sealed(label, content))


def write_of(row: Sequence[Any], where: str) -> StoredWrite:
    """Return the pending write of a row; raise SaverError when it is damaged."""
    checkpoint_id, task_id, index, value = row
    channel, path, form, data = opened(f"{checkpoint_id}|{task_id}|{index}", value, _WRITE, where)
    return StoredWrite(task_id, channel, (form, data), path, index)


def sealed(label: str, content: bytes) -> bytes:
    """Return `content` with a digest of it and of what it belongs to."""
    return xxhash.xxh3_128_digest(label.encode("utf-8", "surrogatepass") + content) + content


def opened(label: str, data: Any, decoder: msgspec.msgpack.Decoder[Content], where: str) -> Content:
    """Return what `sealed` was given; raise SaverError when a byte of it or of its label has changed."""
    kept = data if isinstance(data, bytes) else b""  # a column may hold anything
    content = kept[_DIGEST:]
    if xxhash.xxh3_128_digest(label.encode("utf-8", "surrogatepass") + content) != kept[:_DIGEST]:
        raise damaged(where, "Its bytes are not those that were saved: they were cut off or changed.")
    try:
        return decoder.decode(content)
    except msgspec.MsgspecError as error:
        raise damaged(where, f"Its bytes cannot be read ({error}).") from error


def _label(checkpoint_id: str, parent_id: str | None, chain: Chain, ts: str) -> str:
    return f"{checkpoint_id}|{parent_id}|{chain.depth}|{chain.since}|{chain.whole}|{ts}"
