"""Where a debugger can hold a run: the points between phases, and between channels inside apply."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol, TypeAlias

Phase: TypeAlias = Literal["plan", "execute", "apply", "channel", "commit"]
Verdict: TypeAlias = Literal["go", "stop"]


class GatePoint(NamedTuple):
    """What is about to begin.

    plan: the last superstep is committed, the next is about to be planned; execute: the tasks are planned; apply: all
    tasks have ended; channel: inside apply, `channel` is about to get its update; commit: applied, about to be saved.
    """

    ns: str
    step: int
    phase: Phase
    channel: str | None


class Gate(Protocol):
    """What a run asks at every point while `armed`; unarmed it costs one flag test."""

    armed: bool

    def wait(self, point: GatePoint) -> Verdict:
        """Return when the run may go on, or "stop" to end it at its last checkpoint."""
