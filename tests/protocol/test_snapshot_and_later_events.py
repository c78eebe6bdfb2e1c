"""A snapshot and the events after it are worth all events, wherever it is taken."""

from __future__ import annotations

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.snapshot import Snapshot
from tests.protocol.shapes import EVENTS, records
from tests.protocol.told import folded

any_event: st.SearchStrategy[AnyEvent] = st.one_of([records(event) for event in EVENTS])
root_event = any_event.map(lambda event: replace(event, ns=""))


@given(log=st.lists(root_event | any_event, max_size=12), cut=st.integers(0, 12))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_snapshot_and_later_events_are_all_events(log: list[AnyEvent], cut: int) -> None:
    """Even for logs that no engine would write, and over the wire."""
    earlier, later = log[:cut], log[cut:]

    sent = msgspec.json.encode(folded(earlier))
    received = msgspec.json.decode(sent, type=Snapshot)

    assert folded(later, received) == folded(log)
