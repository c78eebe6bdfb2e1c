"""Nodes in the picture: what each event does to a node's view, and which nodes are at work."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from msgspec.structs import replace

from stepgraph.protocol.events import PlannedTask, TaskFailed, TaskFinished, TaskInterrupted, TaskOutput, Wake, Write
from stepgraph.protocol.graph import GraphNode
from stepgraph.protocol.snapshot import OUTPUT_CHARACTERS, NodeStatus, NodeView, Writer

WritersOf: TypeAlias = Callable[[str], tuple[Writer, ...]]
"""Who wrote what a channel holds."""


class Nodes:
    """All views; those that are not idle are few, and known."""

    def __init__(self, views: dict[str, NodeView]) -> None:
        self.now = dict(views)
        self._at_work = {name for name, view in views.items() if view.status != "idle"}

    def compile(self, nodes: Iterable[GraphNode]) -> None:
        """The graph's nodes; none has run."""
        self.now = {node.name: _blank(node.name) for node in nodes}
        self._at_work.clear()

    @property
    def at_work(self) -> tuple[str, ...]:
        """The nodes that are not idle: those of the newest superstep."""
        return tuple(self._at_work)

    def rest(self) -> None:
        """Every node is idle; what it did last stays told."""
        for name in self._at_work:
            self.now[name] = replace(self.now[name], status="idle")
        self._at_work.clear()

    def go_back(self, step: int) -> None:
        """Every node is idle, and what a node did after that superstep is of another branch, so it is forgotten."""
        self.rest()
        for name, view in self.now.items():
            if view.step is not None and view.step > step:
                self.now[name] = _blank(name)

    def plan(self, step: int, tasks: Iterable[PlannedTask], writers: WritersOf) -> tuple[str, ...]:
        """These tasks are due, all others at rest. The names of their nodes, each once."""
        self.rest()
        by_node: dict[str, list[PlannedTask]] = {}
        for task in tasks:
            by_node.setdefault(task.node, []).append(task)
        for name, own in by_node.items():
            self.now[name] = _planned(self._view(name), step, own, writers)
        self._at_work.update(by_node)
        return tuple(by_node)

    def join(self, step: int, node: str) -> None:
        """One more task is due in the superstep that runs."""
        view = self._view(node)
        if view.step == step and node in self._at_work:
            status: NodeStatus = "running" if view.status == "done" else view.status
            self._work(replace(view, status=status, tasks=view.tasks + 1))
        else:
            self._work(replace(_blank(node), status="planned", step=step, tasks=1))

    def wakes(self, node: str) -> tuple[Wake, ...]:
        """The triggers of the node's newest task, as it saw them."""
        return self._view(node).wakes

    def via(self, node: str, channel: str) -> str:
        """How the node wrote to that channel in its newest superstep; "" where nobody told."""
        return "input" if node == "__input__" else self._view(node).via.get(channel, "")

    def start(self, node: str) -> None:
        """One of the node's tasks runs."""
        view = self._view(node)
        if view.status in {"idle", "planned"}:
            self._work(replace(view, status="running"))

    def finish(self, event: TaskFinished) -> None:
        """One of the node's tasks ended well."""
        view = _ended(self._view(event.node), event.writes, event.duration_ms)
        if view.status not in {"failed", "interrupted"}:
            view = replace(view, status="done" if view.ended >= view.tasks else "running")
        self._work(view)

    def fail(self, event: TaskFailed) -> None:
        """One of the node's tasks raised: that is told, whatever the others do."""
        view = _ended(self._view(event.node), event.writes, event.duration_ms)
        self._work(replace(view, status="failed", sentence=event.sentence))

    def ask(self, event: TaskInterrupted) -> None:
        """One of the node's tasks asks a question."""
        view = _ended(self._view(event.node), (), event.duration_ms)
        self._work(view if view.status == "failed" else replace(view, status="interrupted"))

    def hear(self, event: TaskOutput) -> None:
        """One of the node's tasks printed; the end of it is kept."""
        view = self._view(event.node)
        self.now[event.node] = replace(view, output=(view.output + event.text)[-OUTPUT_CHARACTERS:])

    def give_up(self, names: Iterable[str]) -> None:
        """The superstep came to nothing: who did not end is idle."""
        for name in names:
            view = self._view(name)
            if view.status in {"planned", "running"}:
                self.now[name] = replace(view, status="idle")
                self._at_work.discard(name)

    def _work(self, view: NodeView) -> None:
        self.now[view.name] = view
        self._at_work.add(view.name)

    def _view(self, name: str) -> NodeView:
        return self.now.get(name) or _blank(name)


def _blank(name: str) -> NodeView:
    return NodeView(
        name=name,
        status="idle",
        step=None,
        tasks=0,
        ended=0,
        wakes=(),
        woken_by={},
        wrote=(),
        via={},
        duration_ms=None,
        sentence=None,
        output="",
    )


def _planned(view: NodeView, step: int, tasks: list[PlannedTask], writers: WritersOf) -> NodeView:
    wakes = next((task.wakes for task in tasks if task.wakes), ())
    restored = sum(task.restored for task in tasks)
    status: NodeStatus = "done" if restored == len(tasks) else "planned"
    return replace(
        _blank(view.name),
        status=status,
        step=step,
        tasks=len(tasks),
        ended=restored,
        wakes=wakes,
        woken_by={wake.channel: writers(wake.channel) for wake in wakes if wake.fired},
        # The writes of a restored task are those of the attempt before.
        wrote=view.wrote if restored else (),
        via=view.via if restored else {},
    )


def _ended(view: NodeView, writes: Iterable[Write], duration_ms: float) -> NodeView:
    return replace(
        view,
        ended=view.ended + 1,
        wrote=tuple(dict.fromkeys([*view.wrote, *[write.channel for write in writes]])),
        via=view.via | {write.channel: write.via for write in writes},
        duration_ms=duration_ms if view.duration_ms is None else max(view.duration_ms, duration_ms),
    )
