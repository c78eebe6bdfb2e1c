"""A small graph, and its first superstep as a log."""

from __future__ import annotations

from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.snapshot import (
    Cell,
)
from stepgraph.protocol.values import MISSING
from tests.protocol import told

GRAPH = told.compiled({"a": ["to:a"], "b": ["to:b"]}, {"total": "LastValue", "to:a": "EphemeralValue"})

AT_REST = Cell(
    name="total",
    value=MISSING,
    previous=MISSING,
    version=None,
    version_before=None,
    available=False,
    changed=False,
    cause=None,
    returned=None,
    writes=(),
    seen_by={},
    writers=(),
    conflict=None,
)
FIRST_STEP: list[AnyEvent] = [
    GRAPH,
    told.run_started(1),
    told.planned(1, told.task("a", told.wake("to:a", 2))),
    told.task_started(1, "a"),
    told.finished(1, "a", "total"),
    told.updated(1, "total", told.shown(1), (None, 3), told.written("a", 1)),
    told.committed(1, "c1", None, "b"),
]
