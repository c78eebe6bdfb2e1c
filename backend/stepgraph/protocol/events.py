"""Events: what happened, in the past tense, each complete by itself.

Facts of a superstep are provisional until its ``step.committed``; after a ``step.aborted`` its channel events do not
hold. Versions are integers; ``None`` means "none yet". Durations are milliseconds.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from stepgraph.protocol.graph import GraphChannel, GraphEdge, GraphManaged, GraphNode, InnerGraph
from stepgraph.protocol.parts import (
    ChannelWrite,
    Due,
    Durations,
    KeptTask,
    PlannedTask,
    Question,
    Repair,
    RestoredCell,
    Wake,
    Write,
)
from stepgraph.protocol.problems import Frame, Problem
from stepgraph.protocol.shape import Shape
from stepgraph.protocol.values import Preview

# What events are made of is read from here as well: `events.Write`.
__all__ = [
    "ChannelWrite",
    "Due",
    "Durations",
    "KeptTask",
    "PlannedTask",
    "Question",
    "Repair",
    "RestoredCell",
    "Wake",
    "Write",
]

Phase: TypeAlias = Literal["plan", "execute", "apply", "channel", "commit"]
"""The phase that is about to begin; ``channel`` is a place inside apply, before one channel's update."""


class Event(Shape, frozen=True, tag_field="type"):
    """The base of events. ``run`` is "" for what belongs to no run; ``ns`` is "" for the root graph."""

    run: str
    ns: str


class GraphCompiled(Event, frozen=True, tag="graph.compiled"):
    """The document was imported and compiled: what will run.

    ``changed`` says that the source is not the one that the thread's earlier events were made with.
    ``prefill`` is the module's ``INPUT`` as JSON text; the schemas are JSON Schema as JSON text.
    ``inner`` are the graphs inside of nodes, each after the one that it is in.
    """

    document: str
    graph: str
    source_hash: str
    changed: bool
    nodes: tuple[GraphNode, ...]
    channels: tuple[GraphChannel, ...]
    managed: tuple[GraphManaged, ...]
    edges: tuple[GraphEdge, ...]
    input_keys: tuple[str, ...]
    output_keys: tuple[str, ...]
    input_schema: str | None
    context_schema: str | None
    prefill: str | None
    interrupt_before: tuple[str, ...]
    interrupt_after: tuple[str, ...]
    checkpointer_replaced: bool
    inner: tuple[InnerGraph, ...] = ()


class GraphRejected(Event, frozen=True, tag="graph.rejected"):
    """The document gives no graph to run. ``candidates`` are the graphs to choose from, when there are several."""

    document: str
    problems: tuple[Problem, ...]
    candidates: tuple[str, ...]


class EngineWarned(Event, frozen=True, tag="engine.warned"):
    """What the reference only logs."""

    step: int | None
    code: str
    sentence: str
    node: str | None
    channel: str | None


class RunStarted(Event, frozen=True, tag="run.started"):
    """A call began. ``kind``: with an input, going on from the tip, or a fork from an earlier ``checkpoint``."""

    kind: Literal["input", "resume", "fork"]
    thread: str
    checkpoint: str | None
    step: int
    recursion_limit: int
    input: Preview
    context: Preview


class RunPaused(Event, frozen=True, tag="run.paused"):
    """The run waits. ``phase`` is about to begin in superstep ``step`` of the graph that ``ns`` names."""

    reason: Literal["step", "phase", "pause", "breakpoint", "limit", "question"]
    step: int
    phase: Phase
    channel: str | None
    node: str | None


class RunFinished(Event, frozen=True, tag="run.finished"):
    """Nothing is due any more. ``step`` is the last superstep."""

    step: int
    output: Preview


class RunFailed(Event, frozen=True, tag="run.failed"):
    """The run ended by an error; what was committed stands."""

    step: int
    code: str
    error: str
    sentence: str


class RunStopped(Event, frozen=True, tag="run.stopped"):
    """A person ended the run; it can go on from its last checkpoint."""

    reason: Literal["asked", "killed", "restart"]
    step: int | None
    phase: Phase | None


class StepPlanned(Event, frozen=True, tag="step.planned"):
    """A superstep has its tasks, and nothing of the user's has run yet."""

    step: int
    tasks: tuple[PlannedTask, ...]


class TaskEvent(Event, frozen=True):
    """What befell one task."""

    step: int
    task: str
    node: str


class TaskStarted(TaskEvent, frozen=True, tag="task.started"):
    """The node's function is about to be called. ``called_by``: the task whose code called this one, if one did."""

    input: Preview
    called_by: str | None = None


class TaskRetried(TaskEvent, frozen=True, tag="task.retried"):
    """An attempt at a node raised, and after the pause the node was tried again. Told when the task has ended."""

    attempt: int
    error: str
    sentence: str
    pause_ms: float


class TaskHandled(TaskEvent, frozen=True, tag="task.handled"):
    """A handler takes the failure of ``task``: its own task, ``by``, joins the superstep, which goes on."""

    by: str
    handler: str


class TaskCached(TaskEvent, frozen=True, tag="task.cached"):
    """What the node writes for its input was kept by an earlier run, so it is not called."""


