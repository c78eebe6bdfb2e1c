"""What a run takes from the outside: clock, calendar and checkpoint ids; handed in, so that tests can fix them."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from stepgraph.checkpoint.ids import new_checkpoint_id


def now_iso() -> str:
    """Return the present as the text that checkpoints carry."""
    return datetime.now(UTC).isoformat()


@dataclass(frozen=True, slots=True)
class Sleep:
    """A pause, in the form in which the core calls functions."""

    name: str = "pause"
    func: Callable[..., Any] | None = time.sleep
    afunc: Callable[..., Any] | None = asyncio.sleep
    injected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outside:
    """The sources of everything that two equal runs may differ in."""

    clock_s: Callable[[], float] = time.perf_counter
    now_iso: Callable[[], str] = now_iso
    new_checkpoint_id: Callable[[int], str] = new_checkpoint_id
    jitter: Callable[[], float] = random.random
    sleep: Sleep = Sleep()


REAL_WORLD = Outside()
"""The real clock, calendar and random numbers."""
