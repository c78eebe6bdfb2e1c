"""How long each phase of a superstep took, without the time in which the run was held or told about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from stepgraph.pregel import facts
from stepgraph.protocol.events import Durations

PhaseName: TypeAlias = Literal["plan", "execute", "apply", "commit"]

# Each fact ends a stretch of time; the phase is the one that the stretch belongs to.
_PHASE_OF: dict[type, PhaseName] = {
    facts.StepPlanned: "plan",
    facts.TaskStarted: "execute",
    facts.TaskFinished: "execute",
    facts.TaskFailed: "execute",
    facts.TaskInterrupted: "execute",
    facts.ChannelConsumed: "apply",
    facts.ChannelUpdated: "apply",
    facts.ChannelFinished: "apply",
    facts.ChannelConflicted: "apply",
    facts.StepCommitted: "commit",
}


class _Stretch:
    """Where one graph's superstep stands: the seconds of each phase so far, and when the present stretch began."""

    __slots__ = ("began_s", "paused_s", "seconds")

    def __init__(self, now_s: float, paused_s: float) -> None:
        self.began_s = now_s
        self.paused_s = paused_s
        self.seconds: dict[PhaseName, float] = {}


class PhaseClock:
    """Adds up the time between facts, for the root and for each graph that it calls."""

    def __init__(self, clock_s: Callable[[], float], paused_s: Callable[[], float]) -> None:
        self._clock_s = clock_s
        self._paused_s = paused_s
        self._stretches: dict[str, _Stretch] = {}

    def close(self, fact: facts.Fact) -> None:
        """End the stretch that led to a fact."""
        phase = _PHASE_OF.get(type(fact))
        stretch = self._stretches.get(fact.ns)
        if phase is not None and stretch is not None:
            spent = self._clock_s() - stretch.began_s - (self._paused_s() - stretch.paused_s)
            stretch.seconds[phase] = stretch.seconds.get(phase, 0.0) + max(spent, 0.0)

    def open(self, ns: str) -> None:
        """Begin the next stretch of one graph."""
        now_s, paused_s = self._clock_s(), self._paused_s()
        stretch = self._stretches.get(ns)
        if stretch is None:
            self._stretches[ns] = _Stretch(now_s, paused_s)
        else:
            stretch.began_s, stretch.paused_s = now_s, paused_s

    def forget(self, ns: str) -> None:
        """Forget one graph, whose run is over."""
        self._stretches.pop(ns, None)

    def durations(self, ns: str) -> Durations:
        """Return a superstep's phases in milliseconds, and begin the next superstep at none."""
        stretch = self._stretches.get(ns)
        seconds = {} if stretch is None else stretch.seconds
        if stretch is not None:
            stretch.seconds = {}
        return Durations(
            *(round(seconds.get(phase, 0.0) * 1000, 3) for phase in ("plan", "execute", "apply", "commit"))
        )
