"""What every saver promises, plain and awaited: memory, SQLite and PostgreSQL give the same results."""

from __future__ import annotations

from typing import Any

import pytest

from stepgraph.checkpoint.codec import CannotStore
from stepgraph.checkpoint.delta import CheckpointDelta, flat
from stepgraph.checkpoint.refused import SaverError
from stepgraph.constants import MISSING
from tests.checkpoint.savers import Hands, config

IDS = tuple(f"1f1ecc62-61bf-62d5-800{number}-c3383969c7d{number}" for number in range(6))


def ids(found: Any) -> list[int]:
    """Return the places of what was listed in the order of saving."""
    return [IDS.index(saved.checkpoint["id"]) for saved in found]


def delta(number: int, *, parent: int | None, **parts: Any) -> CheckpointDelta:
    """Return a difference; `values` and `cleared` are the forms of channels, `seen` what nodes have seen."""
    versions, values = parts.pop("versions", {}), parts.pop("values", {})
    names = dict.fromkeys((*versions, *values, *parts.pop("cleared", ())))
    filled: dict[str, Any] = {
        "thread_id": "1",
        "ns": "",
        "id": IDS[number],
        "parent_id": None if parent is None else IDS[parent],
        "step": number,
        "source": "loop",
        "ts": "2026-01-01T00:00:00+00:00",
        "cells": tuple(part for name in names for part in (name, versions.get(name), values.get(name, MISSING))),
        "known": tuple(part for node, known in parts.pop("seen", {}).items() for part in (node, flat(known))),
        "updated": (),
        "parents": {},
        "extra": {},
    }
    return CheckpointDelta(**{**filled, **parts})


async def test_a_new_thread_has_nothing(hands: Hands) -> None:
    """Neither a latest checkpoint nor a list of them, nor anything under an id."""
    assert await hands.call("get_tuple", config()) is None
    assert await hands.call("get", config(checkpoint_id=IDS[0])) is None
    assert await hands.list(config()) == []


async def test_a_checkpoint_comes_back_as_it_was_saved(hands: Hands) -> None:
    """Values, versions, what was seen, metadata, its own config and its parent's."""
    first = await hands.save(config(), IDS[0], values={"x": [1, {"deep": (2, 3)}]}, source="input")
    second = await hands.save(
        first, IDS[1], values={"x": [1], "y": None}, versions={"x": "2", "y": 3}, step=1, kind="k"
    )

    found = await hands.head(config())

    assert (found.config, found.parent_config) == (second, first)
    assert found.checkpoint["channel_values"] == {"x": [1], "y": None}
    assert found.checkpoint["channel_versions"] == {"x": "2", "y": 3}
    assert (found.checkpoint["v"], found.metadata) == (4, {"source": "loop", "step": 1, "kind": "k"})
    before = await hands.head(first)
    assert (before.checkpoint["channel_values"], before.parent_config) == ({"x": [1, {"deep": [2, 3]}]}, None)


async def test_the_greatest_id_is_the_latest(hands: Hands) -> None:
    """Whichever was saved last, and whichever branch it is on."""
    await hands.save(config(), IDS[2], values={"x": "late"})
    await hands.save(config(), IDS[1], values={"x": "early"})

    assert (await hands.head(config())).checkpoint["channel_values"] == {"x": "late"}


async def test_a_value_whose_version_is_the_parents_is_the_parents(hands: Hands) -> None:
    """As versions say what changed."""
    first = await hands.save(config(), IDS[0], values={"x": 1, "y": 1})
    await hands.save(first, IDS[1], values={"x": 5, "y": 5}, versions={"x": "1", "y": "2"})

    assert (await hands.head(config())).checkpoint["channel_values"] == {"x": 1, "y": 5}


async def test_metadata_has_the_plain_entries_of_the_config(hands: Hands) -> None:
    """Those of its metadata and its configurable, without the ones that address or are reserved."""
    at = {**config(tenant="t", __reserved="r", object=[1]), "metadata": {"run_id": "r", "langgraph_step": 3}}

    await hands.save(at, IDS[0], step=4)

    assert (await hands.head(config())).metadata == {"source": "loop", "step": 4, "run_id": "r", "tenant": "t"}


