"""The tables. A log (one thread's events) is known inside by its number, outside by its epoch."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BLOB,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

SCHEMA_VERSION: Final = 1

metadata = MetaData()


def _log() -> Column[int]:
    return Column("log", Integer, ForeignKey("threads.number", ondelete="CASCADE"), nullable=False)


def _session() -> Column[str]:
    return Column("session", Text, ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False)


product = Table(
    "product",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("made_ms", Integer, nullable=False),
)

grants = Table(
    "grants",
    metadata,
    Column("path", Text, nullable=False),
    Column("content_hash", Text, nullable=False),
    Column("made_ms", Integer, nullable=False),
    PrimaryKeyConstraint("path", "content_hash"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("document", Text, nullable=False, index=True),
    Column("graph", Text),
    Column("example", Text),
    Column("thread", Text, nullable=False),
    Column("input", Text),
    Column("context", Text),
    Column("recursion_limit", Integer),
    Column("status", Text, nullable=False),
    Column("made_ms", Integer, nullable=False),
    Column("used_ms", Integer, nullable=False),
)

threads = Table(
    "threads",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("epoch", Text, nullable=False, unique=True),
    _session(),
    Column("thread", Text, nullable=False),
    UniqueConstraint("session", "thread"),
)

events = Table(
    "events",
    metadata,
    _log(),
    Column("seq", Integer, nullable=False),
    Column("event", BLOB, nullable=False),
    PrimaryKeyConstraint("log", "seq"),
    sqlite_with_rowid=False,
)

steps = Table(
    "steps",
    metadata,
    _log(),
    Column("key", Integer, nullable=False),
    Column("entry", BLOB, nullable=False),
    PrimaryKeyConstraint("log", "key"),
    sqlite_with_rowid=False,
)

keyframes = Table(
    "keyframes",
    metadata,
    _log(),
    Column("seq", Integer, nullable=False),
    Column("snapshot", BLOB, nullable=False),
    PrimaryKeyConstraint("log", "seq"),
)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("number", Integer, primary_key=True),
    _log(),
    Column("ns", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("parent", Text),
    Column("step", Integer, nullable=False),
    Column("source", Text, nullable=False),
    Column("ts", Text, nullable=False),
    Column("updated", Text),
    Column("metadata", Text, nullable=False),
    Column("body", BLOB, nullable=False),
    Column("is_whole", Boolean, nullable=False),
    # How many bytes of deltas lie between this row and its whole ancestor, and how many that one has.
    Column("tail_bytes", Integer, nullable=False),
    Column("whole_bytes", Integer, nullable=False),
    UniqueConstraint("log", "ns", "id"),
)

pending_writes = Table(
    "pending_writes",
    metadata,
    _log(),
    Column("ns", Text, nullable=False),
    Column("checkpoint", Text, nullable=False),
    Column("task", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("path", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("data", BLOB, nullable=False),
    PrimaryKeyConstraint("log", "ns", "checkpoint", "task", "place"),
    sqlite_with_rowid=False,
)

blobs = Table(
    "blobs",
    metadata,
    _session(),
    Column("ref", Text, nullable=False),
    Column("parent", Text),
    Column("keep", Integer, nullable=False),
    Column("data", BLOB, nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("tail_bytes", Integer, nullable=False),
    Column("is_json", Boolean, nullable=False),
    UniqueConstraint("session", "ref"),
)
