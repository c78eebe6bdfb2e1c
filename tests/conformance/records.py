"""What a run left behind, in a form in which two libraries can be compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Record = dict[str, Any]

THREAD: dict[str, Any] = {"configurable": {"thread_id": "1"}}

_WIRING = ("branch:to:", "join:")
_MODES = ["values", "updates", "tasks", "checkpoints"]


def answer(call: Callable[[], Any]) -> Any:
    """Return what `call` returns, or the type and the text of what it raises, with the notes about tasks."""
    try:
        return call()
    except Exception as error:  # noqa: BLE001  # whatever is raised is what is compared
        text = str(error).replace("langgraph.", "stepgraph.")
        notes = [note.split(" and id ")[0] for note in getattr(error, "__notes__", []) if "task with name" in note]
        return (type(error).__name__, text, notes)


def streamed(graph: Any, given: Any, config: Any, **options: Any) -> list[Any]:
    """Return the events of all modes in order, without ids and times; parallel results in the order of names."""
    events: list[Any] = []

    def collect() -> None:
        for mode, payload in graph.stream(given, config, stream_mode=_MODES, **options):
            events.append((mode, plain_event(mode, payload)))

    ending = answer(collect)
    return [*_in_name_order(events), ending]


def plain_event(mode: str, payload: Any) -> Any:
    """Return an event without ids and times."""
    if mode == "tasks":
        kept = {key: value for key, value in payload.items() if key not in {"id", "metadata"}}
        if "triggers" in kept:
            kept["triggers"] = sorted(kept["triggers"])
        if "error" in kept and isinstance(kept["error"], BaseException):
            kept["error"] = repr(kept["error"])
        return kept
    if mode == "checkpoints":
        metadata = {key: value for key, value in payload["metadata"].items() if key != "thread_id"}
        tasks = [{key: value for key, value in task.items() if key not in {"id", "error"}} for task in payload["tasks"]]
        has_parent = payload["parent_config"] is not None
        configurable = sorted(payload["config"]["configurable"])
        return (payload["values"], metadata, payload["next"], tasks, has_parent, configurable)
    return payload


def _in_name_order(events: list[Any]) -> list[Any]:
    """Sort results of tasks that ended in the same superstep: their order is whatever the threads made it."""
    ordered: list[Any] = []
    run: list[Any] = []
    for event in events:
        mode, payload = event
        is_result = mode == "updates" or (mode == "tasks" and "result" in payload)
        if is_result:
            run.append(event)
            continue
        ordered.extend(sorted(run, key=_result_name))
        run = []
        ordered.append(event)
    return [*ordered, *sorted(run, key=_result_name)]


def _result_name(event: Any) -> tuple[str, str]:
    # All updates before all results; tasks of one node, which packets woke, by what they wrote.
    mode, payload = event
    return ("result", payload["name"] + repr(payload)) if mode == "tasks" else ("", repr(payload))


def history(saver: Any, config: Any = THREAD) -> list[Record]:
    """Return every checkpoint of a thread from the oldest on: everything but ids and times."""
    found = list(saver.list({"configurable": {"thread_id": config["configurable"]["thread_id"]}}))[::-1]
    places = {saved.checkpoint["id"]: place for place, saved in enumerate(found)}
    return [_checkpoint_record(saved, places) for saved in found]


def _checkpoint_record(saved: Any, places: dict[str, int]) -> Record:
    checkpoint = saved.checkpoint
    parent = saved.parent_config and saved.parent_config["configurable"]["checkpoint_id"]
    return {
        "metadata": saved.metadata,
        "parent": places.get(parent),
        "clock": checkpoint["id"].split("-")[3][1:],
        "values": checkpoint["channel_values"],
        "versions": counts(checkpoint["channel_versions"]),
        "seen": {node: counts(known) for node, known in sorted(checkpoint["versions_seen"].items())},
        "updated": checkpoint.get("updated_channels"),
        "pending": _pending(saved.pending_writes or []),
    }


def counts(versions: dict[str, str]) -> dict[str, int]:
    """Return versions without the random fractions that tell branches apart."""
    return {name: int(version.split(".")[0]) for name, version in sorted(versions.items())}


def _pending(writes: list[Any]) -> list[Any]:
    """Return the writes of each task in order; those that only wire the graph sorted, as their order is a set's."""
    by_task: dict[str, list[Any]] = {}
    for task_id, channel, value in writes:
        by_task.setdefault(task_id, []).append((channel, value))
    return [
        [*(pair for pair in pairs if not pair[0].startswith(_WIRING)), *sorted(_wiring(pairs), key=repr)]
        for pairs in by_task.values()
    ]


def _wiring(pairs: list[Any]) -> list[Any]:
    return [pair for pair in pairs if pair[0].startswith(_WIRING)]


def snapshot(graph: Any, config: Any = THREAD) -> Any:
    """Return the thread's present state without ids and times."""

    def look() -> Any:
        state = graph.get_state(config)
        tasks = [(task.name, task.path, task.error, task.interrupts, task.result) for task in state.tasks]
        return (state.values, state.next, state.metadata, tasks, state.parent_config is not None)

    return answer(look)


def snapshots(graph: Any, config: Any = THREAD) -> Any:
    """Return the whole history as callers see it, from the oldest on."""

    def look() -> Any:
        found = list(graph.get_state_history(config))[::-1]
        return [
            (state.values, state.next, state.metadata, [(task.name, task.error, task.result) for task in state.tasks])
            for state in found
        ]

    return answer(look)


def plain(value: Any) -> Any:
    """Return `value` with the objects of either library's own classes as their texts."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(plain(item) for item in value)
    return repr(value) if type(value).__module__.startswith(("langgraph", "stepgraph")) else value


def record(lib: Any, build: Callable[[Any], Any], given: Any, *, limit: int = 25, **options: Any) -> Record:
    """Run a graph in every way that leaves something to compare.

    Saves are waited for: the reference's background saves store what the next superstep may already have changed.
    """
    config = {**THREAD, "recursion_limit": limit}
    bare = build(lib).compile()
    saver = lib.InMemorySaver()
    kept = build(lib).compile(checkpointer=saver)
    found = {
        "output": answer(lambda: bare.invoke(given, {"recursion_limit": limit}, **options)),
        "channels": {name: _class_name(channel) for name, channel in kept.channels.items()},
        "events": streamed(kept, given, config, durability="sync", **options),
        "history": history(saver),
        "state": snapshot(kept),
        "snapshots": snapshots(kept),
        "went on": answer(lambda: kept.invoke(None, config, durability="sync")),
        "again": answer(lambda: kept.invoke(given, config, durability="sync", **options)),
        "history after": history(saver),
    }
    return {part: plain(value) for part, value in found.items()}


def _class_name(channel: Any) -> str:
    return channel.__name__ if isinstance(channel, type) else type(channel).__name__
