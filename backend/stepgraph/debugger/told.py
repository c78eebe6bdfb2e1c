"""Small parts of facts as the wire tells them: versions, paths, triggers and writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stepgraph.constants import ERROR, ERROR_SOURCE_NODE, INTERRUPT, NO_WRITES, RESUME, RETURN
from stepgraph.errors import ParentCommand
from stepgraph.pregel import facts
from stepgraph.protocol import events
from stepgraph.protocol.values import Preview

# Written by the engine itself, to know later how a task ended and what it was answered.
_MARKS = frozenset({ERROR, ERROR_SOURCE_NODE, INTERRUPT, NO_WRITES, RESUME})


def leaves(ns: str, error: BaseException | None) -> bool:
    """Tell whether a task of a graph inside ended with a command to the graph around it, which is no failure."""
    return ns != "" and isinstance(error, ParentCommand)


def version(value: facts.Version | None) -> int | None:
    """Return a version as the integer that it counts; savers may put a random part behind it."""
    if value is None or type(value) is int:
        return value
    return int(value.partition(".")[0] or "0") if isinstance(value, str) else int(value)


def path(parts: Iterable[object]) -> tuple[str | int, ...]:
    """Return a task's path with names and numbers only; an inner path becomes one text."""
    told: list[str | int] = []
    for part in parts:
        if isinstance(part, bool):
            # Says whether the task is a call of another task, which its other parts say as well.
            continue
        if isinstance(part, str | int):
            told.append(part)
        elif isinstance(part, tuple):
            told.append("/".join(map(str, path(part))))
    return tuple(told)


def wake(trigger: facts.Wake) -> events.Wake:
    """Return one trigger."""
    return events.Wake(
        channel=trigger.channel, version=version(trigger.version), seen=version(trigger.seen), fired=trigger.fired
    )


def wakes(triggers: Iterable[facts.Wake]) -> tuple[events.Wake, ...]:
    """Return the triggers of one task."""
    return tuple([wake(trigger) for trigger in triggers])


def due(nodes: Iterable[facts.Due]) -> tuple[events.Due, ...]:
    """Return who is due, and why."""
    return tuple([events.Due(node=node.node, wakes=wakes(node.wakes)) for node in nodes])


def writes(items: Iterable[facts.Write], show: Callable[[str, object], Preview]) -> tuple[events.Write, ...]:
    """Return a task's writes to channels; `show` makes the preview of a value written to one."""
    return tuple(
        [
            events.Write(
                channel=item.channel,
                value=show(item.channel, item.value),
                # What a called task gives its caller goes to no channel of the graph.
                via="return" if item.channel == RETURN else item.via,
            )
            for item in items
            if item.channel not in _MARKS
        ]
    )
