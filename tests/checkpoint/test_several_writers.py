"""Several threads and processes on one thread of checkpoints: nothing is lost, and nothing is torn."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from stepgraph.checkpoint.ids import CheckpointIds
from stepgraph.checkpoint.postgres import PostgresSaver
from tests.checkpoint.savers import config
from tests.checkpoint.test_contract import delta
from tests.checkpoint.writer import opened, write

EACH = 25


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path, postgres: str) -> tuple[str, str]:
    """The kind of a saver, and where its database is."""
    return request.param, str(tmp_path / "threads.sqlite") if request.param == "sqlite" else postgres


def started(place: tuple[str, str], name: str, count: int) -> subprocess.Popen[str]:
    """Start a process that writes to the thread."""
    command = [sys.executable, "-m", "tests.checkpoint.writer", *place, name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", cwd=Path(__file__).parents[2])


def checked(saver: Any) -> Iterator[tuple[str, Any]]:
    """Yield the ids and values of all checkpoints, each compared with its parent and its writes."""
    found = list(saver.list(config()))
    values = {saved.checkpoint["id"]: saved.checkpoint["channel_values"] for saved in found}
    for saved in found:
        parent = (saved.parent_config or {}).get("configurable", {}).get("checkpoint_id")
        writer, step = saved.metadata["writer"], saved.metadata["step"]
        before = values.get(parent, {})
        path = f"{before.get('path', '')} {writer}{step}"
        assert saved.checkpoint["channel_values"] == {**before, writer: step, "path": path}
        yield saved.checkpoint["id"], saved.pending_writes


def test_two_processes_on_one_thread_lose_nothing(place: tuple[str, str]) -> None:
    """Every checkpoint that was told as saved is there, whole, on the parent that it was made from."""
    processes = [started(place, name, EACH) for name in ("a", "b")]
    told = [process.communicate()[0].split() for process in processes]

    assert [process.returncode for process in processes] == [0, 0]
    with opened(*place) as saver:
        kept = dict(checked(saver))
        head = saver.get_tuple(config())
    assert sorted(kept) == sorted([*told[0], *told[1]])
    assert all(len(writes) == 2 for writes in kept.values())
    assert head.checkpoint["id"] == max(kept)


def test_a_killed_process_leaves_no_half_checkpoint(place: tuple[str, str]) -> None:
    """What it told as saved is there; what it was at is there whole, or not at all."""
    process = started(place, "a", 100_000)
    assert process.stdout is not None
    told = [process.stdout.readline().strip() for _ in range(20)]
    process.kill()
    told.extend(process.communicate()[0].split("\n")[:-1])

    with opened(*place) as saver:
        kept = dict(checked(saver))
    assert set(told) <= set(kept)
    assert len(kept) <= len(told) + 1
    assert all(len(writes) == 2 for made, writes in kept.items() if made in told)
    assert all(len(writes) in {0, 2} for writes in kept.values())


def test_threads_of_one_process_may_share_a_saver(place: tuple[str, str]) -> None:
    """Also on one thread of checkpoints."""
    with opened(*place) as saver:
        threads = [threading.Thread(target=write, args=(saver, name, EACH)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        kept = dict(checked(saver))

    assert len(kept) == 4 * EACH


def test_a_thread_is_not_deleted_under_a_writer(postgres: str) -> None:
    """Deleting waits for the checkpoint that is being saved, and takes it too: no child without its parent is left."""
    with PostgresSaver.from_conn_string(postgres) as saver, psycopg.connect(postgres) as other:
        saver.put_delta(delta(0, parent=None, values={"x": 1, "y": 1}, versions={"x": "1", "y": "1"}))
        # Stopped in the middle.
        writing = saver.prepared_delta(delta(1, parent=0, values={"x": 2}, versions={"x": "2"}))()
        statement = next(writing)
        while "INSERT" not in statement.text:
            rows = other.execute(statement.text.encode(), statement.args)
            statement = writing.send(rows.fetchall())

        deleting = threading.Thread(target=saver.delete_thread, args=("1",))
        deleting.start()
        with psycopg.connect(postgres, autocommit=True) as observer:
            while not observer.execute("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted").fetchall():
                assert deleting.is_alive(), "deleting did not wait"
        other.execute(statement.text.encode(), statement.args)
        other.commit()
        deleting.join()

        assert list(saver.list(None)) == []


def test_what_follows_a_checkpoint_sorts_after_it_although_its_clock_was_ahead() -> None:
    """Else a machine with a slow clock would go on, and the thread's latest checkpoint would stay the other's."""
    fast, slow = CheckpointIds(time_ns=lambda: 9_000_000_000), CheckpointIds(time_ns=lambda: 5_000_000_000)
    first = fast.new(1)

    slow.follow(first)

    assert slow.new(2) > first
    for strange in ("", "c", "x" * 36, "g1111111-1111-6111-8111-111111111111", "f" * 8 + "-ffff-6fff-bfff-" + "f" * 12):
        slow.follow(strange)
    assert slow.new(3)[:8] == first[:8]


def test_reading_a_checkpoint_is_following_it(place: tuple[str, str]) -> None:
    """With an id from a clock that is a minute ahead."""
    ahead = CheckpointIds(time_ns=lambda: time.time_ns() + 60 * 10**9).new(0)
    with opened(*place) as saver:
        saver.put_delta(delta(0, parent=None)._replace(id=ahead, extra={"writer": "x"}))
        write(saver, "a", 1)

        head = saver.get_tuple(config())
    assert (head.parent_config["configurable"]["checkpoint_id"], head.metadata["writer"]) == (ahead, "a")


def test_processes_that_open_a_new_database_at_once_wait_for_each_other(tmp_path: Path) -> None:
    """Whoever comes while another one prepares it is patient, as with every other wait."""
    place = ("sqlite", str(tmp_path / "new.sqlite"))

    processes = [started(place, f"w{number}", 1) for number in range(6)]
    for process in processes:
        process.communicate()

    assert [process.returncode for process in processes] == [0] * 6
