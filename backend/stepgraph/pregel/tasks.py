"""Tasks: one node due in one superstep, its identity, its place in the order of writes, and what it wrote."""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal

import xxhash

from stepgraph.constants import NAMESPACE_END, NAMESPACE_SEPARATOR, PULL, PUSH
from stepgraph.errors import NodeError
from stepgraph.interrupts import Interrupt
from stepgraph.pregel.facts import FailedAttempt, TaskPath, Write
from stepgraph.pregel.program import ChannelPair, NodeProgram
from stepgraph.pregel.watch import Watch
from stepgraph.types import CacheKey, TimeoutPolicy

PUSH_TRIGGERS = (PUSH,)
HANDLER = "node_error_handler"
"""What marks the path of a handler's task."""

_id_lock = threading.Lock()
_ID_FIELDS = struct.Struct("8s4s4s4s12s").unpack


class Moment:
    """A superstep's place: namespace, number, and the id of the checkpoint it starts from.

    The id costs as much as a small superstep, so without a saver it is made when somebody first asks for it.
    """

    __slots__ = ("_id", "_new_id", "ns", "step", "stop")

    def __init__(self, ns: str, step: int, stop: int, checkpoint_id: str | None, new_id: Callable[[int], str]) -> None:
        self.ns = ns
        self.step = step
        self.stop = stop
        self._id = checkpoint_id
        self._new_id = new_id

    @property
    def checkpoint_id(self) -> str:
        """The id of the checkpoint this superstep starts from."""
        if self._id is None:
            with _id_lock:
                if self._id is None:
                    self._id = self._new_id(self.step - 1)
        return self._id

    def inside(self, ns: str) -> Moment:
        """Return the same moment for what runs below a task."""
        return Moment(ns, self.step, self.stop, self.checkpoint_id, self._new_id)


class Task:
    """One run of a node, with its input, and later with its writes or its error."""

    # Most tasks end well and are not told of, so what only the others set has its default on the class.
    error: BaseException | None = None
    interrupts: tuple[Interrupt, ...] = ()
    is_restored = False
    result: object = None
    ignored: tuple[str, ...] = ()
    duration_s = 0.0
    # How many questions were asked, and how many graphs were run inside.
    asked = 0
    nested = 0
    # How many tasks it called; an attempt goes on counting, so that a new one is no old one.
    calls = 0
    caller: Task | None = None
    """Whose code called this task."""
    future: Any = None
    """What the code that called this task waits for."""
    is_cached = False
    segments: Sequence[tuple[int, str]] = ()
    """Up to which write each way of writing came, in order; kept only for somebody who is told."""
    is_paused = False
    attempt = 1
    answers: list[object] | None = None
    cache_key: CacheKey | None = None
    timeout: TimeoutPolicy | None = None
    """The limits of its packet, which come before those of its node."""
    watch: Watch | None = None
    """The clocks of the attempt that runs, when it has limits."""
    failures: tuple[FailedAttempt, ...] = ()
    """The attempts after which it was tried again; kept only for somebody who is told."""
    first_attempt_time: float | None = None
    handled: NodeError | None = None
    """What a task of an error handler runs for."""
    errand: Any = None  # of the room's own class, which knows tasks
    """Its call on an executor, for which a thread waits."""
    recalled: Literal["", "if queued", "in any case"] = ""
    """Whether it is taken back from its executor: if it has not begun there, or in any case."""
    is_withdrawn = False
    """Whether it therefore came to nothing: it never began there, or nobody waited for its end."""
    worker = ""
    """Who ran its function, when that was not here."""
    handles: str | None = None
    """The id of the task that failed, for a task of an error handler."""
    outer_ns: str | None = None
    """The namespace of the task that failed, for a task of an error handler; others stand in that of their graph."""

    def __init__(
        self,
        node: NodeProgram,
        moment: Moment,
        path: TaskPath,
        triggers: tuple[str, ...],
        input: object,
        *,
        id: str | None = None,
    ) -> None:
        self.node = node
        self.name = node.name
        self.moment = moment
        self.path = path
        self.triggers = triggers
        self.input = input
        self.writes: list[ChannelPair] = []
        self._id = id

    @property
    def is_called(self) -> bool:
        """Whether the code of another task called this one."""
        return self.caller is not None

    def begin_again(self) -> None:
        """Forget what a failed attempt wrote; the answers that it was given stay."""
        self.attempt += 1
        self.watch = None
        self.writes.clear()
        self.segments = ()
        self.asked = 0
        self.nested = 0

    @property
    def id(self) -> str:
        """The id that a replay of the same checkpoint gives the task again."""
        if self._id is None:
            self._id = task_id(self.moment, self.name, self.path, self.triggers)
        return self._id

    @property
    def ns(self) -> str:
        """The namespace of what runs inside this task."""
        outer = self.moment.ns if self.outer_ns is None else self.outer_ns
        return f"{node_ns(outer, self.name)}{NAMESPACE_END}{self.id}"

    def told_writes(self) -> tuple[Write, ...]:
        """Return the writes, each with the way it came about."""
        told: list[Write] = []
        start = 0
        for end, via in (*self.segments, (len(self.writes), "state")):
            for channel, value in self.writes[start:end]:
                told.append(Write(channel, value, via))
            start = end
        return tuple(told)


def node_ns(ns: str, name: str) -> str:
    """Return the namespace of a node below the graph of namespace `ns`."""
    return f"{ns}{NAMESPACE_SEPARATOR}{name}" if ns else name


def task_id(moment: Moment, name: str, path: TaskPath, triggers: Sequence[str]) -> str:
    """Hash what makes a task the same task on every replay."""
    if path[0] != PUSH:
        tail = f"{PULL}{''.join(triggers)}"
    elif path[-1] is True:
        # A called one, which hangs on the task that called it.
        tail = f"{PUSH}{path_text(path[1])}{path[2]}"
    else:
        tail = f"{PUSH}{path[1]}"
    return _hashed(moment, moment.ns, name, tail)


def handler_id(failed: Task, name: str) -> str:
    """Return the id of the task of a handler, which hangs on the task that failed."""
    return _hashed(failed.moment, failed.ns, name, f"{PUSH}{HANDLER}{failed.id}")


def _hashed(moment: Moment, ns: str, name: str, tail: str) -> str:
    seed = bytes.fromhex(moment.checkpoint_id.replace("-", ""))
    outer = f"{ns}{NAMESPACE_SEPARATOR}{name}" if ns else name
    digest = xxhash.xxh3_128_hexdigest(seed + f"{outer}{moment.step}{name}{tail}".encode())
    return b"-".join(_ID_FIELDS(digest.encode())).decode()


@lru_cache(maxsize=4096)
def _pull_text(name: str) -> str:
    # Kept, so that the rows of a saver share it.
    return f"~{PULL}, {name}"


def path_text(part: Any) -> str:
    """Return the text by which a task path is ordered, and stored with its writes."""
    if type(part) is tuple and len(part) == 2 and part[0] == PULL:
        # That of most tasks.
        return _pull_text(part[1])
    if isinstance(part, (tuple, list)):
        return f"~{', '.join(map(path_text, part))}"
    return f"{part:010d}" if isinstance(part, int) else str(part)


def write_order(path: TaskPath) -> str:
    """Return the key that puts tasks in the order of their writes: pulled by name, then pushed by number."""
    return path_text(path)
