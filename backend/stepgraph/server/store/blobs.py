"""Values by the hash of their text. A value that extends another is stored as that one's beginning and a tail."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import Connection, Row, Select, bindparam, literal, select
from sqlalchemy.dialects.sqlite import insert

from stepgraph.protocol.worker_frames import MAX_CHUNK_BYTES, MAX_FRAME_BYTES, Blob
from stepgraph.server.store.tables import blobs

MIN_TAIL_BYTES = 16 * 1024
"""Chains are not shortened for less."""


def _chain_of_parts() -> Select[tuple[str | None, int, bytes]]:
    columns = (blobs.c.parent, blobs.c.keep, blobs.c.data)
    in_session = blobs.c.session == bindparam("in_session")
    part = (
        select(*columns, literal(0).label("depth"))
        .where(in_session, blobs.c.ref == bindparam("of_ref"))
        .cte("part", recursive=True)
    )
    part = part.union_all(select(*columns, part.c.depth + 1).where(in_session, blobs.c.ref == part.c.parent))
    return select(part.c.parent, part.c.keep, part.c.data).order_by(part.c.depth.desc())


_chain = _chain_of_parts()


class DamagedValue(Exception):
    """A stored value is not what its name says, or a part of it is missing."""


@dataclass(frozen=True, slots=True)
class WholeBlob:
    """A value as it was told, complete."""

    ref: str
    parent: str | None
    keep: int
    data: bytes
    is_json: bool


class BlobPieces:
    """Puts the pieces of values together that arrive over several batches."""

    def __init__(self) -> None:
        self._open: dict[str, list[Blob]] = {}
        self._open_bytes = 0

    def take(self, pieces: Iterable[Blob]) -> list[WholeBlob]:
        """Take pieces in; return the values that are complete now. Raises ValueError for what is never sent."""
        complete: list[WholeBlob] = []
        for piece in pieces:
            self._check(piece)
            parts = self._open.setdefault(piece.ref, [])
            parts.append(piece)
            self._open_bytes += len(piece.data)
            if piece.last:
                del self._open[piece.ref]
                self._open_bytes -= sum(len(part.data) for part in parts)
                data = b"".join(part.data for part in parts)
                complete.append(WholeBlob(piece.ref, parts[0].parent, parts[0].keep, data, piece.json))
        return complete

    def _check(self, piece: Blob) -> None:
        if len(piece.data) > MAX_CHUNK_BYTES or self._open_bytes + len(piece.data) > 2 * MAX_FRAME_BYTES:
            raise ValueError("a value's piece is larger than agreed")
        if piece.keep < 0 or not _is_ref(piece.ref) or not (piece.parent is None or _is_ref(piece.parent)):
            raise ValueError("a value's piece names no value")


def put_blobs(connection: Connection, session: str, values: Iterable[WholeBlob]) -> None:
    """Store values; what is there already stays as it is."""
    for value in values:
        row = _row(connection, session, value)
        connection.execute(insert(blobs).values(row).on_conflict_do_nothing())


def _row(connection: Connection, session: str, value: WholeBlob) -> dict[str, object]:
    whole: dict[str, object] = {
        "session": session,
        "ref": value.ref,
        "parent": None,
        "keep": 0,
        "data": value.data,
        "bytes": len(value.data),
        "tail_bytes": 0,
        "is_json": value.is_json,
    }
    if value.parent is None:
        return whole
    parent = _find(connection, session, value.parent)
    if parent is None:
        raise DamagedValue(f"The value {value.ref} extends {value.parent}, which is not stored.")
    size = value.keep + len(value.data)
    tail_bytes = parent.tail_bytes + len(value.data)
    if tail_bytes > max(MIN_TAIL_BYTES, size // 2):
        # Written whole each time it has doubled: a growing value costs its growth, and no chain gets long.
        data = _assemble(connection, session, value.parent)[: value.keep] + value.data
        return whole | {"data": data, "bytes": len(data)}
    return whole | {"parent": value.parent, "keep": value.keep, "bytes": size, "tail_bytes": tail_bytes}


def get_blob(connection: Connection, session: str, ref: str) -> bytes:
    """Return a value's bytes, checked against its name."""
    data = _assemble(connection, session, ref)
    if sha256(data).hexdigest() != ref:
        raise DamagedValue(f"The stored value {ref} is damaged: its content does not fit its name.")
    return data


def find_value(connection: Connection, ref: str) -> tuple[bytes, bool] | None:
    """Return a value's bytes, whichever session told it, and whether it is JSON; None when there is no such value."""
    rows = connection.execute(select(blobs.c.session, blobs.c.is_json).where(blobs.c.ref == ref)).all()
    for row in rows:
        try:
            return get_blob(connection, row.session, ref), row.is_json
        except DamagedValue:
            # Another session may hold it undamaged.
            continue
    if rows:
        raise DamagedValue(f"The stored value {ref} is damaged: its content does not fit its name.")
    return None


def _assemble(connection: Connection, session: str, ref: str) -> bytes:
    rows = connection.execute(_chain, {"in_session": session, "of_ref": ref}).all()
    if not rows or rows[0].parent is not None:
        missing = rows[0].parent if rows else ref
        raise DamagedValue(f"A part of the stored value {ref} is missing: {missing}.")
    data = bytearray()
    for row in rows:
        del data[row.keep :]
        data += row.data
    return bytes(data)


def _find(connection: Connection, session: str, ref: str) -> Row[str | None, int, bytes, int] | None:
    wanted = select(blobs.c.parent, blobs.c.keep, blobs.c.data, blobs.c.tail_bytes)
    return connection.execute(wanted.where(blobs.c.session == session, blobs.c.ref == ref)).first()


def _is_ref(text: str) -> bool:
    return len(text) == 64 and all(character in "0123456789abcdef" for character in text)
