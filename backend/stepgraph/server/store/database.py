"""The database file: its place, its rights, its version, and how connections to it are set up."""

from __future__ import annotations

import os
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import Literal
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, select
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.pool import QueuePool, StaticPool

from stepgraph.server.store import tables

BUSY_TIMEOUT_MS = 5_000
READERS = 4

Durability = Literal["full", "none"]
"""Whether a commit is on the disk before it is told, or (for a log that nobody keeps) is left to the system."""


class HistoryUnusable(Exception):
    """The open history cannot be read or written now; the message is the reason, as part of a sentence."""


class UnusableStore(Exception):
    """The history cannot be opened; the message is a sentence for the person who starts the server."""


def open_writer(path: Path, *, durability: Durability) -> Engine:
    """Open the one connection that writes, making the file and its tables when there are none."""
    place = _make_private(path)
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        poolclass=StaticPool,
        connect_args={"check_same_thread": False, "isolation_level": None},
    )
    synchronous = "FULL" if durability == "full" else "OFF"
    _on_connect(engine, ("journal_mode = WAL", f"synchronous = {synchronous}", "foreign_keys = ON"))

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A file that was deleted can be written on and on, and is gone when the server ends.
        if _place_of(path) != place:
            raise HistoryUnusable("its file was moved or deleted, so put it back or start Stepgraph again")
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        _prepare(engine, path)
    except OperationalError as error:
        engine.dispose()
        raise UnusableStore(
            f"{path} cannot be written: {error.orig}. Free it, or choose another folder with --data."
        ) from error
    except DatabaseError as error:
        engine.dispose()
        raise UnusableStore(f"{path} cannot be used as Stepgraph's history: {error.orig}. Move it away.") from error
    except UnusableStore:
        engine.dispose()
        raise
    return engine


def open_readers(path: Path) -> Engine:
    """Open connections that only read. They never checkpoint the write-ahead log, which the writer alone does."""
    engine = create_engine(
        URL.create("sqlite", database=f"file:{quote(str(path))}", query={"mode": "ro", "uri": "true"}),
        poolclass=QueuePool,
        pool_size=READERS,
        max_overflow=0,
        connect_args={"check_same_thread": False},
    )
    _on_connect(engine, ("query_only = ON",))
    return engine


def _make_private(path: Path) -> tuple[int, int] | None:
    try:
        # The rights come before the content: nobody else may open the file even for a moment.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        path.chmod(0o600)
    except OSError as error:
        reason = error.strerror or error
        raise UnusableStore(f"{path} cannot be used: {reason}. Choose another folder with --data.") from error
    return _place_of(path)


def _place_of(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _on_connect(engine: Engine, pragmas: tuple[str, ...]) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: SqliteConnection, _record: object) -> None:
        for pragma in (f"busy_timeout = {BUSY_TIMEOUT_MS}", "trusted_schema = OFF", *pragmas):
            connection.execute(f"PRAGMA {pragma}").close()


def _prepare(engine: Engine, path: Path) -> None:
    with engine.begin() as connection:
        if not engine.dialect.has_table(connection, tables.product.name):
            tables.metadata.create_all(connection)
            connection.execute(tables.product.insert().values(name="schema", value=str(tables.SCHEMA_VERSION)))
            return
        version = connection.scalar(select(tables.product.c.value).where(tables.product.c.name == "schema"))
    if version != str(tables.SCHEMA_VERSION):
        raise UnusableStore(
            f"{path} was written by another version of Stepgraph (its form is {version}, this one reads "
            f"{tables.SCHEMA_VERSION}). Use that version, or choose another folder with --data."
        )
