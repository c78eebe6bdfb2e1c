"""Threads for what tasks on an event loop call: one pool for each depth, so that nobody holds up what it waits for."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

# More threads than this at a time help no graph; how many tasks run at a time is for the event loop to say.
_MOST_THREADS = 128


class Pools:
    """The pools of one run, each made when it is first needed."""

    def __init__(self) -> None:
        self._by_depth: dict[int, ThreadPoolExecutor] = {}
        self._lock = threading.Lock()

    def at(self, depth: int) -> ThreadPoolExecutor:
        """Return the pool for tasks to which `depth` calls lead."""
        with self._lock:
            if depth not in self._by_depth:
                self._by_depth[depth] = ThreadPoolExecutor(_MOST_THREADS, thread_name_prefix="stepgraph-task")
            return self._by_depth[depth]

    def shutdown(self) -> None:
        """End the pools, the callers' first; what has not begun never does."""
        for pool in list(self._by_depth.values()):
            pool.shutdown(wait=False, cancel_futures=True)
