"""Ids of checkpoints: ordered by time, with the superstep readable in the fourth group (UUID version 6)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from random import Random

# 100 ns intervals between the UUID epoch (1582) and the Unix epoch.
_GREGORIAN_OFFSET = 0x01B21DD213814000

_LENGTH = 36
# No clock is so wrong, and whoever made such an id up must not make all later ones run out of digits.
_LATEST = 1 << 59


class CheckpointIds:
    """Makes ids that grow, even when the clock stands still or is set back."""

    def __init__(self, *, time_ns: Callable[[], int] = time.time_ns, random: Random | None = None) -> None:
        self._time_ns = time_ns
        self._random = random or Random()  # noqa: S311  # tells ids apart, guards nothing
        self._lock = threading.Lock()
        self._last = 0

    def new(self, step: int) -> str:
        """Return an id greater than all made before, which carries `step` as its clock sequence."""
        with self._lock:
            timestamp = self._time_ns() // 100 + _GREGORIAN_OFFSET
            if timestamp <= self._last:
                timestamp = self._last + 1
            self._last = timestamp
        return checkpoint_id(timestamp, step, self._random.getrandbits(48))

    def follow(self, other: str) -> None:
        """Make ids greater than `other` from now on, which another machine with a faster clock may have made."""
        parts = other.split("-")
        if len(other) != _LENGTH or len(parts) != 5:
            return
        try:
            timestamp = int(parts[0] + parts[1] + parts[2][1:], 16)
        except ValueError:
            return
        if timestamp < _LATEST:
            with self._lock:
                self._last = max(self._last, timestamp)


def checkpoint_id(timestamp: int, step: int, node: int) -> str:
    """Lay out the fields of a UUID version 6; `step` is kept modulo 2**14, so -1 reads ``bfff``."""
    # Cut from one number, as there is an id for every superstep, and formatting five takes twice as long.
    time_digits = f"{timestamp:015x}"
    low, mid, high = time_digits[:8], time_digits[8:12], time_digits[12:]
    return f"{low}-{mid}-6{high}-{0x8000 | (step & 0x3FFF):x}-{node:012x}"


_OF_THIS_PROCESS = CheckpointIds()
new_checkpoint_id = _OF_THIS_PROCESS.new
"""Makes the ids of this process."""
follow_checkpoint_id = _OF_THIS_PROCESS.follow
"""Tells this process of an id that it read."""
