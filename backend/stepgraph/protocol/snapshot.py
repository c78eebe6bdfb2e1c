"""The picture at one moment: the fold of all events up to a seq. Its size is O(nodes + channels).

Snapshot + later events = all events: `stepgraph.protocol.fold` and the page's `store/reduce.ts` are the same function.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from stepgraph.protocol.events import (
    ChannelWrite,
    Due,
    Durations,
    EngineWarned,
    GraphCompiled,
    GraphRejected,
    Phase,
    Question,
    Repair,
    Wake,
)
from stepgraph.protocol.shape import Shape
from stepgraph.protocol.values import Preview

RunStatus: TypeAlias = Literal["none", "running", "paused", "finished", "failed", "stopped", "lost"]
NodeStatus: TypeAlias = Literal["idle", "planned", "running", "done", "failed", "interrupted"]

STEPS_IN_SNAPSHOT = 200
"""A snapshot holds at most so many of the newest steps; older ones are asked for page by page."""

WARNINGS_IN_SNAPSHOT = 50
"""A snapshot holds at most so many of the newest warnings."""

OUTPUT_CHARACTERS = 4_000
"""A node shows at most so much of the end of what its tasks printed."""


class Conflict(Shape, frozen=True):
    """Why a channel refused its writes in the shown superstep."""

    code: str
    sentence: str
    repairs: tuple[Repair, ...]


class Writer(Shape, frozen=True):
    """Who wrote what a channel holds, in which superstep, and how: state, edge, join, branch:<name>, goto, send, input
    or edit; "" where nobody told.
    """

    node: str
    via: str
    step: int


class Cell(Shape, frozen=True):
    """One channel now, and what the shown superstep did to it.

    ``changed``, ``writes``, ``returned``, ``cause``, ``version_before`` and ``conflict`` are of the newest superstep
    only and are empty for a channel it did not touch. ``seen_by``: node -> the version that it last saw. ``writers``
    wrote last to what the channel holds now, in whichever superstep; empty where that is not known.
    """

    name: str
    value: Preview
    previous: Preview
    version: int | None
    version_before: int | None
    available: bool
    changed: bool
    cause: Literal["write", "empty", "consume", "finish"] | None
    returned: bool | None
    writes: tuple[ChannelWrite, ...]
    seen_by: dict[str, int]
    writers: tuple[Writer, ...]
    conflict: Conflict | None


class NodeView(Shape, frozen=True):
    """One node now. Everything but ``name`` and ``status`` is of the newest superstep that it took part in (``step``).

    ``ended`` of its ``tasks`` have ended; ``duration_ms`` is that of the longest. ``woken_by`` tells for each trigger
    that fired who had written it. ``wrote`` are channels, each once, and ``via`` tells how each was written.
    """

    name: str
    status: NodeStatus
    step: int | None
    tasks: int
    ended: int
    wakes: tuple[Wake, ...]
    woken_by: dict[str, tuple[Writer, ...]]
    wrote: tuple[str, ...]
    via: dict[str, str]
    duration_ms: float | None
    sentence: str | None
    output: str


class StepEntry(Shape, frozen=True):
    """One superstep in the timeline. ``key`` counts from 0 in the order of the log and never changes.

    ``lane`` is the branch of history: 0 is the first, each fork opens the next. ``seq_from``..``seq_to`` are its
    events; an open step's reach to the newest. A fork's first step names in ``parent`` the checkpoint it left from.
    """

    key: int
    step: int
    lane: int
    run: str
    status: Literal["open", "committed", "aborted"]
    source: Literal["input", "loop", "update", "fork"] | None
    reason: str | None
    checkpoint: str | None
    parent: str | None
    nodes: tuple[str, ...]
    failed: tuple[str, ...]
    durations: Durations | None
    seq_from: int
    seq_to: int


class Lane(Shape, frozen=True):
    """One branch of history: the checkpoint at its end, and the one that it left from."""

    lane: int
    tip: str | None
    parent: str | None


class RunView(Shape, frozen=True):
    """The newest run. ``phase`` is what is about to begin while paused; ``sentence`` says how it ended.

    ``ns`` is where it waits while paused: "" in the root, else in a graph inside, whose ``step``, ``phase`` and
    ``channel`` are told then.
    """

    run: str
    kind: Literal["input", "resume", "fork"] | None
    status: RunStatus
    reason: str | None
    thread: str | None
    step: int | None
    phase: Phase | None
    channel: str | None
    recursion_limit: int | None
    sentence: str | None
    output: Preview | None
    ns: str = ""


class InnerView(Shape, frozen=True):
    """The newest run of the graph inside of a node: its channels and nodes, as the root's are told.

    ``path`` is that of its ``InnerGraph``; ``ns`` names the run, the newest that began. ``step`` is its newest
    superstep, which is ``open`` until it is committed or aborted; the run is ``ended`` when its node has.
    """

    path: str
    ns: str
    step: int | None
    status: Literal["open", "committed", "aborted", "ended"]
    cells: dict[str, Cell]
    undo: dict[str, Cell]
    nodes: dict[str, NodeView]
    managed: dict[str, Preview]


class OpenQuestion(Shape, frozen=True):
    """A question of the root's newest superstep that nobody has answered, and the task that waits for it.

    ``place``: where the task stands among those of the superstep's plan, in whatever order they asked.
    """

    task: str
    node: str
    question: Question
    place: int = 0


class Snapshot(Shape, frozen=True):
    """The whole picture. ``undo`` holds the cells that the open superstep touched, as they were before it.

    ``inner`` holds, by its path, each graph inside of a node that has run.
    """

    seq: int
    graph: GraphCompiled | None
    rejected: GraphRejected | None
    run: RunView
    cells: dict[str, Cell]
    undo: dict[str, Cell]
    nodes: dict[str, NodeView]
    managed: dict[str, Preview]
    next: tuple[Due, ...]
    checkpoint: str | None
    lane: int
    lanes: tuple[Lane, ...]
    open: StepEntry | None
    steps: tuple[StepEntry, ...]
    step_count: int
    warnings: tuple[EngineWarned, ...]
    questions: tuple[OpenQuestion, ...] = ()
    inner: dict[str, InnerView] = msgspec.field(default_factory=dict)
