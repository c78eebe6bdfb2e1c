"""Graphs inside of nodes in the picture: of each the newest run, told by the rules of the root."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from typing import ClassVar, Literal, TypeAlias

from stepgraph.protocol import events
from stepgraph.protocol.events import AnyEvent
from stepgraph.protocol.fold.board import Board
from stepgraph.protocol.fold.cells import Called, Cells
from stepgraph.protocol.graph import InnerGraph
from stepgraph.protocol.snapshot import InnerView

Status: TypeAlias = Literal["open", "committed", "aborted", "ended"]
TaskEnded: TypeAlias = events.TaskFinished | events.TaskFailed | events.TaskInterrupted


_HANDLERS = ("__error_handler__", "__default_error_handler__")


def without_failed(ns: str) -> str:
    """A namespace without the tasks whose failure a handler takes: it stands behind them, and is a node like them."""
    parts = ns.split("|")
    kept = [part for part, after in zip_longest(parts, parts[1:], fillvalue="") if not after.startswith(_HANDLERS)]
    return "|".join(kept)


def path_of(ns: str) -> str:
    """The nodes that lead to a graph inside: without the ids of their tasks, and without the numbers of calls."""
    first, *others = without_failed(ns).split("|")
    # A number counts the calls of a node, so the first part is a node, whatever its name.
    return "|".join([_node_of(part) for part in (first, *[part for part in others if not _is_number(part)])])


def _node_of(part: str) -> str:
    node, colon, task = part.rpartition(":")
    return node if colon else task


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdigit()


class InnerRun:
    """The newest run of one graph inside."""

    def __init__(self, view: InnerView) -> None:
        self.path = view.path
        self.ns = view.ns
        self.step = view.step
        self.status: Status = view.status
        self.board = Board(view.cells, view.undo, view.nodes, view.managed)

    def view(self) -> InnerView:
        """The run now; later events do not change it."""
        board = self.board
        return InnerView(
            path=self.path,
            ns=self.ns,
            step=self.step,
            status=self.status,
            cells=dict(board.cells.now),
            undo=dict(board.cells.undo),
            nodes=dict(board.nodes.now),
            managed=dict(board.managed),
        )

    def end(self) -> None:
        """The node around it has ended; a superstep that is still open came to nothing."""
        self._give_up()
        self.status = "ended"

    def take(self, event: AnyEvent) -> None:
        """Take one event of this run."""
        rule = self._rules.get(type(event))
        if rule is not None:
            rule(self, event)

    def _give_up(self) -> None:
        if self.status == "open":
            self.board.put_back(self.board.nodes.at_work)

    def _begin(self, step: int) -> None:
        self._give_up()
        self.board.begin()
        self.step, self.status = step, "open"

    def _planned(self, event: events.StepPlanned) -> None:
        self._begin(event.step)
        self.board.plan(event)

    def _committed(self, event: events.StepCommitted) -> None:
        if self.status != "open":
            self._begin(event.step)
        self.board.commit(self.board.nodes.at_work)
        self.status = "committed"

    def _aborted(self, event: events.StepAborted) -> None:
        if self.status != "open":
            self._begin(event.step)
        self.board.put_back(self.board.nodes.at_work)
        self.status = "aborted"

    def _restored(self, event: events.StateRestored) -> None:
        self._give_up()
        self.board.restore(event)
        self.step, self.status = event.step, "committed"

    def _task_started(self, event: events.TaskStarted) -> None:
        if event.called_by is not None:
            self.board.nodes.join(event.step, event.node)
        self.board.nodes.start(event.node)

    def _task_handled(self, event: events.TaskHandled) -> None:
        self.board.nodes.join(event.step, event.handler)

    def _task_output(self, event: events.TaskOutput) -> None:
        self.board.nodes.hear(event)

    def _task_finished(self, event: events.TaskFinished) -> None:
        self.board.nodes.finish(event)

    def _task_failed(self, event: events.TaskFailed) -> None:
        self.board.nodes.fail(event)

    def _task_interrupted(self, event: events.TaskInterrupted) -> None:
        self.board.nodes.ask(event)

    def _called(self, event: Called) -> None:
        self.board.call(event)

    def _conflicted(self, event: events.ChannelConflicted) -> None:
        self.board.cells.refuse(event)

    _rules: ClassVar[Mapping[type[AnyEvent], Callable[..., None]]] = {
        events.StepPlanned: _planned,
        events.StepCommitted: _committed,
        events.StepAborted: _aborted,
        events.StateRestored: _restored,
        events.TaskStarted: _task_started,
        events.TaskHandled: _task_handled,
        events.TaskOutput: _task_output,
        events.TaskFinished: _task_finished,
        events.TaskFailed: _task_failed,
        events.TaskInterrupted: _task_interrupted,
        events.ChannelConsumed: _called,
        events.ChannelUpdated: _called,
        events.ChannelFinished: _called,
        events.ChannelConflicted: _conflicted,
    }


class Inside:
    """The newest run of each graph inside of a node."""

    def __init__(self, graphs: Iterable[InnerGraph], views: Mapping[str, InnerView]) -> None:
        self._graphs = {graph.path: graph for graph in graphs}
        self._runs = {path: InnerRun(view) for path, view in views.items()}
        self._live = {path for path, run in self._runs.items() if run.status != "ended"}

    def compile(self, graphs: Iterable[InnerGraph]) -> None:
        """Other graphs stand inside now, of which none has run."""
        self._graphs = {graph.path: graph for graph in graphs}
        self.clear()

    def clear(self) -> None:
        """What is inside is not known."""
        self._runs.clear()
        self._live.clear()

    def now(self) -> dict[str, InnerView]:
        """The runs now, by path."""
        return {path: run.view() for path, run in self._runs.items()}

    def take(self, event: AnyEvent) -> None:
        """Take one event of a graph inside: of an older run of it, only how graphs further inside ended counts."""
        path = path_of(event.ns)
        if isinstance(event, events.RunStarted):
            self._start(path, event)
            return
        run = self._runs.get(path)
        if run is not None and run.ns == event.ns and path in self._live:
            run.take(event)
        self.end(event)

    def end(self, event: AnyEvent) -> None:
        """End the runs that an event of the graph around them ends: their node's task ended, or its superstep."""
        if not self._live:
            return
        if isinstance(event, TaskEnded):
            self._task_ended(event)
        elif isinstance(event, events.StepCommitted | events.StepAborted):
            inside = f"{event.ns}|"
            self._end([path for path in self._live if event.ns == "" or self._runs[path].ns.startswith(inside)])

    def _start(self, path: str, event: events.RunStarted) -> None:
        graph = self._graphs.get(path)
        if graph is None:
            return
        run = self._runs.get(path)
        if run is not None and run.ns == event.ns and event.checkpoint is not None:
            # It goes on from where it stood.
            run.end()
            run.status = "committed"
        else:
            self._runs[path] = InnerRun(_blank(graph, event.ns))
        self._live.add(path)

    def _task_ended(self, event: TaskEnded) -> None:
        task = f"{event.node}:{event.task}"
        ns = without_failed(f"{event.ns}|{task}") if event.ns else task
        path = path_of(ns)
        if path in self._live:
            own = without_failed(self._runs[path].ns)
            # One that keeps its state for all its runs has no ids in its name.
            if own == ns or own.startswith(f"{ns}|") or ":" not in own:
                self._end([path])

    def _end(self, paths: Iterable[str]) -> None:
        for path in paths:
            self._runs[path].end()
            self._live.discard(path)


def _blank(graph: InnerGraph, ns: str) -> InnerView:
    cells = Cells({}, {})
    cells.compile(graph.channels, {})
    return InnerView(
        path=graph.path, ns=ns, step=None, status="committed", cells=cells.now, undo={}, nodes={}, managed={}
    )
