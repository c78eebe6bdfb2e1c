"""What only the saver over SQLite does: connections of one's own, refusals of the database, what keeping costs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from stepgraph.checkpoint.refused import SaverError
from stepgraph.checkpoint.sqlite import SqliteSaver
from stepgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from tests.checkpoint.savers import config
from tests.checkpoint.test_contract import IDS, delta


def code_of(call: Any) -> str:
    """Return the code with which a call is refused."""
    with pytest.raises(SaverError) as refusal:
        call()
    assert str(refusal.value).startswith("The checkpoints in ")
    return refusal.value.code


def test_threads_outlive_their_saver(tmp_path: Path) -> None:
    """The file holds them; it is written so that readers do not wait for the writer."""
    path = tmp_path / "threads.sqlite"
    with SqliteSaver.from_conn_string(str(path)) as saver:
        saver.put_delta(delta(0, parent=None, values={"x": 1}, versions={"x": "1"}))

    with SqliteSaver.from_conn_string(str(path)) as saver:
        found = saver.get(config())
        mode = saver.conn.execute("PRAGMA journal_mode").fetchone()

    assert found is not None
    assert (found["channel_values"], mode) == ({"x": 1}, ("wal",))


def test_a_connection_of_ones_own_stays_as_it_is(tmp_path: Path) -> None:
    """Its tables, its rows and what it makes of rows are its user's; a transaction that is open is ended."""
    with closing(sqlite3.connect(tmp_path / "own.sqlite", check_same_thread=False)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("CREATE TABLE checkpoints (mine TEXT)")
        connection.execute("INSERT INTO checkpoints VALUES ('kept')")
        saver = SqliteSaver(connection)
        saver.put_delta(delta(0, parent=None, values={"x": 1}, versions={"x": "1"}))

        assert [saved.checkpoint["channel_values"] for saved in saver.list(config())] == [{"x": 1}]
        assert connection.row_factory is sqlite3.Row
        connection.rollback()
        assert [row["mine"] for row in connection.execute("SELECT mine FROM checkpoints")] == ["kept"]


def test_what_is_no_connection_is_refused() -> None:
    """With what to give instead."""
    with pytest.raises(TypeError, match=r"Expected a sqlite3.Connection, got builtins\.str\..* from_conn_string"):
        SqliteSaver("threads.sqlite")  # type: ignore[arg-type]  # what a user may do


def test_a_locked_database_is_refused(tmp_path: Path) -> None:
    """What was saved before can still be read, and it goes on when the lock is gone."""
    path = tmp_path / "threads.sqlite"
    with closing(sqlite3.connect(path, timeout=0, check_same_thread=False)) as connection:
        saver = SqliteSaver(connection)
        saver.put_delta(delta(0, parent=None))
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")

            assert code_of(lambda: saver.put_delta(delta(1, parent=0))) == "saver.locked"
            assert saver.get(config(checkpoint_id=IDS[0])) is not None
        saver.put_delta(delta(1, parent=0))

        assert len(list(saver.list(config()))) == 2


def test_a_full_database_is_refused() -> None:
    """Nothing of the checkpoint is kept, and smaller ones can be saved."""
    with SqliteSaver.from_conn_string(":memory:") as saver:
        saver.put_delta(delta(0, parent=None))
        saver.conn.execute("PRAGMA max_page_count = 40")
        large = delta(1, parent=0, values={"x": "x" * 1_000_000}, versions={"x": "1"})

        assert code_of(lambda: saver.put_delta(large)) == "saver.full"
        saver.put_delta(delta(2, parent=0))

        assert [saved.checkpoint["id"] for saved in saver.list(config())] == [IDS[2], IDS[0]]


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """And is left as it is."""
    path = tmp_path / "notes.txt"
    path.write_text("notes " * 1000, encoding="utf-8")

    with SqliteSaver.from_conn_string(str(path)) as saver:
        assert code_of(lambda: saver.get_tuple(config())) == "saver.damaged_file"

    assert path.read_text(encoding="utf-8") == "notes " * 1000


def test_a_database_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    """Reading it goes on."""
    path = tmp_path / "threads.sqlite"
    with SqliteSaver.from_conn_string(str(path)) as saver:
        saver.put_delta(delta(0, parent=None))
        saver.conn.execute("PRAGMA query_only = 1")

        assert code_of(lambda: saver.put_delta(delta(1, parent=0))) == "saver.read_only"
        assert saver.get(config()) is not None


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """When the saver is opened."""
    path = str(tmp_path / "nowhere" / "threads.sqlite")

    assert code_of(lambda: SqliteSaver.from_conn_string(path).__enter__()) == "saver.unreachable"


def test_a_closed_saver_says_so(tmp_path: Path) -> None:
    """Instead of losing what it is given."""
    with SqliteSaver.from_conn_string(str(tmp_path / "threads.sqlite")) as saver:
        saver.setup()

    with pytest.raises(SaverError, match="Cannot operate on a closed database") as refusal:
        saver.put_delta(delta(0, parent=None))

    assert refusal.value.code == "saver.failed"


async def test_the_awaited_saver_works_plainly_too(tmp_path: Path) -> None:
    """As looking at a thread from a function that cannot await is common."""
    async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "threads.sqlite")) as saver:
        await saver.setup()
        await saver.aput_delta(delta(0, parent=None, values={"x": 1}, versions={"x": "1"}))

        found = saver.get(config())

    assert found is not None
    assert found["channel_values"] == {"x": 1}


def test_a_checkpoint_takes_the_room_of_what_changed() -> None:
    """Of 1,000 channels one is written in each of 2,000 steps: at most twice the differences, and a copy."""
    names = [f"channel {number}" for number in range(1000)]
    with SqliteSaver.from_conn_string(":memory:") as saver:
        version = saver.get_next_version(None, None)
        values, versions = dict.fromkeys(names, "value"), dict.fromkeys(names, version)
        saver.put_delta(delta(0, parent=None, values=values, versions=versions)._replace(id="0000"))
        for step in range(1, 2001):
            name = names[step % 1000]
            change = delta(0, parent=None, values={name: f"{step}"}, versions={name: version})
            saver.put_delta(change._replace(id=f"{step:04}", parent_id=f"{step - 1:04}"))

        sizes = saver.conn.execute("SELECT depth, length(body) FROM stepgraph_checkpoints").fetchall()
        longest = saver.conn.execute("SELECT max(depth) FROM stepgraph_checkpoints").fetchone()[0]

    copies = [size for depth, size in sizes if depth == 0]
    differences = sum(size for depth, size in sizes if depth)
    assert len(copies) > 1
    assert sum(copies) <= copies[0] + differences
    assert longest * (differences / 2000) <= 2 * copies[0]
