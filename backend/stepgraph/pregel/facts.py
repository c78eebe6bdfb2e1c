"""What the superstep core tells: one record for each thing that happened, in order.

A fact is the engine's, cheap to make, and holds live Python objects; it must be read at once or copied, since a
reducer may change a value in place later. Facts of a superstep are provisional until its ``StepCommitted``; after a
``StepAborted`` none of its channel facts hold. Structs, because a superstep makes some fifteen of them, and tuples with
names take three times as long to make.

``ns`` is the namespace of the subgraph ("" for the root). Versions are integers or the saver's own ordered type,
``None`` before the first one.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from stepgraph.pregel.program import Program

Version: TypeAlias = int | float | str
TaskPath: TypeAlias = tuple[object, ...]
Cause: TypeAlias = Literal["write", "empty"]
Source: TypeAlias = Literal["input", "loop", "update", "fork"]


class Wake(Struct, frozen=True):
    """One trigger of a node, with what the node had seen of it when the task was planned."""

    channel: str
    version: Version | None
    seen: Version | None
    available: bool

    @property
    def fired(self) -> bool:
        """Whether this trigger, not another, woke the node."""
        if self.version is None or self.seen is None:
            # Packets have no version, and what a node has never seen is new to it.
            return self.available
        return self.available and self.version > self.seen  # type: ignore[operator]  # versions of one saver have one type


class Write(Struct, frozen=True):
    """One write of a task. ``via``: state, edge, join, branch:<name>, goto, send, input or edit.

    It is "" where nobody knows: a router or command of an attempt that an earlier process made.
    """

    channel: str
    value: object
    via: str


class ChannelWrite(Struct, frozen=True):
    """One write as its channel received it."""

    task_id: str
    node: str
    value: object


class PlannedTask(Struct, frozen=True):
    """A task that is due. ``restored``: its writes of an earlier attempt are kept, so it does not run again."""

    id: str
    name: str
    path: TaskPath
    wakes: tuple[Wake, ...]
    input: object
    managed: dict[str, object]
    restored: bool
    handles: str | None = None
    """For an error handler that takes a failure of an earlier attempt: the id of the task that failed."""


class Due(Struct, frozen=True):
    """A node that is due in the next superstep, and the triggers that moved past what it had seen."""

    node: str
    path: TaskPath
    wakes: tuple[Wake, ...]


class KeptWrites(Struct, frozen=True):
    """Writes of one task that stay pending on the last checkpoint after an aborted or paused superstep."""

    task_id: str
    node: str
    writes: tuple[Write, ...]


class RunStarted(Struct, frozen=True):
    """A call began: from which checkpoint, at which superstep, and the last superstep its limit allows."""

    ns: str
    checkpoint_id: str | None
    step: int
    stop: int
    mode: Literal["input", "resume", "replay"]
    program: Program | None = None
    """What runs."""


class RunFinished(Struct, frozen=True):
    """A call ended. ``reason``: done, interrupted (breakpoint or question), out_of_steps, failed or stopped."""

    ns: str
    step: int
    reason: Literal["done", "interrupted", "out_of_steps", "failed", "stopped"]
    error: BaseException | None


class StepPlanned(Struct, frozen=True):
    """A superstep has its tasks; nothing of the user's has run yet. Step -1 has one pseudo task, ``__input__``."""

    ns: str
    step: int
    tasks: tuple[PlannedTask, ...]


class TaskStarted(Struct, frozen=True):
    """The user's function is about to be called with this input."""

    ns: str
    step: int
    task_id: str
    node: str
    input: object
    handles: str | None = None
    """For an error handler: the id of the task that failed, whose superstep it joins."""
    called_by: str | None = None
    """For a task that the code of another one called: the id of the other one."""


class FailedAttempt(Struct, frozen=True):
    """An attempt at a node that raised, after which the node was tried again when the pause was over."""

    attempt: int
    error: BaseException
    pause_s: float