async def test_lists_are_narrowed_by_metadata_age_number_and_id(hands: Hands) -> None:
    """The newest first; a filter takes equal entries, of any kind, and all of them."""
    for number in range(5):
        tags = {"even": number % 2 == 0, "tag": {"deep": [number]}, "none": None}
        await hands.save(config(), IDS[number], step=number, **tags)

    async def listed(at: Any = None, **options: Any) -> list[int]:
        return ids(await hands.list(at or config(), **options))

    assert await listed() == [4, 3, 2, 1, 0]
    assert await listed(filter={"even": True}) == [4, 2, 0]
    assert await listed(filter={"even": True, "step": 2}) == [2]
    assert await listed(filter={"tag": {"deep": [3]}}) == [3]
    assert await listed(filter={"none": None, "missing": None}) == [4, 3, 2, 1, 0]
    assert await listed(filter={"missing": 1}) == []
    assert await listed(filter={"even": True}, limit=2) == [4, 2]
    assert await listed(before=config(checkpoint_id=IDS[3])) == [2, 1, 0]
    assert await listed(before=config(checkpoint_id=IDS[3]), filter={"even": True}, limit=1) == [2]
    assert await listed(config(checkpoint_id=IDS[1])) == [1]
    assert await listed(limit=3) == [4, 3, 2]
    assert await listed(limit=0) == await listed(limit=-1) == []


async def test_long_lists_are_whole(hands: Hands) -> None:
    """They are read in parts, and no part is missing or comes twice."""
    names = [f"{number:04}" for number in range(150)]
    for name in names:
        await hands.save(config(), name, values={"x": name}, odd=int(name) % 2)

    found = await hands.list(config())
    odd = await hands.list(config(), filter={"odd": 1}, limit=70)

    assert [saved.checkpoint["channel_values"]["x"] for saved in found] == names[::-1]
    assert [saved.checkpoint["id"] for saved in odd] == names[::-2][:70]


async def test_threads_and_namespaces_are_apart(hands: Hands) -> None:
    """A config without a namespace lists all of them, no config lists all threads; a thread's id is a text."""
    await hands.save(config(1), IDS[0], values={"x": "root"})
    await hands.save(config("1", checkpoint_ns="sub:1|a"), IDS[0], values={"x": "inside"})
    await hands.save(config("2"), IDS[1], values={"x": "other"})

    def named(found: Any) -> list[Any]:
        return sorted(saved.checkpoint["channel_values"]["x"] for saved in found)

    assert named(await hands.list(config("1"))) == ["root"]
    assert named(await hands.list(config("1", checkpoint_ns="sub:1|a"))) == ["inside"]
    assert named(await hands.list({"configurable": {"thread_id": 1}})) == ["inside", "root"]
    assert named(await hands.list(None)) == ["inside", "other", "root"]
    assert (await hands.head({"configurable": {"thread_id": "1"}})).checkpoint["channel_values"] == {"x": "root"}


async def test_odd_names_are_kept_apart(hands: Hands) -> None:
    """Quotes, wildcards, other alphabets and case are characters like others."""
    threads = ["a", "A", "a%", "a'b", "ä", "日本", "a b", "a\\"]
    for number, thread in enumerate(threads):
        await hands.save(config(thread), IDS[0], values={"é ?%s {x}": number})

    found = [(await hands.head(config(thread))).checkpoint["channel_values"] for thread in threads]

    assert found == [{"é ?%s {x}": number} for number in range(len(threads))]


async def test_pending_writes_come_in_the_order_of_task_paths(hands: Hands) -> None:
    """And each with its task; not in the order in which they were stored."""
    at = await hands.save(config(), IDS[0])
    for task, path in (("1", "~b"), ("2", "~a"), ("0", "~b")):
        await hands.call("put_writes", at, [("x", task), ("y", [task])], task, path)

    found = await hands.head(config())

    assert found.pending_writes == [(task, key, value) for task in "201" for key, value in (("x", task), ("y", [task]))]
    assert (await hands.list(config()))[0].pending_writes == found.pending_writes


