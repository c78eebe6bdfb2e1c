"""psycopg, fetched when a saver is used, so that nothing else needs it."""

from __future__ import annotations

from types import ModuleType

from stepgraph.checkpoint.refused import MissingDriver


def psycopg() -> ModuleType:
    """Return the package; raise MissingDriver, which says how to get it, when it is not there."""
    try:
        import psycopg as found  # noqa: PLC0415  # the optional extra
    except ImportError as error:
        raise MissingDriver(
            "Checkpoints in PostgreSQL need the package psycopg, which is not installed or lacks its library "
            f"({error}). Install it with: pip install 'stepgraph[postgres]'"
        ) from error
    return found