class TaskFinished(Struct, frozen=True):
    """A task ended well; its writes wait for the barrier."""

    ns: str
    step: int
    task_id: str
    node: str
    result: object
    writes: tuple[Write, ...]
    duration_s: float
    ignored: tuple[str, ...]
    """Keys of the result that no channel takes (undeclared or managed)."""
    is_cached: bool = False
    """Its writes were kept from an earlier run with the same input, so the node was not called."""
    failures: tuple[FailedAttempt, ...] = ()
    worker: str = ""
    """Who ran the node's function on an executor; empty when it ran here."""


class TaskFailed(Struct, frozen=True):
    """A task raised; what it had written before is kept as the reference keeps it."""

    ns: str
    step: int
    task_id: str
    node: str
    error: BaseException
    writes: tuple[Write, ...]
    duration_s: float
    handler: str | None = None
    """The node that takes the failure, so that the superstep goes on."""
    failures: tuple[FailedAttempt, ...] = ()
    """The attempts before the last one."""
    worker: str = ""


class TaskInterrupted(Struct, frozen=True):
    """A task asked a question and waits."""

    ns: str
    step: int
    task_id: str
    node: str
    interrupts: tuple[object, ...]
    duration_s: float


class ChannelConsumed(Struct, frozen=True):
    """A trigger that fired was consumed. Told only for classes that override ``consume``."""

    ns: str
    step: int
    channel: str
    returned: bool
    version_before: Version | None
    version_after: Version | None
    available: bool


class ChannelUpdated(Struct, frozen=True):
    """``update()`` was called with these writes, or with none (cause "empty").

    An empty update is told only when it returned True. ``value`` is the channel's after the call, MISSING when empty
    or stored but not available (``stored`` then holds the checkpoint form).
    """

    ns: str
    step: int
    channel: str
    cause: Cause
    writes: tuple[ChannelWrite, ...]
    value: object
    stored: object
    returned: bool
    version_before: Version | None
    version_after: Version | None
    available: bool


class ChannelFinished(Struct, frozen=True):
    """``finish()`` was called since nothing else is due. Told only for classes that override it.

    ``value`` and ``stored`` are as in `ChannelUpdated`.
    """

    ns: str
    step: int
    channel: str
    returned: bool
    value: object
    stored: object
    version_before: Version | None
    version_after: Version | None
    available: bool


class ChannelConflicted(Struct, frozen=True):
    """``update()`` raised: all writes it got, and the error."""

    ns: str
    step: int
    channel: str
    writes: tuple[ChannelWrite, ...]
    error: BaseException


class StepCommitted(Struct, frozen=True):
    """The superstep is a checkpoint now. ``updated``: channels that may wake a node; ``due``: who is next."""

    ns: str
    step: int
    source: Source
    checkpoint_id: str | None
    parent_id: str | None
    updated: tuple[str, ...]
    due: tuple[Due, ...]


class StepAborted(Struct, frozen=True):
    """The superstep came to nothing: the last checkpoint stands, with the kept writes pending on it."""

    ns: str
    step: int
    reason: Literal["task_failed", "update_failed", "interrupted", "stopped", "plan_failed"]
    error: BaseException | None
    kept: tuple[KeptWrites, ...]


class StateEdited(Struct, frozen=True):
    """A person's edit is about to be applied as a superstep of its own, from ``parent_id``."""

    ns: str
    step: int
    parent_id: str | None
    how: Literal["node", "raw"]
    node: str | None
    writes: tuple[Write, ...]


class Warned(Struct, frozen=True):
    """What the reference only logs: unknown channel, unknown goto, managed key written, change after compile."""

    ns: str
    step: int
    code: str
    sentence: str
    node: str | None
    channel: str | None


Fact: TypeAlias = (
    RunStarted
    | RunFinished
    | StepPlanned
    | TaskStarted
    | TaskFinished
    | TaskFailed
    | TaskInterrupted
    | ChannelConsumed
    | ChannelUpdated
    | ChannelFinished
    | ChannelConflicted
    | StepCommitted
    | StepAborted
    | StateEdited
    | Warned
)
