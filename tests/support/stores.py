"""A store in a folder of the test, with one session and one log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection

from stepgraph.server.store.database import open_writer
from stepgraph.server.store.sessions import LogKey, SessionRow, add_log, add_session

SESSION = SessionRow(
    id="session",
    document="/home/somebody/graph.py",
    graph=None,
    example=None,
    thread="thread",
    input=None,
    context=None,
    recursion_limit=None,
    status="none",
    made_ms=1,
    used_ms=1,
)


@contextmanager
def open_log() -> Iterator[tuple[Connection, LogKey]]:
    """A connection in a transaction, and the log of the one thread that there is."""
    with TemporaryDirectory() as folder:
        engine = open_writer(Path(folder) / "history.sqlite", durability="none")
        with engine.begin() as connection:
            add_session(connection, SESSION)
            yield connection, add_log(connection, SESSION.id, SESSION.thread, epoch="epoch")
        engine.dispose()
