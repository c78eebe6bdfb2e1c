"""What is told of a run whose process was ended, wherever in the graph it stood."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from stepgraph.protocol.events import AnyEvent, Phase, RunStopped, StepAborted
from stepgraph.server.session.losses import tell_killed
from tests.protocol import told
from tests.protocol.logs import GRAPH


@pytest.mark.parametrize(("ns", "phase"), [("", "apply"), ("a:task-a", "execute")])
def test_a_killed_run_stood_in_a_superstep_of_the_root(ns: str, phase: Phase) -> None:
    """Held in a graph inside, it stood where a node of the root was at work."""
    paused = replace(told.run_paused(7 if ns else 1, "apply"), ns=ns)
    log: list[AnyEvent] = [GRAPH, told.run_started(1), told.planned(1, told.task("a")), paused]

    aborted, stopped = tell_killed(told.folded(log), kept=())

    assert isinstance(aborted, StepAborted)
    assert isinstance(stopped, RunStopped)
    assert (aborted.ns, aborted.step, stopped.ns, stopped.step, stopped.phase) == ("", 1, "", 1, phase)
