"""Sessions and their threads as rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, select, update

from stepgraph.server.store.tables import sessions, threads


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A document opened for debugging, as it is kept. ``input`` and ``context`` are the last run's, as JSON text."""

    id: str
    document: str
    graph: str | None
    example: str | None
    thread: str
    input: str | None
    context: str | None
    recursion_limit: int | None
    status: str
    made_ms: int
    used_ms: int


@dataclass(frozen=True, slots=True)
class LogKey:
    """A thread's log: its number inside, its epoch outside, and what the session calls the thread."""

    number: int
    epoch: str
    session: str
    thread: str


def add_session(connection: Connection, row: SessionRow) -> None:
    """Keep a new session."""
    connection.execute(sessions.insert().values({name: getattr(row, name) for name in _columns}))


def change_session(connection: Connection, session: str, changes: dict[str, object]) -> SessionRow:
    """Change some columns of a session; return it as it is then."""
    changed = update(sessions).where(sessions.c.id == session).values(changes).returning(sessions)
    return SessionRow(**connection.execute(changed).mappings().one())


def get_session(connection: Connection, session: str) -> SessionRow | None:
    """Return one session."""
    return _first(connection, select(sessions).where(sessions.c.id == session))


def find_session(connection: Connection, *, document: str, graph: str | None) -> SessionRow | None:
    """Return the newest session of a document and the graph that was asked for."""
    wanted = select(sessions).where(sessions.c.document == document, sessions.c.graph.is_not_distinct_from(graph))
    return _first(connection, wanted.order_by(sessions.c.used_ms.desc()).limit(1))


def find_example(connection: Connection, example: str) -> SessionRow | None:
    """Return the newest session of a shipped example."""
    wanted = select(sessions).where(sessions.c.example == example)
    return _first(connection, wanted.order_by(sessions.c.used_ms.desc()).limit(1))


def recent_sessions(connection: Connection, *, limit: int) -> list[SessionRow]:
    """Return the sessions that were used last, newest first."""
    rows = connection.execute(select(sessions).order_by(sessions.c.used_ms.desc()).limit(limit)).mappings()
    return [SessionRow(**row) for row in rows]


def get_log(connection: Connection, session: str, thread: str) -> LogKey | None:
    """Return a thread's log."""
    row = connection.execute(select(threads).where(threads.c.session == session, threads.c.thread == thread)).first()
    return None if row is None else LogKey(row.number, row.epoch, row.session, row.thread)


def add_log(connection: Connection, session: str, thread: str, *, epoch: str) -> LogKey:
    """Begin a thread's log."""
    new = threads.insert().values(epoch=epoch, session=session, thread=thread).returning(threads.c.number)
    return LogKey(connection.execute(new).scalar_one(), epoch, session, thread)


_columns = tuple(column.name for column in sessions.c)


def _first(connection: Connection, wanted: Select[*tuple[Any, ...]]) -> SessionRow | None:
    row = connection.execute(wanted).mappings().first()
    return None if row is None else SessionRow(**row)