class TaskPlaced(TaskEvent, frozen=True, tag="task.placed"):
    """The node's function ran on an executor: ``worker`` is the thread, process or machine. Told when it has ended."""

    worker: str


class TaskOutput(TaskEvent, frozen=True, tag="task.output"):
    """Text that a task printed; ``cut`` counts the characters that were not kept."""

    stream: Literal["stdout", "stderr"]
    text: str
    cut: int


class TaskFinished(TaskEvent, frozen=True, tag="task.finished"):
    """A task ended well. ``ignored`` are keys of its result that no channel takes."""

    writes: tuple[Write, ...]
    ignored: tuple[str, ...]
    duration_ms: float


class TaskFailed(TaskEvent, frozen=True, tag="task.failed"):
    """A task raised. ``traceback`` is innermost last, only the user's frames."""

    error: str
    sentence: str
    code: str
    traceback: tuple[Frame, ...]
    writes: tuple[Write, ...]
    duration_ms: float


class TaskInterrupted(TaskEvent, frozen=True, tag="task.interrupted"):
    """A task asks and waits. ``place``: where it stands among the tasks of its superstep's plan, in the root."""

    questions: tuple[Question, ...]
    duration_ms: float
    place: int = 0


class ChannelConsumed(Event, frozen=True, tag="channel.consumed"):
    """A trigger that had fired was consumed; told only for classes that react to it."""

    step: int
    channel: str
    returned: bool
    version_before: int | None
    version_after: int | None
    available: bool


class ChannelUpdated(Event, frozen=True, tag="channel.updated"):
    """``update()`` was called. Cause ``empty``: with no writes, and it changed something.

    ``value_before`` is the ref of the value told last, if it had one. A value that is stored but not yet available
    is shown in ``value_after``, here and in ``channel.finished``; ``available`` is then false.
    """

    step: int
    channel: str
    kind: str
    cause: Literal["write", "empty"]
    writes: tuple[ChannelWrite, ...]
    value_before: str | None
    value_after: Preview
    returned: bool
    version_before: int | None
    version_after: int | None
    available: bool


class ChannelFinished(Event, frozen=True, tag="channel.finished"):
    """``finish()`` was called, since nothing else is due; told only for classes that react to it."""

    step: int
    channel: str
    returned: bool
    value_after: Preview
    version_before: int | None
    version_after: int | None
    available: bool


class ChannelConflicted(Event, frozen=True, tag="channel.conflicted"):
    """``update()`` refused the writes: who wrote what, the code, and what would repair it."""

    step: int
    channel: str
    kind: str
    writes: tuple[ChannelWrite, ...]
    code: str
    sentence: str
    repairs: tuple[Repair, ...]


class StepCommitted(Event, frozen=True, tag="step.committed"):
    """The superstep is a checkpoint. ``unstorable`` says, per channel, what a resume will not have."""

    step: int
    source: Literal["input", "loop", "update", "fork"]
    checkpoint: str
    parent: str | None
    updated: tuple[str, ...]
    next: tuple[Due, ...]
    durations: Durations
    unstorable: dict[str, str]


class StepAborted(Event, frozen=True, tag="step.aborted"):
    """The superstep came to nothing; the last checkpoint stands, with ``kept`` pending on it.

    ``left``: a node of a graph inside handed the run to the graph around it, which is no failure.
    """

    step: int
    reason: Literal["task_failed", "update_failed", "interrupted", "stopped", "plan_failed", "worker_lost", "left"]
    sentence: str
    kept: tuple[KeptTask, ...]


class StateEdited(Event, frozen=True, tag="state.edited"):
    """A person's edit, applied right after as superstep ``step``, a child of ``parent``."""

    step: int
    parent: str | None
    how: Literal["node", "raw"]
    node: str | None
    writes: tuple[Write, ...]


class StateRestored(Event, frozen=True, tag="state.restored"):
    """The live end is this checkpoint now: all of its channels. Told before a run goes on from anywhere but the tip."""

    checkpoint: str
    step: int
    cells: tuple[RestoredCell, ...]
    next: tuple[Due, ...]


class WorkerLost(Event, frozen=True, tag="worker.lost"):
    """The process that ran the user's code is gone. ``checkpoint`` is where the run can go on."""

    exit_code: int | None
    signal: int | None
    last_event: str | None
    checkpoint: str | None
    sentence: str


_Known: TypeAlias = GraphCompiled | GraphRejected | EngineWarned
_Run: TypeAlias = RunStarted | RunPaused | RunFinished | RunFailed | RunStopped
_Begun: TypeAlias = StepPlanned | TaskStarted | TaskRetried | TaskHandled | TaskCached | TaskPlaced
_Ended: TypeAlias = TaskOutput | TaskFinished | TaskFailed | TaskInterrupted
_Channel: TypeAlias = ChannelConsumed | ChannelUpdated | ChannelFinished | ChannelConflicted
_Step: TypeAlias = StepCommitted | StepAborted | StateEdited | StateRestored
AnyEvent: TypeAlias = _Known | _Run | _Begun | _Ended | _Channel | _Step | WorkerLost
"""Every event that a log may hold."""
