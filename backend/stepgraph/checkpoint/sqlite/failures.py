"""What SQLite's errors mean for who saves: one sentence and a code for each kind."""

from __future__ import annotations

import sqlite3

from stepgraph.checkpoint.refused import SaverError

_KINDS: tuple[tuple[tuple[int, ...], str, str], ...] = (
    (
        (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED),
        "saver.locked",
        "another process holds it and did not let go in time. Let it finish, or connect with a longer timeout.",
    ),
    ((sqlite3.SQLITE_FULL,), "saver.full", "there is no room left. Free some, or prune threads."),
    (
        (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH),
        "saver.read_only",
        "it may not be written to. Check the rights of the file and its folder.",
    ),
    (
        (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB),
        "saver.damaged_file",
        "the file is damaged, or is no database. Use a copy of it, or another file.",
    ),
    (
        (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR),
        "saver.unreachable",
        "the file cannot be opened or read. Check that its folder exists and is mounted.",
    ),
)
_OTHER = "saver.failed", "the database refused what was asked. Nothing was saved."


def told(error: sqlite3.Error, path: str) -> SaverError:
    """Return what a saver raises for an error of SQLite; the error itself becomes its cause."""
    # The low byte is the kind, the others say more about it.
    kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
    code, meaning = next(((code, meaning) for kinds, code, meaning in _KINDS if kind in kinds), _OTHER)
    return SaverError(code, f"The checkpoints in {path} are out of reach: {meaning} (SQLite: {error})")
