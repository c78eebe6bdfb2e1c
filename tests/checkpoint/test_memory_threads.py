"""Threads that share the saver in memory: whoever was told that something is saved finds it."""

from __future__ import annotations

import copy
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from stepgraph.checkpoint.memory import InMemorySaver
from tests.checkpoint.savers import config
from tests.checkpoint.test_contract import delta

ROUNDS = 100
EACH = 30


@pytest.fixture(autouse=True)
def _threads_that_change_often() -> Iterator[None]:
    """Let threads take turns so often that any of them is interrupted anywhere."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def save(saver: InMemorySaver, checkpoint_id: str, parent_id: str | None = None) -> None:
    """Save a checkpoint, and a write on it."""
    saver.put_delta(delta(0, parent=None)._replace(id=checkpoint_id, parent_id=parent_id))
    saver.put_writes(config(checkpoint_id=checkpoint_id), [("x", 1)], "task")


def side_by_side(*works: Callable[[], None]) -> None:
    """Run each in a thread."""
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_the_latest_checkpoint_is_the_greatest_whoever_saves() -> None:
    """Two runs on one thread save at the same time."""
    for _ in range(ROUNDS):
        saver = InMemorySaver()
        save(saver, "0")

        def run(name: str, saver: InMemorySaver = saver) -> None:
            for number in range(EACH):
                save(saver, f"{number:03}{name}", "0")

        side_by_side(lambda: run("a"), lambda: run("b"), lambda: run("c"), lambda: run("d"))

        head = saver.get_tuple(config())
        assert head is not None
        assert head.checkpoint["id"] == f"{EACH - 1:03}d"


def test_what_is_saved_while_a_thread_is_pruned_is_there() -> None:
    """It becomes the latest, or is refused; it is never told as saved, and gone."""
    for _ in range(ROUNDS):
        saver = InMemorySaver()
        save(saver, "0")

        def run(saver: InMemorySaver = saver) -> None:
            for number in range(1, EACH):
                save(saver, f"{number:03}")

        def prune(saver: InMemorySaver = saver) -> None:
            for _ in range(10):
                saver.prune(["1"])

        side_by_side(run, prune)

        head = saver.get_tuple(config())
        assert head is not None
        assert (head.checkpoint["id"], head.pending_writes) == (f"{EACH - 1:03}", [("task", "x", 1)])


def test_a_saver_can_be_copied() -> None:
    """The copy goes on by itself."""
    saver = InMemorySaver()
    save(saver, "0")

    other = copy.deepcopy(saver)
    save(other, "1", "0")

    assert [found.checkpoint["id"] for found in saver.list(config())] == ["0"]
    assert [found.checkpoint["id"] for found in other.list(config())] == ["1", "0"]
