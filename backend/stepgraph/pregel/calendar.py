"""The present as the text that checkpoints carry."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime


class Calendar:
    """Writes the present as text; within a second only the fraction is new."""

    def __init__(self, time_ns: Callable[[], int] = time.time_ns) -> None:
        self._time_ns = time_ns
        self._second: tuple[int, str] = (-1, "")  # replaced as one, as threads share it

    def now_iso(self) -> str:
        """Return the present as the text that checkpoints carry."""
        second, microseconds = divmod(self._time_ns() // 1_000, 1_000_000)
        known, text = self._second
        if known != second:
            text = datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S")
            self._second = (second, text)
        return f"{text}.{microseconds:06}+00:00"


now_iso = Calendar().now_iso
"""Returns the present by this machine's clock."""
