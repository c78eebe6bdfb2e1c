"""Ids of checkpoints: ordered by time, with the superstep readable in the fourth group (UUID version 6)."""

from __future__ import annotations

import threading
import time
from random import Random

# 100 ns intervals between the UUID epoch (1582) and the Unix epoch.
_GREGORIAN_OFFSET = 0x01B21DD213814000

_lock = threading.Lock()
_random = Random()
_last_timestamp = 0


def new_checkpoint_id(step: int) -> str:
    """Return an id greater than all that this process made before, which carries `step` as its clock sequence."""
    global _last_timestamp
    with _lock:
        timestamp = time.time_ns() // 100 + _GREGORIAN_OFFSET
        if timestamp <= _last_timestamp:
            timestamp = _last_timestamp + 1
        _last_timestamp = timestamp
    return checkpoint_id(timestamp, step, _random.getrandbits(48))


def checkpoint_id(timestamp: int, step: int, node: int) -> str:
    """Lay out the fields of a UUID version 6; `step` is kept modulo 2**14, so -1 reads ``bfff``."""
    return (
        f"{timestamp >> 28:08x}-{(timestamp >> 12) & 0xFFFF:04x}-{0x6000 | (timestamp & 0x0FFF):04x}"
        f"-{0x8000 | (step & 0x3FFF):04x}-{node:012x}"
    )
