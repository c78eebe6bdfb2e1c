"""What events are made of: tasks that are due, triggers, writes, questions, and what a checkpoint holds."""

from __future__ import annotations

from stepgraph.protocol.shape import Shape
from stepgraph.protocol.values import Preview


class Wake(Shape, frozen=True):
    """One trigger. ``fired``: available, and newer than the node had seen; nodes count no versions of what is sent."""

    channel: str
    version: int | None
    seen: int | None
    fired: bool


class Write(Shape, frozen=True):
    """One write of a task. ``via``: state, edge, join, branch:<name>, goto, send, input, edit; "" where it is lost.

    It is "return" for what a called task gives the task that called it, which goes to no channel of the graph.
    """

    channel: str
    value: Preview
    via: str


class ChannelWrite(Shape, frozen=True):
    """One write as its channel received it."""

    task: str
    node: str
    value: Preview


class PlannedTask(Shape, frozen=True):
    """A task that is due. ``restored``: its kept writes are used, so it does not run again."""

    id: str
    node: str
    path: tuple[str | int, ...]
    wakes: tuple[Wake, ...]
    managed: dict[str, Preview]
    restored: bool


class Due(Shape, frozen=True):
    """A node that is due next, with the triggers that woke it."""

    node: str
    wakes: tuple[Wake, ...]


class KeptTask(Shape, frozen=True):
    """A task whose writes stay pending on the last checkpoint."""

    task: str
    node: str
    writes: tuple[Write, ...]


class Repair(Shape, frozen=True):
    """One way out of a conflict: a title, what it means, and the line of code it comes to (may be "")."""

    code: str
    title: str
    detail: str
    source: str


class Question(Shape, frozen=True):
    """What an interrupted task asks. ``form``: the JSON Schema of the answer as JSON text, where the node tells one."""

    id: str
    value: Preview
    form: str | None = None


class Durations(Shape, frozen=True):
    """Milliseconds spent in each phase of one superstep."""

    plan: float
    execute: float
    apply: float
    commit: float


class RestoredCell(Shape, frozen=True):
    """One channel as a checkpoint holds it."""

    channel: str
    value: Preview
    version: int | None
    available: bool
    seen_by: dict[str, int]
