"""What a run takes from the outside: clock, calendar and checkpoint ids; handed in, so that tests can fix them."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stepgraph.checkpoint.ids import new_checkpoint_id
from stepgraph.pregel.calendar import now_iso


def pause(seconds: float) -> None:
    """Wait. The function is looked up in each call, so that a caller's stand-in for it is used."""
    time.sleep(seconds)


def jitter() -> float:
    """Return by how many seconds a pause is made longer, so that many runs do not try again at once."""
    return random.uniform(0, 1)  # noqa: S311  # nothing secret hangs on it


@dataclass(frozen=True, slots=True)
class Sleep:
    """A pause, in the form in which the core calls functions."""

    name: str = "pause"
    func: Callable[..., Any] | None = pause
    afunc: Callable[..., Any] | None = asyncio.sleep
    injected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outside:
    """The sources of everything that two equal runs may differ in."""

    clock_s: Callable[[], float] = time.perf_counter
    now_iso: Callable[[], str] = now_iso
    new_checkpoint_id: Callable[[int], str] = new_checkpoint_id
    jitter: Callable[[], float] = jitter
    sleep: Sleep = Sleep()


REAL_WORLD = Outside()
"""The real clock, calendar and random numbers."""
