"""The writer and its file: grouped transactions, one writer, private rights, versions."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from stat import S_IMODE

import pytest
from sqlalchemy import Connection, select, text

from stepgraph.server.store.access import add_grant, add_token, all_tokens, forget_tokens, has_grant
from stepgraph.server.store.database import HistoryUnusable, UnusableStore
from stepgraph.server.store.store import DataFolder, Store
from stepgraph.server.store.tables import tokens


def add(name: str, *, fails: bool = False) -> Callable[[Connection], str]:
    """Work that adds a row, and may go wrong after it."""

    def work(connection: Connection) -> str:
        connection.execute(tokens.insert().values(hash=name, made_ms=1))
        if fails:
            raise ValueError(name)
        return name

    return work


async def test_work_is_committed_when_it_is_told(tmp_path: Path) -> None:
    """Who waits for the writer finds it in the file, through any connection."""
    store = Store(tmp_path / "history.sqlite")
    await store.write(lambda connection: add_token(connection, "a", now_ms=1))

    assert await store.read(all_tokens) == {"a"}
    store.close()


async def test_work_that_fails_takes_nothing_else_with_it(tmp_path: Path) -> None:
    """In one transaction with others, its own rows are undone, and the others' stay."""
    store = Store(tmp_path / "history.sqlite")
    jobs = [store.write(add(name, fails=name == "b")) for name in "abc"]

    done = await asyncio.gather(*jobs, return_exceptions=True)

    assert [repr(one) for one in done] == ["'a'", "ValueError('b')", "'c'"]
    assert await store.read(all_tokens) == {"a", "c"}
    store.close()


async def test_closing_finishes_what_was_handed_in(tmp_path: Path) -> None:
    """Nothing that waits is dropped."""
    store = Store(tmp_path / "history.sqlite")
    jobs = asyncio.gather(*(store.write(add(str(number))) for number in range(50)))
    await asyncio.sleep(0)
    await asyncio.to_thread(store.close)

    assert len(await jobs) == 50


async def test_readers_cannot_write(tmp_path: Path) -> None:
    """One connection writes; the others are not even able to."""
    store = Store(tmp_path / "history.sqlite")

    with pytest.raises(HistoryUnusable, match="readonly"):
        await store.read(lambda connection: connection.execute(tokens.delete()))
    store.close()


async def test_the_file_is_set_up_to_survive(tmp_path: Path) -> None:
    """A commit is on the disk when it is told, and a stranger's file cannot bring functions along."""
    store = Store(tmp_path / "history.sqlite")
    names = ("journal_mode", "synchronous", "foreign_keys", "trusted_schema")

    found = await store.write(lambda connection: {name: connection.scalar(text(f"PRAGMA {name}")) for name in names})

    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "trusted_schema": 0}
    store.close()


async def test_nobody_else_may_read_the_history(tmp_path: Path) -> None:
    """The folder and every file in it belong to the person alone."""
    folder = DataFolder(tmp_path / "data")
    store = Store(folder.database)
    await store.write(add("a"))

    rights = {path.name: S_IMODE(path.stat().st_mode) for path in (tmp_path / "data").iterdir()}
    assert {*rights.values()} == {0o600}
    assert S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    store.close()
    folder.close()


def test_a_second_server_has_a_history_of_its_own(tmp_path: Path) -> None:
    """Two programs never write one file; when the first has ended, its history is free again."""
    first = DataFolder(tmp_path)
    second = DataFolder(tmp_path)
    names = (first.database.name, second.database.name)
    first.close()
    third = DataFolder(tmp_path)

    assert (names, third.database.name) == (("history.sqlite", "history-2.sqlite"), "history.sqlite")
    second.close()
    third.close()


def test_a_history_of_another_version_is_left_alone(tmp_path: Path) -> None:
    """It is neither read wrongly nor written over; the sentence says what to do."""
    path = tmp_path / "history.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE product SET value = '99' WHERE name = 'schema'")

    with pytest.raises(UnusableStore, match="another version of Stepgraph"):
        Store(path)


def test_a_file_that_is_no_history_is_left_alone(tmp_path: Path) -> None:
    """Garbage is told as such, and stays as it was."""
    path = tmp_path / "history.sqlite"
    path.write_bytes(b"garbage" * 1000)

    with pytest.raises(UnusableStore, match="cannot be used as Stepgraph's history"):
        Store(path)
    assert path.read_bytes() == b"garbage" * 1000


async def test_a_path_is_a_path_whatever_it_holds(tmp_path: Path) -> None:
    """Signs that mean something in addresses mean nothing in the name of a folder."""
    folder = tmp_path / "what? 100% #1 & more"
    folder.mkdir()
    store = Store(folder / "history.sqlite")
    await store.write(add("a"))

    assert await store.read(all_tokens) == {"a"}
    store.close()


async def test_old_tokens_are_forgotten_and_grants_are_for_a_content(tmp_path: Path) -> None:
    """A token ends by its age; a grant ends with the first change of the file."""
    store = Store(tmp_path / "history.sqlite")
    await store.write(lambda connection: add_token(connection, "old", now_ms=1))
    await store.write(lambda connection: add_token(connection, "new", now_ms=9))
    await store.write(lambda connection: forget_tokens(connection, made_before_ms=5))
    await store.write(lambda connection: add_grant(connection, "a.py", "hash", now_ms=1))

    kept = await store.read(lambda connection: set(connection.scalars(select(tokens.c.hash))))
    grants = [
        await store.read(partial(has_grant, path=path, content_hash=content))
        for path, content in (("a.py", "hash"), ("a.py", "other"), ("b.py", "hash"))
    ]
    assert (kept, grants) == ({"new"}, [True, False, False])
    store.close()


def hold(path: Path) -> Callable[[], None]:
    """Another program that holds the file."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other.close


@pytest.mark.parametrize(
    ("spoil", "sentence"), [(Path.mkdir, "Is a directory"), (hold, "cannot be written: database is locked")]
)
def test_a_file_that_cannot_be_opened_is_told(
    tmp_path: Path, spoil: Callable[[Path], Callable[[], None] | None], sentence: str
) -> None:
    """Whoever starts the server reads what is in the way."""
    path = tmp_path / "history.sqlite"
    free = spoil(path)

    with pytest.raises(UnusableStore, match=sentence):
        Store(path)
    if free is not None:
        free()
