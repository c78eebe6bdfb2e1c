"""The log: what is stored of it gives the same pictures as the events themselves."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.fold import EMPTY, Folder
from stepgraph.protocol.frames import EventFrame
from stepgraph.server.session import ledger
from stepgraph.server.session.ledger import Ledger, RecentEvents
from stepgraph.server.store.log import get_events, get_picture, get_step, get_steps, head_of, put_addition
from tests.support import transcripts
from tests.support.stores import open_log

TRANSCRIPTS = transcripts.names()


def events_of(name: str) -> list[AnyEvent]:
    """The events of a recorded log."""
    return [frame.event for frame in transcripts.read(name) if isinstance(frame, EventFrame)]


@pytest.mark.parametrize("name", TRANSCRIPTS)
@pytest.mark.parametrize("keyframe_bytes", [0, 3_000])
def test_the_picture_at_every_seq_is_the_fold_of_the_events(
    name: str, keyframe_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever stored pictures lie, a moment read from the store is what all events up to it come to."""
    monkeypatch.setattr(ledger, "MIN_KEYFRAME_BYTES", keyframe_bytes)
    events = events_of(name)[:120]
    folder = Folder()
    with open_log() as (connection, log):
        book = Ledger("epoch", EMPTY)
        for start in range(0, len(events), 7):
            put_addition(connection, log.number, book.enter(events[start : start + 7]).addition)
        for seq, event in enumerate(events, start=1):
            folder.fold(seq, event)

            assert get_picture(connection, log.number, seq=seq) == folder.snapshot()


@settings(max_examples=30)
@given(data=st.data(), name=st.sampled_from(TRANSCRIPTS))
def test_ended_supersteps_are_stored_once_each(data: st.DataObject, name: str) -> None:
    """However events are grouped, each superstep has one row, which is what the picture says of it."""
    events = events_of(name)[:300]
    with open_log() as (connection, log):
        book = Ledger("epoch", EMPTY)
        picture, start = EMPTY, 0
        while start < len(events):
            size = data.draw(st.integers(1, 250))
            entry = book.enter(events[start : start + size])
            put_addition(connection, log.number, entry.addition)
            picture, start = entry.picture, start + size
        stored = get_steps(connection, log.number, before=10**9, limit=10**9)

    assert stored[-len(picture.steps) :] == picture.steps[-200:]
    assert [entry.key for entry in stored] == list(range(len(stored)))


def test_events_are_read_as_they_were_told() -> None:
    """Their numbers have no gap, and both ends of what is asked for are in it."""
    events = events_of(TRANSCRIPTS[0])[:10]
    with open_log() as (connection, log):
        entry = Ledger("epoch", EMPTY).enter(events)
        put_addition(connection, log.number, entry.addition)

        read = get_events(connection, log.number, first=3, last=5)

        assert [seq for seq, _ in read] == [3, 4, 5]
        assert [event for _, event in read] == list(entry.addition.events[2:5])
        assert head_of(connection, log.number) == 10


def test_a_ledger_goes_on_where_the_log_ends() -> None:
    """After a restart the next event has the next number."""
    events = events_of(TRANSCRIPTS[0])[:20]
    before = Ledger("epoch", EMPTY).enter(events[:12])

    after = Ledger("epoch", before.picture).enter(events[12:])

    assert (after.addition.first_seq, after.picture) == (13, Ledger("epoch", EMPTY).enter(events).picture)


def test_an_unknown_step_is_none() -> None:
    """Nothing is made up for a key that the thread does not have."""
    with open_log() as (connection, log):
        assert get_step(connection, log.number, 5) is None


@pytest.mark.parametrize(("since", "count"), [(0, None), (4, None), (5, 5), (9, 1), (10, 0), (11, None)])
def test_recent_events_are_all_that_are_missing_or_none(since: int, count: int | None) -> None:
    """A page is never sent a part of what it missed."""
    recent = RecentEvents(limit=5)
    recent.extend(Ledger("epoch", EMPTY).enter(events_of(TRANSCRIPTS[0])[:10]))

    missed = recent.since(since)

    assert (None if missed is None else len(missed)) == count