async def test_a_stored_write_stays_and_a_special_one_is_replaced(hands: Hands) -> None:
    """A second attempt cannot change what a finished task wrote; its error and its questions are the latest."""
    at = await hands.save(config(), IDS[0])
    await hands.call("put_writes", at, [("x", 1), ("__error__", "first")], "task", "path")

    await hands.call("put_writes", at, [("x", 2), ("__error__", "second"), ("z", 3)], "task", "path")

    found = (await hands.head(config())).pending_writes
    assert found == [("task", "__error__", "second"), ("task", "x", 1), ("task", "z", 3)]


async def test_writes_can_come_before_their_checkpoint(hands: Hands) -> None:
    """A run that saves at its end only may store them first."""
    await hands.call("put_writes", config(checkpoint_id=IDS[0]), [("x", 1)], "task")
    await hands.save(config(), IDS[0])

    assert (await hands.head(config())).pending_writes == [("task", "x", 1)]


async def test_a_difference_says_only_what_changed(hands: Hands) -> None:
    """What it does not name is the parent's, what it clears is gone, on each branch for itself."""
    whole = {"values": {"x": 1, "y": [1]}, "versions": {"x": "1", "y": "1"}, "seen": {"a": {"x": "1"}}}
    await hands.put_delta(delta(0, parent=None, **whole))

    await hands.put_delta(delta(1, parent=0, values={"y": [2]}, versions={"y": "2"}, updated=("y",)))
    await hands.put_delta(delta(2, parent=0, cleared=("x",), versions={"x": "2"}, seen={"b": {"y": "1"}}, updated=None))

    left, right = [(await hands.head(config(checkpoint_id=IDS[number]))).checkpoint for number in (1, 2)]
    assert (left["channel_values"], left["channel_versions"]) == ({"x": 1, "y": [2]}, {"x": "1", "y": "2"})
    assert (left["versions_seen"], left["updated_channels"]) == ({"a": {"x": "1"}}, ["y"])
    assert (right["channel_values"], right["channel_versions"]) == ({"y": [1]}, {"x": "2", "y": "1"})
    assert (right["versions_seen"], right["updated_channels"]) == ({"a": {"x": "1"}, "b": {"y": "1"}}, None)


async def test_a_difference_from_a_checkpoint_that_is_gone_is_refused(hands: Hands) -> None:
    """Its thread was deleted while a run went on; what is left would be a torn state."""
    await hands.put_delta(delta(0, parent=None, values={"x": 1, "y": 1}, versions={"x": "1", "y": "1"}))
    await hands.call("delete_thread", "1")

    with pytest.raises(SaverError, match=f"It goes on from checkpoint {IDS[0]}, which is no longer") as refusal:
        await hands.put_delta(delta(1, parent=0, values={"y": 2}, versions={"y": "2"}))

    assert refusal.value.code == "checkpoint.parent_gone"
    assert await hands.list(config()) == []


async def test_a_thousand_channels_are_whole_in_each_of_many_checkpoints(hands: Hands) -> None:
    """One is written in each step; whole copies are made on the way, and nothing shows."""
    names = [f"c{number}" for number in range(1000)]
    zeros = dict.fromkeys(names, 0)
    first = delta(0, parent=None, values=zeros, versions=dict.fromkeys(names, "1"))
    await hands.put_delta(first._replace(id="0000"))
    for step in range(1, 400):
        name = names[step % 7]
        change = delta(0, parent=None, values={name: step}, versions={name: str(step)})
        await hands.put_delta(change._replace(id=f"{step:04}", parent_id=f"{step - 1:04}"))

    found = await hands.list(config(), limit=70)

    for saved, step in zip(found, range(399, 329, -1), strict=True):
        expected = {**zeros, **{names[past % 7]: past for past in range(step - 6, step + 1)}}
        assert saved.checkpoint["channel_values"] == expected
    assert (await hands.head(config(checkpoint_id="0002"))).checkpoint["channel_values"]["c1"] == 1


async def test_a_deleted_thread_leaves_nothing(hands: Hands) -> None:
    """In no namespace, no pending writes either, and other threads stay."""
    for thread in ("1", "2"):
        for ns in ("", "inside"):
            at = await hands.save(config(thread, checkpoint_ns=ns), IDS[0])
            await hands.call("put_writes", at, [("x", 1)], "task")

    await hands.call("delete_thread", "1")
    at = await hands.save(config("1"), IDS[0])

    assert (await hands.head(at)).pending_writes == []
    assert await hands.list(config("1", checkpoint_ns="inside")) == []
    assert (await hands.head(config("2"))).pending_writes == [("task", "x", 1)]


