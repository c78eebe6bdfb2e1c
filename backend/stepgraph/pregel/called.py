"""Tasks that the code of a task calls: each is a task of its own, in the superstep of the one that called it.

A call gives a future at once. It gets its result when the core has kept it, so that nobody goes on from a result that
could be lost; a driver gives it itself only where the core cannot, because it runs the caller or ends the superstep.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any, Protocol, TypeAlias

from stepgraph.checkpoint.model import PendingWrite
from stepgraph.constants import MISSING, PUSH, RETURN
from stepgraph.pregel.cache_keys import note_cache_keys
from stepgraph.pregel.program import NodeProgram
from stepgraph.pregel.streams import Streams
from stepgraph.pregel.tasks import PUSH_TRIGGERS, Task
from stepgraph.scope import RunnableConfig

AnyFuture: TypeAlias = Any  # of concurrent.futures or of asyncio: both have the same methods for their result


class Called:
    """Marks an object that, called by the code of a task, runs as a task of its own."""


class CallDriver(Protocol):
    """What a driver does for a task that is called; asked from whichever thread the caller runs in."""

    def new_future(self, node: NodeProgram) -> AnyFuture:
        """Return an empty future that the caller can wait for."""

    def begin(self, task: Task) -> None:
        """Begin to run the task; it is among those that have ended when it has."""


class Calls:
    """The tasks that were called in the open superstep of one run."""

    def __init__(
        self,
        streams: Streams,
        config: RunnableConfig,
        *,
        caches: bool,
        tell: Callable[[Task], None] | None = None,
    ) -> None:
        """Take who is told of each task before it begins, in the thread of the one that calls it."""
        self.driver: CallDriver | None = None
        self.made: list[Task] = []
        self.open = 0
        """How many have not ended."""
        self._streams = streams
        self._config = config
        self._caches = caches
        self._tell = tell
        self._returned: dict[str, object] = {}
        self._lock = threading.Lock()
        self._is_abandoned = False

    def begin_step(self, pending: Iterable[PendingWrite]) -> None:
        """Begin a superstep, in which what finished in an earlier attempt is not run again."""
        self.made.clear()
        self._returned = {task_id: value for task_id, channel, value in pending if channel == RETURN}

    def call(self, caller: Task, node: NodeProgram, given: object) -> AnyFuture:
        """Run `node` with `given` as a task below `caller`, and return its future."""
        assert self.driver is not None
        future = self.driver.new_future(node)
        number, caller.calls = caller.calls, caller.calls + 1
        path = (PUSH, caller.path, number, True)
        task = Task(node, caller.moment.inside(caller.ns), path, PUSH_TRIGGERS, given)
        task.caller = caller
        if self._caches:
            note_cache_keys([task])
        self._streams.task_called(task, self._config)
        returned = self._returned.get(task.id, MISSING)
        if returned is not MISSING:
            future.set_result(returned)
            return future
        task.future = future
        with self._lock:
            if self._is_abandoned:
                future.cancel()
                return future
            self.made.append(task)
            self.open += 1
        if self._tell is not None:
            self._tell(task)
        self.driver.begin(task)
        return future

    def ended(self, tasks: Iterable[Task]) -> int:
        """Count the called ones among tasks that have ended, give their futures what they are, and return how many."""
        if not self.made:
            return 0
        called = [task for task in tasks if task.caller is not None]
        with self._lock:
            self.open -= len(called)
        for task in called:
            give(task)
        return len(called)

    def abandon(self) -> None:
        """Let nobody wait any longer: the run is over."""
        with self._lock:
            self._is_abandoned = True
        for task in self.made:
            if not task.future.done():
                task.future.cancel()


def give(task: Task) -> None:
    """Give the future of a called task what the task returned or raised, unless it has it already."""
    future = task.future
    if future.done():
        return
    if task.error is None:
        future.set_result(next((value for channel, value in task.writes if channel == RETURN), None))
    else:
        future.set_exception(task.error)
        # Looked at here, so that asyncio does not complain of one for which nobody waits.
        future.exception()


def depth_of(task: Task) -> int:
    """Return how many calls lead to the task; 0 for one that was planned."""
    return 0 if task.caller is None else depth_of(task.caller) + 1


def calls_tasks(named: Sequence[Any]) -> bool:
    """Tell whether a function's code calls tasks: whether what it names is something that runs as one."""
    return bool(named) and any(isinstance(value, Called) for value in named)


def named_values(function: Any) -> Sequence[Any]:
    """Return the objects around a function that its code names: of its module, and of the functions it stands in."""
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType):
        return ()
    known = function.__globals__
    named = [known[name] for name in names_in(code) if name in known]
    cells = function.__closure__
    return [*(cell.cell_contents for cell in cells if _is_filled(cell)), *named] if cells else named


@lru_cache(maxsize=4096)
def names_in(code: CodeType) -> frozenset[str]:
    """Return the names that code looks up: of variables around it, of attributes, and of what it imports."""
    inner = (names_in(part) for part in code.co_consts if isinstance(part, CodeType))
    return frozenset(code.co_names).union(*inner)


def _is_filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018  # only whether it raises counts
    except ValueError:
        return False
    return True
