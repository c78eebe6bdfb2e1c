"""A thread is copied again and again while both go on: nothing is torn, and nothing heaps up."""

from __future__ import annotations

import pytest

from stepgraph.checkpoint.memory import InMemorySaver
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
