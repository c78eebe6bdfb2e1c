"""Watching one attempt at a node: how long it may take, and how long it may be silent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from stepgraph.errors import NodeTimeoutError
from stepgraph.types import TimeoutPolicy

Result = TypeVar("Result")


class Watch:
    """The clocks of one attempt. Signs of life may come from any thread."""

    __slots__ = ("_clock_s", "_heard_s", "_hears_all", "_idle_s", "_node", "_run_s", "_started_s")

    def __init__(self, node: str, policy: TimeoutPolicy, clock_s: Callable[[], float] = time.monotonic) -> None:
        # Policies hold seconds once they are coerced, which the builder and `Send` do.
        limits: Any = policy
        self._node = node
        self._run_s: float | None = limits.run_timeout
        self._idle_s: float | None = limits.idle_timeout
        self._hears_all = policy.refresh_on == "auto"
        self._clock_s = clock_s
        self._started_s = self._heard_s = clock_s()

    def beat(self) -> None:
        """Take the node's own word that it is alive."""
        self._heard_s = self._clock_s()

    def progress(self) -> None:
        """Take something else for a sign of life: an event that the node streams, a graph inside that goes on."""
        if self._hears_all:
            self.beat()

    def left_s(self) -> float:
        """Return how many seconds are left until the first limit, if nothing is heard any more."""
        now_s = self._clock_s()
        ends = [] if self._run_s is None else [self._started_s + self._run_s]
        if self._idle_s is not None:
            ends.append(self._heard_s + self._idle_s)
        return max(0.0, min(ends) - now_s)

    def exceeded(self) -> NodeTimeoutError | None:
        """Return the error of the limit that is exceeded, None while none is."""
        now_s = self._clock_s()
        took_s, silent_s = now_s - self._started_s, now_s - self._heard_s
        if self._run_s is not None and took_s >= self._run_s:
            return self._error(took_s, "run")
        if self._idle_s is not None and silent_s >= self._idle_s:
            return self._error(silent_s, "idle")
        return None

    def _error(self, elapsed_s: float, kind: Any) -> NodeTimeoutError:
        return NodeTimeoutError(self._node, elapsed_s, kind=kind, idle_timeout=self._idle_s, run_timeout=self._run_s)


async def watched(watch: Watch, awaitable: Awaitable[Result]) -> Result:
    """Return what `awaitable` gives, or cancel it when a limit is exceeded; what it gives then comes too late."""
    task = asyncio.ensure_future(awaitable)
    try:
        while True:
            ended, _ = await asyncio.wait({task}, timeout=watch.left_s())
            if ended:
                return task.result()
            error = watch.exceeded()
            if error is not None:
                raise error
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
