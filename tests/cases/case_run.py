"""One run of a case's graph in a real worker, and what a person reads off its events."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

from stepgraph.protocol.events import (
    ChannelConflicted,
    ChannelUpdated,
    Event,
    GraphCompiled,
    GraphRejected,
    RunFailed,
    RunFinished,
    RunPaused,
    StepCommitted,
    StepPlanned,
)
from stepgraph.protocol.problems import Problem
from tests.worker.running_worker import RunningWorker

EventT = TypeVar("EventT", bound=Event)
GRAPHS = Path(__file__).parent / "graphs"


class CaseRun:
    """Steps a graph superstep by superstep, from its input to its end."""

    def __init__(self, worker: RunningWorker, file: str, graph: str | None, given: object, **options: Any) -> None:
        self.worker = worker
        self.graph = compiled(worker, file, graph)
        self.name = f"{file}:{graph} {len(worker.events)}"
        self._step_through(given, **options)

    def again(self, given: object, **options: Any) -> CaseRun:
        """Run once more on the same thread; the events are those of the new run."""
        thread, self.name = options.pop("thread", self.name), f"{self.name}+"
        self._step_through(given, thread=thread, **options)
        return self

    @property
    def events(self) -> list[Event]:
        return [event for event in self.worker.events if event.run == self.name]

    @property
    def end(self) -> Event:
        return self.events[-1]

    def all(self, kind: type[EventT]) -> list[EventT]:
        return [event for event in self.events if isinstance(event, kind)]

    def only(self, kind: type[EventT]) -> EventT:
        (event,) = self.all(kind)
        return event

    @property
    def supersteps(self) -> list[list[str]]:
        """The nodes of each superstep after the input and the start."""
        planned = [[task.node for task in event.tasks] for event in self.all(StepPlanned)]
        return [nodes for nodes in planned if nodes not in (["__input__"], ["__start__"])]

    @property
    def committed(self) -> list[int]:
        return [event.step for event in self.all(StepCommitted)]

    def updates(self, channel: str) -> list[ChannelUpdated]:
        return [event for event in self.all(ChannelUpdated) if event.channel == channel]

    def values(self, channel: str) -> list[str]:
        """The value of a channel after each of its updates."""
        return [event.value_after.text for event in self.updates(channel)]

    def writes(self, channel: str) -> list[list[tuple[str, str]]]:
        """Who wrote what, for each of a channel's updates and refusals, the start left out."""
        told = [e for e in self.events if isinstance(e, ChannelUpdated | ChannelConflicted) and e.channel == channel]
        listed = [[(write.node, write.value.text) for write in event.writes] for event in told]
        return [writes for writes in listed if writes and writes[0][0] != "__start__"]

    @property
    def output(self) -> Any:
        """The output, as far as JSON holds it."""
        assert isinstance(self.end, RunFinished), self.end
        return json.loads(self.end.output.json or "null")

    def _step_through(self, given: object, **options: Any) -> None:
        options = {"thread": self.name} | options
        text = None if given is None else json.dumps(given)
        kind = "resume" if given is None else "input"
        done = self.worker.begin(kind=kind, input=text, run=self.name, until="superstep", **options)
        assert done.problem is None, done.problem
        while isinstance(self.worker.until(RunPaused, RunFinished, RunFailed), RunPaused):
            self.worker.go("superstep")


def compiled(worker: RunningWorker, file: str, graph: str | None = None) -> GraphCompiled:
    worker.load(GRAPHS / file, graph)
    told = worker.until(GraphCompiled, GraphRejected)
    assert isinstance(told, GraphCompiled), told
    return told


def rejected(worker: RunningWorker, file: str, graph: str) -> Problem:
    worker.load(GRAPHS / file, graph)
    told = worker.until(GraphCompiled, GraphRejected)
    assert isinstance(told, GraphRejected), told
    (problem,) = told.problems
    return problem


def kinds(graph: GraphCompiled) -> dict[str, str]:
    """The class of each state channel."""
    return {channel.name: channel.kind for channel in graph.channels if channel.role == "state"}
