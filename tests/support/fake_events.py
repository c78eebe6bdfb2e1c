"""What a graph that counts tells: one channel, one node, one superstep for each number."""

from __future__ import annotations

from typing import Literal, cast

import msgspec

from stepgraph.protocol import events
from stepgraph.protocol.events import (
    AnyEvent,
    ChannelWrite,
    Due,
    Durations,
    Phase,
    PlannedTask,
    RestoredCell,
    Wake,
    Write,
)
from stepgraph.protocol.graph import GraphChannel, GraphEdge, GraphNode
from stepgraph.protocol.problems import Problem
from stepgraph.protocol.values import MISSING, Preview
from stepgraph.protocol.worker_frames import ChannelValue, CheckpointRow, PendingWrite, StoredCheckpoint, WritesRow

NODE = "add"
TRIGGER = f"branch:to:{NODE}"
DURATIONS = Durations(plan=0.1, execute=0.2, apply=0.1, commit=0.1)
NONE = Preview(kind="none", text="None", type="NoneType")


def number(value: int) -> Preview:
    """An int as the wire shows it."""
    return Preview(kind="int", text=str(value), type="int")


class Counting:
    """Where a run is, and the events of what it does next."""

    def __init__(self, *, document: str, run: str, thread: str) -> None:
        self._document = document
        self._run = run
        self._thread = thread
        self.n = 0
        self.step = -2
        self.is_open = False
        self._version = 0
        self._checkpoint: str | None = None
        self._parent: str | None = None

    def compiled(self, source_hash: str) -> events.GraphCompiled:
        channel = GraphChannel(
            name="n", kind="LastValue", type="int", argument=None, role="state", io="both", initial=MISSING
        )
        trigger = GraphChannel(
            name=TRIGGER,
            kind="EphemeralValue",
            type="Any",
            argument="guard=False",
            role="internal",
            io="none",
            initial=MISSING,
        )
        node = GraphNode(
            name=NODE, triggers=(TRIGGER,), defer=False, function="add", line=10, end_line=12, doc="Count on."
        )
        edge = GraphEdge("__start__", NODE, "static", "declared", label=None, join=None, branch=None)
        return events.GraphCompiled(
            "",
            "",
            document=self._document,
            graph="graph",
            source_hash=source_hash,
            changed=False,
            nodes=(node,),
            channels=(channel, trigger),
            managed=(),
            edges=(edge,),
            input_keys=("n",),
            output_keys=("n",),
            input_schema=None,
            context_schema=None,
            prefill='{"n": 0}',
            interrupt_before=(),
            interrupt_after=(),
            checkpointer_replaced=False,
        )

    def rejected(self) -> AnyEvent:
        problem = Problem("document.no_graph", "There is no graph in the file.", path=self._document, line=1)
        return events.GraphRejected("", "", document=self._document, problems=(problem,), candidates=())

    def take_up(self, stored: StoredCheckpoint | None) -> None:
        """Go on from a checkpoint."""
        if stored is not None:
            self.n = msgspec.json.decode(stored.values.get("n", b"0"), type=int)
            self.step, self._checkpoint, self._version = stored.step, stored.id, stored.versions.get("n", 0)

    def due(self) -> tuple[Due, ...]:
        return (Due(NODE, (self._wake(),)),)

    def started(self, kind: Literal["input", "resume", "fork"]) -> AnyEvent:
        return events.RunStarted(
            self._run,
            "",
            kind=kind,
            thread=self._thread,
            checkpoint=self._checkpoint,
            step=self.step + 1,
            recursion_limit=10_000,
            input=NONE,
            context=NONE,
        )

    def restored(self) -> AnyEvent:
        cell = RestoredCell("n", number(self.n), self._version, available=True, seen_by={})
        return events.StateRestored(
            self._run, "", checkpoint=str(self._checkpoint), step=self.step, cells=(cell,), next=self.due()
        )

    def put_in(self, n: int) -> None:
        self.n = n
        self.step += 1
        self._version += 1
        self.is_open = True

    def begin_start(self) -> None:
        self.step += 1
        self.is_open = True

    def planned(self) -> tuple[AnyEvent, ...]:
        self.step += 1
        self.is_open = True
        task = PlannedTask(self._task, NODE, ("__pregel_pull", NODE), wakes=(self._wake(),), managed={}, restored=False)
        return (events.StepPlanned(self._run, "", step=self.step, tasks=(task,)),)

    def task_started(self) -> AnyEvent:
        return events.TaskStarted(self._run, "", step=self.step, task=self._task, node=NODE, input=number(self.n))

    def task_finished(self) -> AnyEvent:
        return events.TaskFinished(
            self._run,
            "",
            step=self.step,
            task=self._task,
            node=NODE,
            writes=(Write("n", number(self.n + 1), "state"),),
            ignored=(),
            duration_ms=0.2,
        )

    def pending(self) -> WritesRow:
        write = PendingWrite(0, "n", msgspec.json.encode(self.n + 1))
        return WritesRow(self._thread, "", str(self._checkpoint), self._task, path=NODE, writes=(write,))

    def applied(self) -> tuple[AnyEvent, ...]:
        before = self._version
        self.n += 1
        self._version += 1
        return (self._updated(before, writes=(ChannelWrite(self._task, NODE, number(self.n)),)),)

    def edited(self, n: int) -> tuple[tuple[AnyEvent, ...], CheckpointRow]:
        self.step += 1
        before, self._version, self.n = self._version, self._version + 1, n
        edit = events.StateEdited(
            self._run,
            "",
            step=self.step,
            parent=self._checkpoint,
            how="raw",
            node=None,
            writes=(Write("n", number(n), "edit"),),
        )
        told, row = self.committed("update")
        return (edit, self._updated(before, writes=()), *told), row

    def committed(self, source: str) -> tuple[tuple[AnyEvent, ...], CheckpointRow]:
        self._parent, self._checkpoint = self._checkpoint, f"{self._run}-{self.step}"
        self.is_open = False
        kind = cast("Literal['input', 'loop', 'update', 'fork']", source)
        commit = events.StepCommitted(
            self._run,
            "",
            step=self.step,
            source=kind,
            checkpoint=self._checkpoint,
            parent=self._parent,
            updated=("n",),
            next=self.due(),
            durations=DURATIONS,
            unstorable={},
        )
        row = CheckpointRow(
            thread=self._thread,
            ns="",
            id=self._checkpoint,
            parent=self._parent,
            step=self.step,
            source=kind,
            ts="2026-01-01T00:00:00+00:00",
            values=(ChannelValue("n", msgspec.json.encode(self.n), None),),
            cleared=(),
            versions={"n": self._version},
            seen={},
            updated=("n",),
            metadata="{}",
        )
        return (commit,), row

    def aborted(self, reason: str) -> AnyEvent:
        self.is_open = False
        told = cast("Literal['stopped']", reason)
        return events.StepAborted(self._run, "", step=self.step, reason=told, sentence="It was stopped.", kept=())

    def stopped(self) -> AnyEvent:
        return events.RunStopped(self._run, "", reason="asked", step=self.step, phase=None)

    def paused(self, reason: str, phase: str) -> AnyEvent:
        why, at = cast("Literal['step']", reason), cast("Phase", phase)
        step = self.step + 1 if phase == "plan" else self.step
        return events.RunPaused(self._run, "", reason=why, step=step, phase=at, channel=None, node=None)

    def finished(self) -> AnyEvent:
        return events.RunFinished(self._run, "", step=self.step, output=number(self.n))

    @property
    def _task(self) -> str:
        return f"task-{self.step}"

    def _wake(self) -> Wake:
        return Wake(TRIGGER, self._version, None if self._version < 2 else self._version - 1, fired=True)

    def _updated(self, before: int, *, writes: tuple[ChannelWrite, ...]) -> AnyEvent:
        return events.ChannelUpdated(
            self._run,
            "",
            step=self.step,
            channel="n",
            kind="LastValue",
            cause="write",
            writes=writes,
            value_before=None,
            value_after=number(self.n) if self._version else MISSING,
            returned=True,
            version_before=before,
            version_after=self._version,
            available=True,
        )
