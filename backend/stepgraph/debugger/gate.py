"""The gate at which a run is held: how far it may go, and who holds it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Literal, TypeAlias

from stepgraph.constants import NAMESPACE_SEPARATOR
from stepgraph.pregel.gate import GatePoint

Until: TypeAlias = Literal["end", "superstep", "phase"]
Reason: TypeAlias = Literal["step", "phase", "pause", "limit"]
ROOT_NS = ""


class RunGate:
    """Holds one run. The run's thread waits in it; any other thread lets it go on, holds it or halts it.

    Graphs inside may run side by side, each in a thread of its own: one is held at a time, and the others wait their
    turn. `on_pause` is called in the thread that is held, before it waits, each time the run is held.
    """

    def __init__(
        self,
        until: Until,
        *,
        on_pause: Callable[[GatePoint, Reason], None],
        max_steps: int | None = None,
        clock_s: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.armed = False
        self.paused_s = 0.0
        """How long the run was held, all in all: no phase took that time."""
        self.paused_at: GatePoint | None = None
        self.stopped_at: GatePoint | None = None
        """Where the run was stopped; in the graph furthest out, if graphs inside were stopped with it."""
        self._on_pause = on_pause
        self._clock_s = clock_s
        self._turn = threading.Lock()
        self._changed = threading.Condition()
        self._until: Until = until
        self._steps_left = max_steps
        self._is_held = False
        self._is_halted = False
        self._ended_steps = 0
        self._over: set[str] = set()
        """The graphs in which nothing is due any more, by namespace."""
        self._is_lost = False
        self._left: GatePoint | None = None
        """Where the run was held until the superstep around it was given up."""
        self._arm()

    @property
    def is_halted(self) -> bool:
        """Whether somebody asked that the run ends."""
        return self._is_halted

    @property
    def is_stepping(self) -> bool:
        """Whether somebody watches each superstep."""
        return self._until != "end"

    def go(self, until: Until) -> None:
        """Let a held run go on, or change how far a running one goes."""
        with self._changed:
            self._until = until
            self._is_held = False
            self._ended_steps = 0
            self.paused_at = None
            self._arm()
            self._changed.notify_all()

    def hold(self) -> None:
        """Hold the run before its next phase."""
        with self._changed:
            self._is_held = self.paused_at is None
            self._arm()

    def halt(self) -> None:
        """End the run at its next phase, or at once when it is held."""
        with self._changed:
            self._is_halted = True
            self.paused_at = None
            self._arm()
            self._changed.notify_all()

    def superstep_given_up(self, ns: str) -> None:
        """Note that a graph gave up a superstep: whoever is held in a graph inside of it waits for nothing.

        That graph may be cut off and never come back, as where a node beside it failed on an event loop.
        """
        with self._changed:
            self._is_lost |= ns == ROOT_NS
            if self.paused_at is not None and _is_inside(self.paused_at.ns, ns):
                self._left, self.paused_at = self.paused_at, None
                self._changed.notify_all()
        self.superstep_ended(ns, is_last=False)

    def superstep_ended(self, ns: str, *, is_last: bool) -> None:
        """Note that a superstep of a graph is over; after its last one nothing is left to hold it before."""
        (self._over.add if is_last else self._over.discard)(ns)
        if ns == ROOT_NS:
            self._ended_steps += 1
            if self._steps_left is not None:
                self._steps_left -= 1

    def run_ended(self, ns: str) -> None:
        """Forget a graph inside, whose run is over."""
        self._over.discard(ns)

    def wait(self, point: GatePoint) -> Literal["go", "stop"]:
        """Hold the run here if it should be held, and say whether it goes on."""
        with self._turn:
            with self._changed:
                reason = None if self._is_halted else self._reason(point)
                if reason is not None:
                    self.paused_at, self._left = point, None
            if reason is not None:
                self._pause(point, reason)
            is_left = self._left is point or (self._is_lost and point.ns != ROOT_NS)
        if is_left:
            return "stop"
        if self._is_halted:
            if self.stopped_at is None or point.ns == ROOT_NS:
                self.stopped_at = point
            return "stop"
        return "go"

    def _pause(self, point: GatePoint, reason: Reason) -> None:
        began_s = self._clock_s()
        self._on_pause(point, reason)
        with self._changed:
            # Whoever asks in the meantime has taken `paused_at` away already, so no wake-up is lost.
            self._changed.wait_for(lambda: self.paused_at is None)
        self.paused_s += self._clock_s() - began_s

    def _reason(self, point: GatePoint) -> Reason | None:
        if self._passes(point):
            return None
        is_between = point.phase == "plan" and point.ns == ROOT_NS
        if self._is_held:
            return "pause"
        if is_between and self._steps_left is not None and self._steps_left <= 0:
            return "limit"
        if self._until == "phase":
            return "phase"
        if self._until == "superstep" and is_between and self._ended_steps:
            return "step"
        return None

    def _passes(self, point: GatePoint) -> bool:
        """Tell whether there is nothing to hold before: nothing is due, or the root has given up what this is in."""
        return (point.phase == "plan" and point.ns in self._over) or (self._is_lost and point.ns != ROOT_NS)

    def _arm(self) -> None:
        self.armed = self._until != "end" or self._is_held or self._is_halted or self._steps_left is not None


def _is_inside(ns: str, around: str) -> bool:
    return ns != ROOT_NS if around == ROOT_NS else ns.startswith(f"{around}{NAMESPACE_SEPARATOR}")