async def test_a_copied_thread_goes_on_by_itself(hands: Hands) -> None:
    """It has all checkpoints and pending writes, and what happens to it does not happen to the first."""
    first = await hands.save(config(), IDS[0], values={"x": 1})
    await hands.call("put_writes", first, [("x", 2)], "task")

    await hands.call("copy_thread", "1", "copy")
    await hands.save(config("copy", checkpoint_id=IDS[0]), IDS[1], values={"x": 3}, versions={"x": "2"})

    assert (await hands.head(config("copy"))).checkpoint["channel_values"] == {"x": 3}
    assert (await hands.head(config("copy", checkpoint_id=IDS[0]))).pending_writes == [("task", "x", 2)]
    assert (await hands.head(config())).checkpoint["channel_values"] == {"x": 1}


async def test_pruning_leaves_the_latest_checkpoint_of_a_thread(hands: Hands) -> None:
    """Whole, with its pending writes; and of the graphs inside, only what was called from it or keeps its state."""
    await hands.put_delta(delta(0, parent=None, values={"x": 1, "y": 1}, versions={"x": "1", "y": "1"}))
    await hands.put_delta(delta(1, parent=0, values={"y": 2}, versions={"y": "2"}))
    at = config(checkpoint_id=IDS[1])
    await hands.call("put_writes", at, [("x", 5)], "task")
    for ns, parent in (("old:1", IDS[0]), ("new:2", IDS[1]), ("kept", IDS[0])):
        await hands.save(config(checkpoint_ns=ns), IDS[0], parents={"": parent})

    await hands.call("prune", ["1", "unknown"])

    (left,) = await hands.list(config())
    assert (left.checkpoint["channel_values"], left.parent_config) == ({"x": 1, "y": 2}, None)
    assert left.pending_writes == [("task", "x", 5)]
    found = await hands.list({"configurable": {"thread_id": "1"}})
    assert {saved.config["configurable"]["checkpoint_ns"] for saved in found} == {"", "new:2", "kept"}
    await hands.put_delta(delta(2, parent=1, values={"y": 3}, versions={"y": "3"}))
    assert (await hands.head(config())).checkpoint["channel_values"] == {"x": 1, "y": 3}


async def test_pruning_can_take_everything(hands: Hands) -> None:
    """Of the threads that are named; a single text is no list of them."""
    await hands.save(config(), IDS[0])
    await hands.save(config("2"), IDS[0])

    await hands.call("prune", ["1"], strategy="delete")

    assert (await hands.list(config()), len(await hands.list(config("2")))) == ([], 1)
    with pytest.raises(TypeError, match="not a str"):
        await hands.call("prune", "12")
    with pytest.raises(ValueError, match="Unknown prune strategy: 'all'"):
        await hands.call("prune", ["2"], strategy="all")


async def test_what_cannot_be_stored_is_refused_whole(hands: Hands) -> None:
    """The sentence names the channel and the place; nothing of the task or the checkpoint is kept."""
    at = await hands.save(config(), IDS[0])

    with pytest.raises(CannotStore, match=r"object\nChannel 'y' was given one at \['deep'\]"):
        await hands.call("put_writes", at, [("x", 1), ("y", {"deep": object()})], "task")
    with pytest.raises(CannotStore, match="Channel 'y' was given one"):
        await hands.put_delta(delta(1, parent=0, values={"x": 2, "y": object()}))

    (left,) = await hands.list(config())
    assert left.pending_writes == []


async def test_a_thread_id_is_needed(hands: Hands) -> None:
    """As everything is kept under one."""
    with pytest.raises(KeyError, match="thread_id"):
        await hands.call("get_tuple", {"configurable": {}})


async def test_versions_grow(hands: Hands) -> None:
    """They sort by their count as texts do."""
    versions = [hands.saver.get_next_version(None, None)]
    for _ in range(11):
        versions.append(hands.saver.get_next_version(versions[-1], None))

    assert versions == sorted(versions)
    assert [int(version.split(".")[0]) for version in versions] == [*range(1, 13)]
