"""How often something may be done."""

from __future__ import annotations

from collections.abc import Callable


class Bucket:
    """Allows a burst, and after it so many a second."""

    def __init__(self, *, burst: int, per_second: float, clock_s: Callable[[], float]) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock_s = clock_s
        self._left = float(burst)
        self._at_s = clock_s()

    def take(self) -> bool:
        """Take one, if there is one."""
        now_s = self._clock_s()
        self._left = min(self._burst, self._left + (now_s - self._at_s) * self._per_second)
        self._at_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True
