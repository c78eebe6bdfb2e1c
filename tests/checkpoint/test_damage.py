"""Rows that somebody or something changed are refused in a sentence, and everything else can still be read."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from stepgraph.checkpoint.refused import SaverError
from tests.checkpoint.savers import Hands, config, opened
from tests.checkpoint.test_contract import IDS, delta

Tamper = Callable[[str], None]


@pytest.fixture(params=["sqlite", "postgres"])
async def kept(request: pytest.FixtureRequest, tmp_path: Path, postgres: str) -> AsyncIterator[tuple[Hands, Tamper]]:
    """A saver with a thread of three checkpoints and another thread, and what changes its rows behind its back."""

    def tamper(statement: str) -> None:
        if request.param == "sqlite":
            with sqlite3.connect(tmp_path / "threads.sqlite") as connection:
                changed = connection.execute(statement).rowcount
            connection.close()
        else:
            with psycopg.connect(postgres) as server:
                changed = server.execute(statement.encode()).rowcount
        assert changed > 0

    async with opened(request.param, tmp_path, postgres) as hands:
        first = {"values": {"x": 1, "y": "kept"}, "versions": {"x": "1", "y": "1"}}
        await hands.put_delta(delta(0, parent=None, **first))
        for number in (1, 2):
            await hands.put_delta(delta(number, parent=number - 1, values={"x": number}, versions={"x": f"{number}"}))
        await hands.call("put_writes", config(checkpoint_id=IDS[2]), [("x", 9)], "task", "~a")
        await hands.save(config("other"), IDS[0], values={"x": "fine"})
        yield hands, tamper


ROW = f"WHERE thread_id = '1' AND id = '{IDS[1]}'"
DAMAGES = {
    "cut off": f"UPDATE stepgraph_checkpoints SET body = substr(body, 1, length(body) - 1) {ROW}",
    "emptied": f"UPDATE stepgraph_checkpoints SET body = substr(body, 1, 0) {ROW}",
    "metadata of another": (
        f"UPDATE stepgraph_checkpoints SET metadata = (SELECT metadata FROM stepgraph_checkpoints "
        f"WHERE thread_id = '1' AND id = '{IDS[0]}') {ROW}"
    ),
    "body of another": (
        f"UPDATE stepgraph_checkpoints SET body = (SELECT body FROM stepgraph_checkpoints "
        f"WHERE thread_id = '1' AND id = '{IDS[2]}') {ROW}"
    ),
    "another time": f"UPDATE stepgraph_checkpoints SET ts = '1999' {ROW}",
    "another parent": f"UPDATE stepgraph_checkpoints SET parent_id = '{IDS[2]}' {ROW}",
    "its own parent": f"UPDATE stepgraph_checkpoints SET parent_id = id {ROW}",
    "whole by itself": f"UPDATE stepgraph_checkpoints SET depth = 0 {ROW}",
    "far away": f"UPDATE stepgraph_checkpoints SET depth = 7 {ROW}",
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_checkpoint_is_refused_and_others_are_read(kept: Any, damage: str) -> None:
    """It and what is kept as a difference from it; what came before and other threads are as they were."""
    hands, tamper = kept
    tamper(DAMAGES[damage])

    for number in (1, 2):
        with pytest.raises(SaverError, match=r"^Damaged: checkpoint 1f1ecc62\S+ of thread '1'\. ") as refusal:
            await hands.call("get_tuple", config(checkpoint_id=IDS[number]))
        assert refusal.value.code == "checkpoint.damaged"
    with pytest.raises(SaverError, match="Damaged"):
        await hands.list(config())
    assert (await hands.head(config(checkpoint_id=IDS[0]))).checkpoint["channel_values"] == {"x": 1, "y": "kept"}
    assert (await hands.head(config("other"))).checkpoint["channel_values"] == {"x": "fine"}


async def test_a_checkpoint_with_a_lost_ancestor_is_refused(kept: Any) -> None:
    """What is left of it would be a torn state."""
    hands, tamper = kept
    tamper(f"DELETE FROM stepgraph_checkpoints {ROW}")

    with pytest.raises(SaverError, match=f"kept as a difference from {IDS[1]}, which is missing"):
        await hands.call("get_tuple", config())


async def test_a_newer_checkpoint_is_refused_as_newer(kept: Any) -> None:
    """With what helps; a version before it can be read."""
    hands, tamper = kept
    tamper(f"UPDATE stepgraph_checkpoints SET format = 2 WHERE thread_id = '1' AND id = '{IDS[2]}'")

    with pytest.raises(SaverError, match=f"^Written by a newer version: checkpoint {IDS[2]}.* Update Step") as refusal:
        await hands.call("get_tuple", config())

    assert refusal.value.code == "checkpoint.newer"
    assert (await hands.head(config(checkpoint_id=IDS[1]))).checkpoint["channel_values"]["x"] == 1


async def test_damaged_pending_writes_are_refused(kept: Any) -> None:
    """Going on without them would run a finished task again."""
    hands, tamper = kept
    tamper("UPDATE stepgraph_writes SET value = substr(value, 1, 20)")

    with pytest.raises(SaverError, match=f"^Damaged: a pending write on checkpoint {IDS[2]}") as refusal:
        await hands.call("get_tuple", config())

    assert refusal.value.code == "checkpoint.damaged"


class Planted:
    """A serializer that stores bytes which no codec of this version has written."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def dumps_typed(self, value: object) -> tuple[str, bytes]:
        """Return the planted bytes for the channel's value, and honest ones for the rest."""
        return "msgpack", self.content if value == "plant" else msgspec.msgpack.encode(value)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (msgspec.msgpack.encode(msgspec.msgpack.Ext(99, msgspec.msgpack.encode(["a", "b", {}]))), "a kind to come"),
        (b"\x92\x01", "half a list"),
        (msgspec.msgpack.encode(msgspec.msgpack.Ext(0, msgspec.msgpack.encode(["__import__", "os"]))), "no loader"),
        (b"cos\nsystem\n(S'true'\ntR.", "a pickle"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_bytes_that_no_version_wrote_are_refused(hands: Hands, content: bytes, why: str) -> None:
    """In every saver, naming the channel; nothing is imported or called for them."""
    modules = set(sys.modules)
    own = hands.saver.serde.dumps_typed
    hands.saver.serde.dumps_typed = Planted(content).dumps_typed  # type: ignore[method-assign, assignment]  # the attack
    at = await hands.save(config(), IDS[0], values={"x": "plant"})
    hands.saver.serde.dumps_typed = own  # type: ignore[method-assign]  # the attack is over

    with pytest.raises(SaverError, match=r"^Unreadable: channel 'x' of checkpoint \S+ of thread '1'\. ") as refusal:
        await hands.call("get_tuple", at)

    assert refusal.value.code == "checkpoint.unreadable"
    assert not [name for name in set(sys.modules) - modules if not name.startswith(("encodings", "stepgraph"))]
