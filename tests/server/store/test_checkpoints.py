"""Checkpoints are stored as what changed, and are read as they were."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from stepgraph.protocol.worker_frames import ChannelValue, CheckpointRow, PendingWrite, StoredCheckpoint, WritesRow
from stepgraph.server.store import checkpoints
from stepgraph.server.store.checkpoints import (
    DamagedHistory,
    Names,
    Tips,
    has_checkpoint,
    list_checkpoints,
    put_checkpoints,
    put_writes,
    tasks_with_writes,
)
from tests.support.stores import SESSION, open_log

NAMES = Names(SESSION.id, SESSION.thread)


@dataclass(frozen=True)
class Change:
    """What one superstep did: which checkpoint it goes on from (an index of earlier ones), and what it changed."""

    parent: int
    values: dict[str, bytes]
    cleared: frozenset[str]
    seen: dict[str, dict[str, int]]


@dataclass
class State:
    """A checkpoint, whole: the model that the store is compared with."""

    values: dict[str, bytes] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    seen: dict[str, dict[str, int]] = field(default_factory=dict)

    def after(self, change: Change, version: int) -> State:
        """The state after a change."""
        values = {name: value for name, value in self.values.items() if name not in change.cleared} | change.values
        seen = {node: self.seen.get(node, {}) | change.seen.get(node, {}) for node in self.seen | change.seen}
        return State(values, self.versions | dict.fromkeys(change.values, version), seen)


channels = st.sampled_from("abcd")
changes = st.builds(
    Change,
    parent=st.integers(0, 30),
    values=st.dictionaries(channels, st.binary(max_size=6), max_size=3),
    cleared=st.frozensets(channels, max_size=2),
    seen=st.dictionaries(st.sampled_from("xy"), st.dictionaries(channels, st.integers(1, 9), max_size=2), max_size=2),
)


def row_of(number: int, change: Change, parent: str | None) -> CheckpointRow:
    """The change as a worker tells it."""
    return CheckpointRow(
        thread=SESSION.thread,
        ns="",
        id=f"checkpoint-{number}",
        parent=parent,
        step=number,
        source="loop",
        ts="2026-01-01T00:00:00+00:00",
        values=tuple(ChannelValue(name, value, None) for name, value in change.values.items()),
        cleared=tuple(sorted(change.cleared - change.values.keys())),
        versions=dict.fromkeys(change.values, number),
        seen=change.seen,
        updated=tuple(sorted(change.values)),
        metadata='{"step": 1}',
    )


@settings(max_examples=60)
@given(
    told=st.lists(changes, min_size=1, max_size=30),
    batch=st.integers(1, 8),
    whole_after=st.sampled_from([0, 60, 10**6]),
)
def test_every_checkpoint_is_read_as_it_was(told: list[Change], batch: int, whole_after: int) -> None:
    """However history branches, and however often a whole checkpoint is written, each is put together exactly."""
    states: list[State] = []
    rows: list[CheckpointRow] = []
    for number, change in enumerate(told):
        parent = None if number == 0 else change.parent % number
        states.append((State() if parent is None else states[parent]).after(change, number))
        rows.append(row_of(number, change, None if parent is None else f"checkpoint-{parent}"))

    with pytest.MonkeyPatch.context() as patched, open_log() as (connection, log):
        patched.setattr(checkpoints, "MIN_TAIL_BYTES", whole_after)
        tips = Tips()
        for start in range(0, len(rows), batch):
            put_checkpoints(connection, log.number, rows[start : start + batch], tips=tips)
        read = list(list_checkpoints(connection, log.number, "", checkpoint=None, limit=100, before=None, names=NAMES))

    newest_first = [State(found.values, found.versions, found.seen) for found in read]
    assert newest_first[::-1] == states
    assert [(found.id, found.parent) for found in read[::-1]] == [(row.id, row.parent) for row in rows]


def newest(connection: Connection, log: int, ns: str = "") -> StoredCheckpoint | None:
    """The checkpoint that a run goes on from."""
    listed = list_checkpoints(connection, log, ns, checkpoint=None, limit=1, before=None, names=NAMES)
    return next(listed, None)


def chain(length: int) -> list[CheckpointRow]:
    """A run without branches."""
    change = Change(0, {"a": b"1"}, frozenset(), {})
    return [row_of(number, change, None if number == 0 else f"checkpoint-{number - 1}") for number in range(length)]


def test_the_newest_is_the_one_that_was_told_last() -> None:
    """Which one a run goes on from does not hang on names or clocks."""
    with open_log() as (connection, log):
        put_checkpoints(connection, log.number, chain(3), tips=Tips())
        found = newest(connection, log.number)

    assert found is not None
    assert found.id == "checkpoint-2"


def test_a_listing_is_cut_by_number_and_by_a_border() -> None:
    """Who wants older ones asks for those before one that is known."""
    with open_log() as (connection, log):
        put_checkpoints(connection, log.number, chain(5), tips=Tips())
        listed = [
            found.id
            for found in list_checkpoints(
                connection, log.number, "", checkpoint=None, limit=2, before="checkpoint-3", names=NAMES
            )
        ]

    assert listed == ["checkpoint-2", "checkpoint-1"]


def test_a_checkpoint_told_again_replaces_itself() -> None:
    """The last telling of a name holds."""
    first, second = chain(1)[0], row_of(0, Change(0, {"a": b"2"}, frozenset(), {}), None)
    with open_log() as (connection, log):
        put_checkpoints(connection, log.number, [first], tips=Tips())
        put_checkpoints(connection, log.number, [second], tips=Tips())
        read = list(list_checkpoints(connection, log.number, "", checkpoint=None, limit=9, before=None, names=NAMES))

    assert [found.values for found in read] == [{"a": b"2"}]


def test_a_checkpoint_without_its_parent_is_refused() -> None:
    """A history with a hole is not begun."""
    with open_log() as (connection, log), pytest.raises(DamagedHistory, match="parent is not stored"):
        put_checkpoints(connection, log.number, [chain(2)[1]], tips=Tips())


def test_namespaces_are_kept_apart() -> None:
    """A subgraph's checkpoints are not its parent's, even under one name."""
    with open_log() as (connection, log):
        put_checkpoints(connection, log.number, chain(1), tips=Tips())

        assert newest(connection, log.number, ns="sub") is None
        assert has_checkpoint(connection, log.number, "checkpoint-0")
        assert not has_checkpoint(connection, log.number, "checkpoint-1")


def writes(*pending: PendingWrite, task: str = "task") -> WritesRow:
    """Writes of a task that wait on the first checkpoint."""
    return WritesRow(SESSION.thread, "", "checkpoint-0", task, path="path", writes=pending)


def read_writes(*told: WritesRow) -> StoredCheckpoint:
    """The checkpoint with the writes that were told in this order."""
    with open_log() as (connection, log):
        put_checkpoints(connection, log.number, chain(1), tips=Tips())
        for row in told:
            put_writes(connection, log.number, [row])
        found = newest(connection, log.number)
    assert found is not None
    return found


def test_the_first_telling_of_a_write_stands() -> None:
    """A task that is told again after a restart does not change what was kept."""
    first, again = PendingWrite(0, "a", b"1"), PendingWrite(0, "a", b"2")

    assert read_writes(writes(first), writes(again)).writes == (writes(first),)


def test_a_special_write_is_replaced() -> None:
    """The engine's own channels (an error, a question) hold what was told last."""
    first, again = PendingWrite(-1, "__error__", b"1"), PendingWrite(-1, "__error__", b"2")

    assert read_writes(writes(first), writes(again)).writes == (writes(again),)


def test_tasks_whose_writes_wait_are_known() -> None:
    """They need not run again."""
    with open_log() as (connection, log):
        put_checkpoints(connection, log.number, chain(1), tips=Tips())
        put_writes(connection, log.number, [writes(PendingWrite(0, "a", b"1"), task="one"), writes(task="two")])

        assert tasks_with_writes(connection, log.number, "checkpoint-0") == {"one"}
