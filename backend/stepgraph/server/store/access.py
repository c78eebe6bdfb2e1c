"""Who may ask, and which documents may run: hashed tokens, and grants for a path and its content."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert

from stepgraph.server.store.tables import grants, tokens


def add_token(connection: Connection, token_hash: str, *, now_ms: int) -> None:
    """Keep a token's hash."""
    connection.execute(tokens.insert().values(hash=token_hash, made_ms=now_ms))


def forget_tokens(connection: Connection, *, made_before_ms: int) -> None:
    """Forget old tokens."""
    connection.execute(delete(tokens).where(tokens.c.made_ms < made_before_ms))


def all_tokens(connection: Connection) -> frozenset[str]:
    """Return the hashes of all tokens."""
    return frozenset(connection.scalars(select(tokens.c.hash)))


def add_grant(connection: Connection, path: str, content_hash: str, *, now_ms: int) -> None:
    """Remember that a document with this content may run."""
    row = {"path": path, "content_hash": content_hash, "made_ms": now_ms}
    connection.execute(insert(grants).values(row).on_conflict_do_nothing())


def has_grant(connection: Connection, path: str, content_hash: str) -> bool:
    """Say whether a document with this content may run."""
    wanted = select(grants.c.path).where(grants.c.path == path, grants.c.content_hash == content_hash)
    return connection.execute(wanted).first() is not None
