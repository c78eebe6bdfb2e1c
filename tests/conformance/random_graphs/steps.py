"""The step record: everything that a superstep leaves on a thread, but for ids and times."""

from __future__ import annotations

import json
import re
from itertools import groupby
from typing import Any

from tests.conformance.records import answer, counts

Record = dict[str, Any]

_IDS = re.compile(r":?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{32}\b")
_WIRING = ("branch:to:", "join:")


def step_records(graph: Any, saver: Any, thread: Any = None) -> list[Record]:
    """Return the checkpoints of a thread from the oldest on, those of graphs inside by the nodes that ran them."""
    thread = thread or {"configurable": {"thread_id": "1"}}
    found = list(saver.list({"configurable": {"thread_id": "1"}}))
    found.sort(key=lambda saved: saved.checkpoint["id"])
    planned = _planned(graph, thread)
    by_namespace: dict[str, list[Any]] = {}
    for saved in found:
        by_namespace.setdefault(saved.config["configurable"]["checkpoint_ns"], []).append(saved)
    groups = [(without_ids(ns), _records_of(group, planned)) for ns, group in by_namespace.items()]
    groups.sort(key=lambda group: (group[0], without_ids(repr(group[1]))))
    return [{"ns": ns, **record} for ns, records in groups for record in records]


def _records_of(group: list[Any], planned: dict[str, list[Any]]) -> list[Record]:
    places = {saved.checkpoint["id"]: place for place, saved in enumerate(group)}
    return [_step_record(saved, places, planned) for saved in group]


def without_ids(text: str) -> str:
    """Return a text without the ids of tasks, checkpoints and questions."""
    return _IDS.sub("", text)


def _planned(graph: Any, thread: Any) -> dict[str, list[Any]]:
    """Return which tasks each checkpoint of the root leaves due, in the order in which a caller is told."""

    def look() -> dict[str, list[Any]]:
        return {
            state.config["configurable"]["checkpoint_id"]: [(task.id, task.name, task.path) for task in state.tasks]
            for state in graph.get_state_history(thread)
        }

    found = answer(look)
    return found if isinstance(found, dict) else {}


def _step_record(saved: Any, places: dict[str, int], planned: dict[str, list[Any]]) -> Record:
    checkpoint = saved.checkpoint
    parent = saved.parent_config and saved.parent_config["configurable"]["checkpoint_id"]
    tasks = planned.get(checkpoint["id"], [])
    metadata = {key: value for key, value in saved.metadata.items() if key != "parents"}
    return {
        **metadata,
        "parent": places.get(parent),
        "under": sorted(saved.metadata.get("parents", {})),
        "clock": checkpoint["id"].split("-")[3][1:],
        "values": checkpoint["channel_values"],
        "versions": counts(checkpoint["channel_versions"]),
        "seen": {node: counts(known) for node, known in sorted(checkpoint["versions_seen"].items())},
        "updated": checkpoint.get("updated_channels"),
        "next": [[name, list(path)] for _, name, path in tasks],
        "pending": _pending(saved.pending_writes or [], {task_id: path for task_id, _, path in tasks}),
    }


def _pending(writes: list[Any], paths: dict[str, Any]) -> list[Any]:
    """Return the writes of each task in order; edges that are written in a row sorted, as their order is a set's."""
    by_task: dict[str, list[Any]] = {}
    for task_id, channel, value in writes:
        by_task.setdefault(task_id, []).append([channel, value])
    grouped = [[list(paths.get(task_id, ())), _in_order(pairs)] for task_id, pairs in by_task.items()]
    return sorted(grouped, key=lambda group: without_ids(repr(group)))


def _in_order(pairs: list[Any]) -> list[Any]:
    rows = [(is_wiring, list(row)) for is_wiring, row in groupby(pairs, key=lambda pair: pair[0].startswith(_WIRING))]
    last = max((place for place, (is_wiring, _) in enumerate(rows) if is_wiring), default=None)
    wiring = sorted((pair for is_wiring, row in rows if is_wiring for pair in row), key=repr)
    if sum(is_wiring for is_wiring, _ in rows) > 1:
        # A second attempt leaves what the first wrote at other places, and which edge that is hangs on a set again.
        wiring = [pair for place, pair in enumerate(wiring) if pair not in wiring[:place]]
    ordered: list[Any] = []
    for place, (is_wiring, row) in enumerate(rows):
        ordered.extend(wiring if place == last else [] if is_wiring else row)
    return ordered


def snapshot(graph: Any, config: Any) -> Any:
    """Return the thread's present state as a caller is told."""

    def look() -> Any:
        state = graph.get_state(config)
        tasks = [
            [task.name, list(task.path), task.error, sorted(map(repr, task.interrupts)), task.result, bool(task.state)]
            for task in state.tasks
        ]
        return {"values": state.values, "next": list(state.next), "metadata": state.metadata, "tasks": tasks}

    return answer(look)


def open_questions(graph: Any, config: Any) -> list[str]:
    """Return the ids of the questions that wait, in the order of their tasks."""

    def look() -> list[str]:
        return [question.id for task in graph.get_state(config).tasks for question in task.interrupts]

    found = answer(look)
    return found if isinstance(found, list) else []


def canonical(record: Any) -> Any:
    """Return a record as plain data: objects as their texts, ids as nothing, both libraries under one name."""
    text = json.dumps(_plain(record))
    return json.loads(without_ids(text).replace("langgraph.", "stepgraph."))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple) and type(value) is tuple:
        return ["()", *map(_plain, value)]
    if isinstance(value, (set, frozenset)):
        return ["{}", *sorted(map(_plain, value), key=repr)]
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, (str, int, float, bool)) else repr(value)
