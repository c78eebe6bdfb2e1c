"""A snapshot and the events after it are worth all events, wherever it is taken."""

from __future__ import annotations

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from stepgraph.protocol.events import AnyEvent, GraphCompiled
from stepgraph.protocol.graph import InnerGraph
from stepgraph.protocol.snapshot import Snapshot
from tests.protocol.shapes import EVENTS, records
from tests.protocol.told import folded

any_event: st.SearchStrategy[AnyEvent] = st.one_of([records(event) for event in EVENTS])
root_event = any_event.map(lambda event: replace(event, ns=""))

NESTED = ("a:a", "a:b", "a", "a:a|1", "a:a|b:a", "a:b|b:b", "b:a")
"""Runs of the graphs inside of a, and of b in a; of kept state, of a second call, and of a graph that is not there."""

inner_event = st.builds(lambda event, ns: replace(event, ns=ns), any_event, st.sampled_from(NESTED))


@st.composite
def nesting_graphs(draw: st.DrawFn) -> GraphCompiled:
    """A graph with one inside of its node a, that has one inside of its node b."""
    inner = [replace(draw(records(InnerGraph)), path=path) for path in ("a", "a|b")]
    graph: GraphCompiled = replace(draw(records(GraphCompiled)), ns="", inner=tuple(inner))
    return graph


@given(log=st.lists(root_event | any_event, max_size=12), cut=st.integers(0, 12))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_snapshot_and_later_events_are_all_events(log: list[AnyEvent], cut: int) -> None:
    """Even for logs that no engine would write, and over the wire."""
    earlier, later = log[:cut], log[cut:]

    sent = msgspec.json.encode(folded(earlier))
    received = msgspec.json.decode(sent, type=Snapshot)

    assert folded(later, received) == folded(log)


@given(
    graph=nesting_graphs(),
    log=st.lists(root_event | inner_event | inner_event, max_size=16),
    cut=st.integers(1, 17),
)
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_snapshot_tells_what_graphs_inside_need(graph: GraphCompiled, log: list[AnyEvent], cut: int) -> None:
    """Which run is shown, whether its superstep is open, and who takes part."""
    log = [graph, *log]
    received = msgspec.json.decode(msgspec.json.encode(folded(log[:cut])), type=Snapshot)

    assert folded(log[cut:], received) == folded(log)
