"""The fold at work: events change the newest picture in place, snapshots are copies of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from stepgraph.protocol import events
from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.fold import runs
from stepgraph.protocol.fold.board import Board
from stepgraph.protocol.fold.cells import Called
from stepgraph.protocol.fold.inside import Inside
from stepgraph.protocol.fold.questions import Questions
from stepgraph.protocol.fold.timeline import Timeline
from stepgraph.protocol.snapshot import WARNINGS_IN_SNAPSHOT, Snapshot

AtWork: TypeAlias = (
    events.StepPlanned
    | events.TaskStarted
    | events.ChannelConsumed
    | events.ChannelUpdated
    | events.ChannelFinished
    | events.ChannelConflicted
    | events.StepCommitted
    | events.StepAborted
)
"""What shows that a superstep is at work."""

EMPTY = Snapshot(
    seq=0,
    graph=None,
    rejected=None,
    run=runs.NO_RUN,
    cells={},
    undo={},
    nodes={},
    managed={},
    next=(),
    checkpoint=None,
    lane=0,
    lanes=(),
    open=None,
    steps=(),
    step_count=0,
    warnings=(),
)


def fold(snapshot: Snapshot, seq: int, event: AnyEvent) -> Snapshot:
    """The picture after one more event. It copies the whole picture: for many events use a `Folder`."""
    folder = Folder(snapshot)
    folder.fold(seq, event)
    return folder.snapshot()


class Folder:
    """The newest picture. An event costs what it touches; `snapshot` costs the whole picture."""

    def __init__(self, snapshot: Snapshot = EMPTY) -> None:
        self._seq = snapshot.seq
        self._graph = snapshot.graph
        self._rejected = snapshot.rejected
        self._run = snapshot.run
        self._board = Board(snapshot.cells, snapshot.undo, snapshot.nodes, snapshot.managed)
        self._cells = self._board.cells
        self._nodes = self._board.nodes
        self._inside = Inside(() if snapshot.graph is None else snapshot.graph.inner, snapshot.inner)
        self._timeline = Timeline(snapshot)
        self._next = snapshot.next
        self._questions = Questions(snapshot.questions)
        self._warnings = deque(snapshot.warnings, maxlen=WARNINGS_IN_SNAPSHOT)

    def fold(self, seq: int, event: AnyEvent) -> None:
        """Take one more event of the log."""
        self._seq = seq
        if event.ns == "" or isinstance(event, _OF_THE_RUN):
            self._rules[type(event)](self, event)
            self._inside.end(event)
        else:
            self._goes_on_inside(event)
            self._inside.take(event)

    def snapshot(self) -> Snapshot:
        """The picture now; later events do not change it."""
        timeline = self._timeline
        return Snapshot(
            seq=self._seq,
            graph=self._graph,
            rejected=self._rejected,
            run=self._run,
            cells=dict(self._cells.now),
            undo=dict(self._cells.undo),
            nodes=dict(self._nodes.now),
            managed=dict(self._board.managed),
            next=self._next,
            checkpoint=timeline.checkpoint,
            lane=timeline.lane,
            lanes=tuple(timeline.lanes),
            open=None if timeline.open is None else replace(timeline.open, seq_to=self._seq),
            steps=tuple(timeline.steps),
            step_count=timeline.step_count,
            warnings=tuple(self._warnings),
            questions=self._questions.now,
            inner=self._inside.now(),
        )

    # The graph.

    def _compiled(self, event: events.GraphCompiled) -> None:
        before = () if self._graph is None else self._graph.channels
        self._cells.compile(event.channels, {channel.name: channel.kind for channel in before})
        self._nodes.compile(event.nodes)
        self._board.managed.clear()
        self._inside.compile(event.inner)
        self._graph, self._rejected = event, None

    def _refused(self, event: events.GraphRejected) -> None:
        self._rejected = event

    def _warned(self, event: events.EngineWarned) -> None:
        self._warnings.append(event)

    # The run.

    def _run_started(self, event: events.RunStarted) -> None:
        self._run = runs.started(event)

    def _run_paused(self, event: events.RunPaused) -> None:
        self._run = runs.paused(self._run, event)

    def _run_finished(self, event: events.RunFinished) -> None:
        self._run = runs.finished(self._run, event)

    def _run_failed(self, event: events.RunFailed) -> None:
        self._run = runs.failed(self._run, event)

    def _run_stopped(self, event: events.RunStopped) -> None:
        self._run = runs.stopped(self._run, event)

    def _lost(self, event: events.WorkerLost) -> None:
        self._run = runs.lost(self._run, event)

    def _goes_on(self, event: AtWork) -> None:
        run = self._run
        if run.status == "paused" and run.ns != "" and isinstance(event, events.TaskStarted):
            return  # beside the node in which the run waits
        if run.status == "paused" or run.step != event.step:
            self._run = runs.gone_on(run, event.step)

    def _goes_on_inside(self, event: AnyEvent) -> None:
        """What a superstep does in which the run waits shows that it goes on, in the root's open superstep."""
        if self._run.status == "paused" and self._run.ns == event.ns and isinstance(event, AtWork):
            opened = self._timeline.open
            self._run = runs.gone_on(self._run, self._run.step if opened is None else opened.step)

    # Supersteps.

    def _planned(self, event: events.StepPlanned) -> None:
        self._goes_on(event)
        self._begin(event.run, event.step)
        self._timeline.takes_part(self._board.plan(event))
        self._questions.plan(event.tasks)

    def _edited(self, event: events.StateEdited) -> None:
        self._begin(event.run, event.step)
        self._timeline.edited(event.parent)

    def _begin(self, run: str, step: int) -> None:
        opened = self._timeline.open
        if opened is not None and opened.step == step and opened.seq_from + 1 == self._seq:
            return  # an edit and the plan of its superstep, one right after the other, are one
        self._give_up()
        self._timeline.begin(self._seq, run, step)
        self._board.begin()

    def _give_up(self) -> None:
        """Nobody told how the open superstep ended."""
        if self._timeline.open is not None:
            self._board.put_back(self._timeline.nodes())
            self._timeline.abort(self._seq - 1, None)

    def _committed(self, event: events.StepCommitted) -> None:
        self._goes_on(event)
        if self._timeline.open is None:
            self._begin(event.run, event.step)
        self._board.commit(self._timeline.nodes())
        if event.source == "input" and not self._timeline.is_edit:
            for due in self._next:
                self._cells.see(due.node, due.wakes)
        self._timeline.commit(self._seq, event)
        self._questions.clear()
        self._next = event.next

    def _aborted(self, event: events.StepAborted) -> None:
        self._goes_on(event)
        if self._timeline.open is None:
            self._begin(event.run, event.step)
        self._board.put_back(self._timeline.nodes())
        self._timeline.abort(self._seq, event)

    def _restored(self, event: events.StateRestored) -> None:
        self._give_up()
        self._board.restore(event)
        self._inside.clear()
        if event.checkpoint != self._timeline.checkpoint:
            self._questions.clear()
        self._timeline.move(event.checkpoint)
        self._next = event.next

    # Tasks and channels.

    def _task_started(self, event: events.TaskStarted) -> None:
        self._goes_on(event)
        if event.called_by is not None:
            self._join(event.step, event.node)
        self._nodes.start(event.node)
        self._questions.start(event.task)

    def _told_only(self, event: events.TaskRetried | events.TaskCached | events.TaskPlaced) -> None:
        """How the task ends tells all that the picture shows of it."""

    def _task_handled(self, event: events.TaskHandled) -> None:
        self._join(event.step, event.handler)

    def _join(self, step: int, node: str) -> None:
        """One more task is in the superstep than it was planned with."""
        self._nodes.join(step, node)
        self._timeline.joins(node)

    def _task_output(self, event: events.TaskOutput) -> None:
        self._nodes.hear(event)

    def _task_finished(self, event: events.TaskFinished) -> None:
        self._nodes.finish(event)

    def _task_failed(self, event: events.TaskFailed) -> None:
        self._nodes.fail(event)
        self._timeline.fails(event.node)

    def _task_interrupted(self, event: events.TaskInterrupted) -> None:
        self._nodes.ask(event)
        self._questions.ask(event)

    def _called(self, event: Called) -> None:
        self._goes_on(event)
        self._board.call(event, is_edit=self._timeline.is_edit)

    def _conflicted(self, event: events.ChannelConflicted) -> None:
        self._goes_on(event)
        self._cells.refuse(event)

    _rules: ClassVar[Mapping[type[AnyEvent], Callable[..., None]]] = {
        events.GraphCompiled: _compiled,
        events.GraphRejected: _refused,
        events.EngineWarned: _warned,
        events.RunStarted: _run_started,
        events.RunPaused: _run_paused,
        events.RunFinished: _run_finished,
        events.RunFailed: _run_failed,
        events.RunStopped: _run_stopped,
        events.StepPlanned: _planned,
        events.TaskStarted: _task_started,
        events.TaskRetried: _told_only,
        events.TaskHandled: _task_handled,
        events.TaskCached: _told_only,
        events.TaskPlaced: _told_only,
        events.TaskOutput: _task_output,
        events.TaskFinished: _task_finished,
        events.TaskFailed: _task_failed,
        events.TaskInterrupted: _task_interrupted,
        events.ChannelConsumed: _called,
        events.ChannelUpdated: _called,
        events.ChannelFinished: _called,
        events.ChannelConflicted: _conflicted,
        events.StepCommitted: _committed,
        events.StepAborted: _aborted,
        events.StateEdited: _edited,
        events.StateRestored: _restored,
        events.WorkerLost: _lost,
    }
    """One rule for each event."""


_OF_THE_RUN = (events.EngineWarned, events.RunPaused)
"""What is told of the whole run, wherever it happens."""
