"""Records the stories: ``python -m tests.support.record`` writes the transcripts that both sides fold and explain.

The same on each machine and each day: ids are counted, durations are zero, and tasks that ran side by side are told in
the order in which they were planned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from stepgraph.debugger.debugger import Debugger
from stepgraph.debugger.graph_picture import DocumentFacts, compiled_event
from stepgraph.pregel import Pregel
from stepgraph.protocol import events
from stepgraph.protocol.events import AnyEvent
from tests.conformance.libraries import OURS
from tests.support import transcripts
from tests.support.stories import STORIES, Story

EVERY = 12
_TIMES = {"durationMs", "plan", "execute", "apply", "commit"}
_TASK_EVENTS = (
    events.TaskStarted,
    events.TaskOutput,
    events.TaskFinished,
    events.TaskFailed,
    events.TaskInterrupted,
)
_CHECKPOINTS = {"checkpoint", "parent"}
_QUESTION_ID = 32


def recorded(story: Story) -> str:
    """The story's transcript, as its file holds it."""
    built = story.build(OURS)
    # A function is a graph as it stands.
    graph = built if isinstance(built, Pregel) else built.compile()
    facts = DocumentFacts(document=f"{story.name}.py", graph="graph", source_hash="0", changed=False, path=__file__)
    debugger = Debugger(graph, path=__file__)
    debugger.start(story.input, recursion_limit=story.recursion_limit)
    story.drive(debugger)
    log = [compiled_event(graph, facts), *debugger.events]
    return transcripts.text(transcripts.with_pictures(list(_counted(_in_task_order(log))), every=EVERY))


def _in_task_order(log: list[AnyEvent]) -> list[AnyEvent]:
    """What tasks of one superstep do happens in any order; here all begin first, and end one after the other."""
    ordered: list[AnyEvent] = []
    for is_task, group in groupby(log, lambda event: isinstance(event, _TASK_EVENTS)):
        events_of_tasks = list(group)
        ordered += sorted(events_of_tasks, key=_place(ordered, events_of_tasks)) if is_task else events_of_tasks
    return ordered


def _place(before: list[AnyEvent], own: list[AnyEvent]) -> Callable[[AnyEvent], tuple[bool, int]]:
    planned: dict[str, events.StepPlanned] = {e.ns: e for e in before if isinstance(e, events.StepPlanned)}
    order = {task.id: index for step in planned.values() for index, task in enumerate(step.tasks)}
    if not all(event.task in order for event in own if isinstance(event, _TASK_EVENTS)):
        # Tasks that the code of tasks calls come and go in an order of their own.
        return lambda _event: (False, 0)

    def place(event: AnyEvent) -> tuple[bool, int]:
        assert isinstance(event, _TASK_EVENTS)
        return not isinstance(event, events.TaskStarted), order[event.task]

    return place


def _counted(log: list[AnyEvent]) -> Iterator[AnyEvent]:
    names: dict[str, str] = {}
    for event in log:
        plain = _plain(msgspec.to_builtins(event), names)
        yield msgspec.convert(plain, AnyEvent)


def _plain(part: Any, names: dict[str, str]) -> Any:
    # Any: JSON of any shape.
    if isinstance(part, dict):
        return {key: _value(key, value, names) for key, value in part.items()}
    if isinstance(part, list | tuple):
        return [_plain(item, names) for item in part]
    return part


def _value(key: str, value: Any, names: dict[str, str]) -> Any:
    if key in _TIMES and isinstance(value, float):
        return 0.0
    if key == "path" and isinstance(value, str):
        return Path(value).name
    if key in {"line", "endLine"}:
        return None if value is None else 1
    return _named(key, value, names) if isinstance(value, str) else _plain(value, names)


def _named(key: str, value: str, names: dict[str, str]) -> str:
    if key in _CHECKPOINTS:
        return names.setdefault(value, f"checkpoint-{sum('checkpoint' in name for name in names.values()) + 1}")
    if key == "ns":
        parts = [part.partition(":") for part in value.split("|")]
        return "|".join(f"{node}:{_named('task', task, names)}" if task else node for node, _, task in parts)
    if key in {"task", "calledBy", "by"} or (key == "id" and len(value) == 36):
        return names.setdefault(value, f"task-{sum('task' in name for name in names.values()) + 1}")
    if key == "id" and len(value) == _QUESTION_ID:
        asked = sum(len(name) == _QUESTION_ID for name in names.values())
        return names.setdefault(value, f"{asked + 1:0{_QUESTION_ID}x}")
    return value


if __name__ == "__main__":
    for story in STORIES:
        (transcripts.FOLDER / f"{story.name}.jsonl").write_text(recorded(story), encoding="utf-8")
