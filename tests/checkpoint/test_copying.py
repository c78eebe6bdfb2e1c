"""A thread is copied again and again while both go on: nothing is torn, and nothing heaps up."""

from __future__ import annotations

from pathlib import Path

import pytest

from stepgraph.checkpoint.memory import InMemorySaver
from stepgraph.checkpoint.records import Chain
from stepgraph.checkpoint.sqlite import SqliteSaver
from tests.checkpoint.savers import Hands, config
from tests.checkpoint.test_contract import IDS, delta, ids


async def save(hands: Hands, *numbers: int) -> None:
    """Save checkpoints, each the child of the one before and with a key of its own."""
    for number in numbers:
        parent = number - 1 if number else None
        await hands.put_delta(delta(number, parent=parent, values={f"k{number}": number}, versions={f"k{number}": "1"}))


@pytest.mark.parametrize("pruned", ["1", "copy"])
async def test_a_thread_of_which_a_part_was_copied_before_is_copied_whole(hands: Hands, pruned: str) -> None:
    """Although one of the two was pruned since: what is whole in the one is a difference in the other."""
    await save(hands, 0, 1, 2)
    await hands.call("copy_thread", "1", "copy")
    await hands.call("prune", [pruned])
    await save(hands, 3, 4)

    await hands.call("copy_thread", "1", "copy")
    await hands.put_delta(delta(5, parent=4, values={"k5": 5}, versions={"k5": "1"})._replace(thread_id="copy"))

    found = await hands.list(config("copy"))
    assert ids(found) == [5, 4, 3, 2, 1, 0]
    for saved in found:
        number = IDS.index(saved.checkpoint["id"])
        assert saved.checkpoint["channel_values"] == {f"k{each}": each for each in range(number + 1)}


async def test_writes_that_are_there_stay_when_a_thread_is_copied_again(hands: Hands) -> None:
    """Ordinary ones and special ones; what is missing comes."""
    await save(hands, 0)
    here, there = config("copy", checkpoint_id=IDS[0]), config(checkpoint_id=IDS[0])
    await hands.call("copy_thread", "1", "copy")
    await hands.call("put_writes", here, [("x", "here"), ("__error__", "here")], "a")
    await hands.call("put_writes", there, [("x", "there"), ("__error__", "there"), ("y", "there")], "a")
    await hands.call("put_writes", there, [("x", "there"), ("__error__", "there")], "b")

    for _ in range(2):
        await hands.call("copy_thread", "1", "copy")

    assert (await hands.head(here)).pending_writes == [
        ("a", "__error__", "here"),
        ("a", "x", "here"),
        ("a", "y", "there"),
        ("b", "__error__", "there"),
        ("b", "x", "there"),
    ]


def test_copying_again_takes_no_more_room() -> None:
    """Of what is there already nothing is kept twice."""
    saver = InMemorySaver()
    saver.put_delta(delta(0, parent=None))
    saver.put_writes(config(checkpoint_id=IDS[0]), [("x", 1), ("__error__", "e")], "a")
    saver.copy_thread("1", "copy")
    once = str(saver.storage["copy"])

    for _ in range(3):
        saver.copy_thread("1", "copy")
        saver.copy_thread("copy", "1")

    assert str(saver.storage["copy"]) == once


def test_chains_that_are_put_together_by_copying_stay_short(tmp_path: Path) -> None:
    """Reading one checkpoint takes no longer in the copy than in a thread that was saved there."""
    with SqliteSaver.from_conn_string(str(tmp_path / "threads.sqlite")) as saver:

        def save_each(first: int, last: int) -> None:
            for number in range(first, last):
                parent = f"{number - 1:03}" if number else None
                change = delta(0, parent=None, values={"x": number}, versions={"x": str(number)})
                saver.put_delta(change._replace(id=f"{number:03}", parent_id=parent))

        save_each(0, 30)
        saver.copy_thread("1", "copy")
        saver.prune(["1"])
        save_each(30, 60)

        saver.copy_thread("1", "copy")

        chains = [Chain(*row) for row in saver.conn.execute("SELECT depth, since, size FROM stepgraph_checkpoints")]
        assert len(chains) == 31 + 60
        assert not any(chain.is_long for chain in chains)
        assert [found.checkpoint["channel_values"]["x"] for found in saver.list(config("copy"))] == [*range(59, -1, -1)]
