"""What runs have saved can be forgotten; what others made of it stays whole, in every saver."""

from __future__ import annotations

from typing import Any

import pytest

from tests.checkpoint.savers import Hands, config
from tests.checkpoint.test_contract import IDS, delta, ids


async def save_runs(hands: Hands, runs: str, thread: str = "1") -> None:
    """Save a checkpoint for each letter, which names its run; each is the child of the one before and writes a key."""
    for number, run in enumerate(runs):
        versions = {"x": f"{number}", f"k{number}": "1"}
        await hands.put_delta(
            delta(
                number,
                parent=number - 1 if number else None,
                values={"x": [run, number], f"k{number}": number},
                versions=versions,
                seen={"node": {"x": f"{number}"}},
                extra={"run_id": run},
            )._replace(thread_id=thread)
        )
        await hands.call("put_writes", config(thread, checkpoint_id=IDS[number]), [("y", number)], "task")


def values(number: int, run: str) -> dict[str, Any]:
    """Return what the checkpoint of that number holds."""
    return {"x": [run, number], **{f"k{each}": each for each in range(number + 1)}}


@pytest.mark.parametrize("runs", ["aabbb", "babab", "bbaab", "abbbb", "bbbba", "aaaab"])
async def test_what_went_on_from_a_forgotten_run_stays_whole(hands: Hands, runs: str) -> None:
    """Wherever in the thread the run stands: values, versions, what was seen, writes and metadata of the others."""
    await save_runs(hands, runs)
    await save_runs(hands, "aab", thread="2")
    before = {saved.checkpoint["id"]: saved for saved in await hands.list(config())}

    await hands.call("delete_for_runs", ["a", "unknown"])

    left = await hands.list(config())
    assert ids(left) == [number for number in reversed(range(5)) if runs[number] == "b"]
    assert left == [before[saved.checkpoint["id"]] for saved in left]
    assert left[0].checkpoint["channel_values"] == values(ids(left)[0], "b")
    assert ids(await hands.list(config("2"))) == [2]
    forgotten = config(checkpoint_id=IDS[runs.index("a")])
    assert await hands.call("get_tuple", forgotten) is None


async def test_a_thread_goes_on_after_a_run_was_forgotten(hands: Hands) -> None:
    """From what is left of it."""
    await save_runs(hands, "abb")
    await hands.call("delete_for_runs", ["a"])

    await hands.put_delta(delta(3, parent=2, values={"x": "on"}, versions={"x": "9"}))

    assert (await hands.head(config())).checkpoint["channel_values"] == {**values(2, "b"), "x": "on"}


async def test_a_run_that_saved_all_of_a_thread_leaves_nothing(hands: Hands) -> None:
    """As if the thread had never been."""
    await save_runs(hands, "aaa")

    await hands.call("delete_for_runs", ["a"])

    assert await hands.list(None) == []
    assert await hands.call("get_tuple", config()) is None


async def test_run_ids_come_in_a_sequence(hands: Hands) -> None:
    """One text would be taken for many ids of one letter."""
    with pytest.raises(TypeError, match="run_ids must be a sequence of run IDs, not a str"):
        await hands.call("delete_for_runs", "ab")
