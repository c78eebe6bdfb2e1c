"""Threads for tasks: one pool for each depth of calling, so that tasks that wait never hold up what they wait for."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

# More threads than this at a time help no graph; what a run allows itself (`max_concurrency`) comes first.
_MOST_THREADS = 128
# Threads that only wait for an executor cost little, and how much runs at a time is the executor's to say.
_MOST_WAITING = 1024


class Pools:
    """The pools of one run, each made when it is first needed."""

    def __init__(self, allowed: int | None, *, wait: bool = False) -> None:
        self._allowed = allowed or (_MOST_WAITING if wait else _MOST_THREADS)
        self._by_depth: dict[int, ThreadPoolExecutor] = {}
        self._lock = threading.Lock()

    def at(self, depth: int) -> ThreadPoolExecutor:
        """Return the pool for tasks to which `depth` calls lead."""
        with self._lock:
            if depth not in self._by_depth:
                self._by_depth[depth] = ThreadPoolExecutor(self._allowed, thread_name_prefix="stepgraph-task")
            return self._by_depth[depth]

    def shutdown(self, *, wait: bool) -> None:
        """End the pools, the callers' first; what has not begun never does."""
        for pool in list(self._by_depth.values()):
            pool.shutdown(wait=wait, cancel_futures=True)
