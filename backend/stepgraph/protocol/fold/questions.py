"""Questions in the picture: those that tasks asked and nobody has answered yet."""

from __future__ import annotations

from collections.abc import Iterable

from stepgraph.protocol.events import PlannedTask, TaskInterrupted
from stepgraph.protocol.snapshot import OpenQuestion


class Questions:
    """The open ones, in the order of asking. They belong to one checkpoint, on which they stay pending."""

    def __init__(self, now: Iterable[OpenQuestion]) -> None:
        self.now = tuple(now)

    def plan(self, tasks: Iterable[PlannedTask]) -> None:
        """These tasks are due: a question whose task is not among them is asked by nobody any more."""
        if self.now:
            due = {task.id for task in tasks if not task.restored}
            self.now = tuple([asked for asked in self.now if asked.task in due])

    def start(self, task: str) -> None:
        """The task runs from its start: what is still open, it asks again."""
        if self.now:
            self.now = tuple([asked for asked in self.now if asked.task != task])

    def ask(self, event: TaskInterrupted) -> None:
        """A task asks; what it asks because a task that it called does is asked once."""
        self.start(event.task)
        asked = {question.id for question in event.questions}
        self.now = tuple([known for known in self.now if known.question.id not in asked])
        self.now += tuple([OpenQuestion(event.task, event.node, question, event.place) for question in event.questions])

    def clear(self) -> None:
        """The live end is another checkpoint."""
        self.now = ()
