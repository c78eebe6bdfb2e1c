"""Threads for tasks that run side by side: one crew for each depth of calling, so that tasks never wait for a caller.

Starting a thread gives way to it. A task that only computes has ended before anybody else goes on, so its thread takes
the next one and few threads do; a task that blocks lets the next thread begin at once.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from itertools import count

from stepgraph.pregel.called import depth_of
from stepgraph.pregel.tasks import Task

# More threads than this at a time help no graph; what a run allows itself (`max_concurrency`) comes first.
_MOST_THREADS = 128
# Threads that only wait for an executor cost little, and how much runs at a time is the executor's to say.
_MOST_WAITING = 1024

_numbers = count()


class Crews:
    """The threads of one run. `work` runs one task to its end, and raises nothing."""

    def __init__(self, work: Callable[[Task], None], allowed: int | None, *, wait: bool) -> None:
        self._work = work
        self._allowed = allowed or (_MOST_WAITING if wait else _MOST_THREADS)
        self._by_depth: dict[int, _Crew] = {}
        self._lock = threading.Lock()

    def begin(self, tasks: Sequence[Task]) -> None:
        """Begin to run tasks of one depth."""
        crew = self._at(depth_of(tasks[0]))
        for task in tasks:
            crew.add(copy_context(), task)
        crew.man()

    def withdraw(self) -> list[Task]:
        """Return the tasks that no thread has taken; none ever will."""
        return [task for crew in list(self._by_depth.values()) for task in crew.withdraw()]

    def end(self) -> None:
        """Wait for the tasks that run; what has not begun never does."""
        self.withdraw()
        for crew in list(self._by_depth.values()):
            crew.join()

    def _at(self, depth: int) -> _Crew:
        with self._lock:
            if depth not in self._by_depth:
                self._by_depth[depth] = _Crew(self._work, self._allowed)
            return self._by_depth[depth]


class _Crew:
    """Threads that share one queue. Each ends when nothing waits any longer."""

    def __init__(self, work: Callable[[Task], None], allowed: int) -> None:
        self._work = work
        self._allowed = allowed
        self._queue: deque[tuple[Context, Task]] = deque()
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()

    def add(self, context: Context, task: Task) -> None:
        """Let a task wait for a thread; `man` sees to it that one comes."""
        self._queue.append((context, task))

    def man(self) -> None:
        """Start threads until no task waits, or no more are allowed."""
        while self._queue:
            thread = threading.Thread(target=self._take_all, name=f"stepgraph-task_{next(_numbers)}")
            with self._lock:
                if len(self._threads) >= self._allowed:
                    return
                self._threads.add(thread)
            try:
                thread.start()
            except RuntimeError:
                # The system gives no more threads: those that there are go on.
                self._threads.discard(thread)
                if not self._threads:
                    raise
                return

    def withdraw(self) -> list[Task]:
        """Return the tasks that still wait, and let them wait no longer."""
        withdrawn: list[Task] = []
        while self._queue:
            try:
                withdrawn.append(self._queue.pop()[1])
            except IndexError:
                break
        return withdrawn

    def join(self) -> None:
        """Wait until no thread runs."""
        for thread in list(self._threads):
            thread.join()

    def _take_all(self) -> None:
        while True:
            try:
                context, task = self._queue.popleft()
            except IndexError:
                with self._lock:
                    # Looked at once more, because who adds a task looks at the threads with the same lock.
                    if not self._queue:
                        self._threads.discard(threading.current_thread())
                        return
            else:
                context.run(self._work, task)
