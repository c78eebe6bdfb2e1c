"""What differs between the databases, and the statements in the words of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


class Statement(NamedTuple):
    """One statement for the database; `is_many` runs it once for each list of arguments."""

    text: str
    args: Sequence[Any] = ()
    is_many: bool = False

    @property
    def gives_rows(self) -> bool:
        """Whether it reads something."""
        return self.text.startswith(("SELECT", "WITH"))


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one database says what the others say differently."""

    mark: str
    text_type: str
    blob_type: str
    share_lock: str | None = None
    """Keeps a thread from being deleted until the transaction ends; None where a writer is alone anyway."""
    sole_lock: str | None = None


SQLITE = Dialect(mark="?", text_type="TEXT", blob_type="BLOB")

_THREAD_LOCK = "pg_advisory_xact_lock{}(hashtextextended(%s, 7301))"
POSTGRES = Dialect(
    mark="%s",
    # Ids and namespaces are ordered by their characters, whatever the database's language.
    text_type='TEXT COLLATE "C"',
    blob_type="BYTEA",
    share_lock=f"SELECT {_THREAD_LOCK.format('_shared')}",
    sole_lock=f"SELECT {_THREAD_LOCK.format('')}",
)

_COLUMNS = ("id", "parent_id", "format", "depth", "since", "size", "ts", "metadata", "body")

_WORDS = {
    "c": "stepgraph_checkpoints",
    "w": "stepgraph_writes",
    "kept": ", ".join(_COLUMNS),
    "its_kept": ", ".join(f"c.{column}" for column in _COLUMNS),
    "replace": ", ".join(f"{column} = excluded.{column}" for column in _COLUMNS[1:]),
    "here": "thread_id = ? AND ns = ?",
}


class Statements:
    """All statements in one dialect. Of thread, namespace and id, each takes those that it needs, in this order."""

    def __init__(self, dialect: Dialect) -> None:
        self._words = {**_WORDS, "text": dialect.text_type, "blob": dialect.blob_type}
        self._mark = dialect.mark
        said = self.said
        self.share_lock = dialect.share_lock
        self.sole_lock = dialect.sole_lock
        self.create = (
            said(
                "CREATE TABLE IF NOT EXISTS {c} (thread_id {text} NOT NULL, ns {text} NOT NULL, id {text} NOT NULL, "
                "parent_id {text}, format INTEGER NOT NULL, depth INTEGER NOT NULL, since BIGINT NOT NULL, "
                "size BIGINT NOT NULL, ts TEXT NOT NULL, metadata {blob} NOT NULL, body {blob} NOT NULL, "
                "PRIMARY KEY (thread_id, ns, id))"
            ),
            said(
                "CREATE TABLE IF NOT EXISTS {w} (thread_id {text} NOT NULL, ns {text} NOT NULL, id {text} NOT NULL, "
                "task_id {text} NOT NULL, idx INTEGER NOT NULL, value {blob} NOT NULL, "
                "PRIMARY KEY (thread_id, ns, id, task_id, idx))"
            ),
        )
        self.chain_of = said("SELECT depth, since, size FROM {c} WHERE {here} AND id = ?")
        self.lineage = said(_LINEAGE.replace("{wanted}", "?"))
        self.latest_lineage = said(_LINEAGE.replace("{wanted}", "(SELECT max(id) FROM {c} WHERE {here})"))
        self.keep = said(
            "INSERT INTO {c} (thread_id, ns, {kept}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (thread_id, ns, id) DO UPDATE SET {replace}"
        )
        write = "INSERT INTO {w} (thread_id, ns, id, task_id, idx, value) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT "
        self.write_once = said(write + "DO NOTHING")
        self.write_over = said(write + "(thread_id, ns, id, task_id, idx) DO UPDATE SET value = excluded.value")
        self.writes_between = said("SELECT id, task_id, idx, value FROM {w} WHERE {here} AND id >= ? AND id <= ?")
        self.heads = said(
            "SELECT c.ns, {its_kept} FROM {c} c WHERE c.thread_id = ? "
            "AND c.id = (SELECT max(id) FROM {c} WHERE thread_id = c.thread_id AND ns = c.ns)"
        )
        self.forget_thread = (
            said("DELETE FROM {c} WHERE thread_id = ?"),
            said("DELETE FROM {w} WHERE thread_id = ?"),
        )
        self.forget_namespace = (said("DELETE FROM {c} WHERE {here}"), said("DELETE FROM {w} WHERE {here}"))
        self.forget_others = (
            said("DELETE FROM {c} WHERE {here} AND id <> ?"),
            said("DELETE FROM {w} WHERE {here} AND id <> ?"),
        )
        self.children = said("SELECT {kept} FROM {c} WHERE {here} AND parent_id = ? AND depth > 0")
        self.forget_one = (
            said("DELETE FROM {c} WHERE {here} AND id = ?"),
            said("DELETE FROM {w} WHERE {here} AND id = ?"),
        )
        self.copy_thread = (said(_COPY_CHECKPOINTS), said(_COPY_WRITES))
        self.miscounted = said(_MISCOUNTED)

    def page(self, conditions: Sequence[str]) -> str:
        """Return what reads the newest checkpoints that meet the conditions, at most so many as the last argument."""
        where = " AND ".join(conditions) or "1 = 1"
        return self.said(_PAGE.replace("{where}", where))

    def said(self, text: str) -> str:
        """Return a statement in the words of this database."""
        return text.format_map(self._words).replace("?", self._mark)


# A checkpoint and its ancestors up to the last whole one. Depths only fall, so it ends whatever the rows say.
_LINEAGE = (
    "WITH RECURSIVE lineage AS (SELECT {kept} FROM {c} WHERE {here} AND id = {wanted} UNION ALL SELECT {its_kept} "
    "FROM {c} c JOIN lineage l ON c.id = l.parent_id AND c.depth = l.depth - 1 "
    "WHERE c.thread_id = ? AND c.ns = ? AND l.depth > 0) SELECT {kept} FROM lineage"
)
_COPY_CHECKPOINTS = (
    "INSERT INTO {c} (thread_id, ns, {kept}) SELECT ?, ns, {kept} FROM {c} WHERE thread_id = ? ON CONFLICT DO NOTHING"
)
_COPY_WRITES = (
    "INSERT INTO {w} (thread_id, ns, id, task_id, idx, value) "
    "SELECT ?, ns, id, task_id, idx, value FROM {w} WHERE thread_id = ? ON CONFLICT DO NOTHING"
)
# Parents from which a difference does not count on, as they were kept otherwise in the thread that it came from.
_MISCOUNTED = (
    "SELECT DISTINCT p.ns, p.id FROM {c} c JOIN {c} p ON p.thread_id = c.thread_id AND p.ns = c.ns "
    "AND p.id = c.parent_id WHERE c.thread_id = ? AND c.depth > 0 AND c.depth <> p.depth + 1"
)
_PAGE = "SELECT thread_id, ns, {kept} FROM {c} WHERE {where} ORDER BY id DESC, thread_id, ns LIMIT ?"
