"""The events of a run in a form in which two libraries can be compared."""

from __future__ import annotations

from typing import Any, TypeAlias

from tests.conformance.random_graphs.steps import without_ids
from tests.conformance.records import plain_event

Event: TypeAlias = list[Any]
"""Mode and payload."""


def by_namespace(events: list[tuple[Any, str, Any]]) -> list[Any]:
    """Return the events of each graph in order; graphs that run side by side have no order between them."""
    sorted_out: dict[tuple[str, ...], list[Event]] = {}
    for ns, mode, payload in events:
        sorted_out.setdefault(ns, []).append([mode, _told(mode, payload)])
    groups = [[[without_ids(part) for part in ns], _in_name_order(found)] for ns, found in sorted_out.items()]
    return sorted(groups, key=lambda group: (group[0], without_ids(repr(group[1]))))


def _told(mode: str, payload: Any) -> Any:
    if mode == "debug":
        inner = {"checkpoint": "checkpoints"}.get(payload["type"], "tasks")
        return [payload["step"], payload["type"], _told(inner, payload["payload"])]
    return plain_event(mode, payload)


def _in_name_order(events: list[Event]) -> list[Event]:
    """Sort what tasks of one superstep told while they ran: its order is whatever the threads made it."""
    ordered: list[Event] = []
    told: list[Event] = []
    for event in events:
        if _is_told_by_a_task(*event):
            told.append(event)
        else:
            ordered.extend([*sorted(told, key=lambda event: without_ids(repr(event))), event])
            told = []
    return [*ordered, *sorted(told, key=lambda event: without_ids(repr(event)))]


def _is_told_by_a_task(mode: str, payload: Any) -> bool:
    if mode == "debug":
        return bool(payload[1] == "task_result")
    if mode == "values":
        # Each task that asks has one of its own.
        return isinstance(payload, dict) and "__interrupt__" in payload
    return mode in {"updates", "custom"} or (mode == "tasks" and "result" in payload)
