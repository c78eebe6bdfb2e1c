"""The bench on which one planned graph runs on one library: what happened, and whose turn it is to fail."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from itertools import repeat
from typing import Any

PATIENCE = 100
"""How many milliseconds a failure waits for the other tasks of its superstep, when no event says that they ended."""

PAUSE = 40
"""How many milliseconds are between two failures in one superstep."""


class Bench:
    """What the nodes of one planned graph share while it runs."""

    def __init__(self, lib: Any, *, is_async: bool = False) -> None:
        self.lib = lib
        self.is_async = is_async
        self.marks: Counter[str] = Counter()
        """How often each feature was seen to happen."""
        self._ran: dict[str, int] = {}
        self._failed: set[Any] = set()
        self._open: set[str] = set()
        self._failing = 0

    def mark(self, *features: str) -> None:
        """Note that features happened."""
        self.marks.update(features)

    def begin_call(self) -> None:
        """Begin to look for nodes that run again."""
        self._ran.clear()

    def runs(self, name: str, metadata: Any) -> None:
        """Note that a node runs, and in which superstep."""
        if "|" in metadata["langgraph_checkpoint_ns"]:
            self.mark("graph inside")
        elif self._ran.setdefault(name, metadata["langgraph_step"]) != metadata["langgraph_step"]:
            self.mark("loop")

    def is_first(self, key: Any) -> bool:
        """Tell whether a task is tried for the first time."""
        if key in self._failed:
            return False
        self._failed.add(key)
        return True

    def hear(self, mode: str, payload: Any) -> None:
        """Take in an event: which tasks have started, and which have ended."""
        if mode == "debug":
            self.hear({"checkpoint": "checkpoints"}.get(payload["type"], "tasks"), payload["payload"])
        elif mode == "checkpoints":
            self._open.clear()
            self._failing = 0
        elif mode == "tasks":
            (self._open.add if "triggers" in payload else self._open.discard)(payload["id"])

    def others_have_ended(self) -> None:
        """Wait until a failure can come: which task ended first would be chance."""
        for _ in self._waits():
            time.sleep(0.001)

    async def others_end(self) -> None:
        """Wait for the same without holding up the others."""
        for _ in self._waits():
            await asyncio.sleep(0.001)

    def _waits(self) -> Iterator[None]:
        """Yield until every task that does not fail has ended; then one after the other fails, with time between."""
        place = self._failing
        self._failing += 1
        for _ in range(PATIENCE):
            if 0 < len(self._open) <= self._failing:
                break
            yield
        yield from repeat(None, place * PAUSE)
