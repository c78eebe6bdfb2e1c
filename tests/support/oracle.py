"""What LangGraph's own checkpoints say of a story: ``python -m tests.support.oracle`` writes it beside the transcript.

Versions, seen versions, who was next, and the writes of each superstep in task order: facts that an explanation of the
same run has to agree with.
"""

from __future__ import annotations

import contextlib
import json
from typing import Any

from tests.conformance.libraries import REFERENCE
from tests.support import transcripts
from tests.support.stories import STORIES, Story

COMPARED = ("survey", "clash", "unequal", "zoo", "failing", "endless")


def stories() -> list[Story]:
    """The stories that the reference can tell as well."""
    return [story for story in STORIES if story.name in COMPARED]


def oracle(story: Story) -> str:
    """The oracle's file: a list of checkpoints, oldest first, each on a line."""
    saver = REFERENCE.InMemorySaver()
    graph = story.build(REFERENCE).compile(checkpointer=saver)
    config = {"configurable": {"thread_id": "1"}, "recursion_limit": story.recursion_limit}
    for given in (story.input, None) if story.name == "failing" else (story.input,):
        with contextlib.suppress(REFERENCE.InvalidUpdateError, REFERENCE.GraphRecursionError, ValueError):
            graph.invoke(given, config, durability="sync")
    history = reversed(list(graph.get_state_history(config)))
    lines = [_checkpoint(state, saver.get_tuple(state.config)) for state in history]
    return "[\n" + ",\n".join(json.dumps(line) for line in lines) + "\n]\n"


def _checkpoint(state: Any, saved: Any) -> dict[str, Any]:
    # Any: the reference's own records.
    checkpoint = saved.checkpoint
    return {
        "step": saved.metadata["step"],
        "source": saved.metadata["source"],
        "versions": _numbers(checkpoint["channel_versions"]),
        "seen": {
            node: _numbers(seen) for node, seen in sorted(checkpoint["versions_seen"].items()) if not _is_special(node)
        },
        "next": list(state.next),
        "values": {channel: _text(value) for channel, value in sorted(state.values.items())},
        "writes": _writes(state, saved),
    }


def _numbers(versions: Any) -> dict[str, int]:
    return {channel: int(str(version).split(".", maxsplit=1)[0]) for channel, version in sorted(versions.items())}


def _is_special(node: str) -> bool:
    return node in {"__input__", "__interrupt__"}


def _writes(state: Any, saved: Any) -> dict[str, list[list[str]]]:
    """By channel: the node and the value's text of each write that the next superstep made, in task order."""
    by_channel: dict[str, list[list[str]]] = {}
    # The order in which the reference applies what tasks wrote.
    for task in sorted(state.tasks, key=lambda task: task.path):
        for written_by, channel, value in saved.pending_writes:
            if written_by == task.id and channel not in {"__error__", "__no_writes__", "__interrupt__"}:
                by_channel.setdefault(channel, []).append([task.name, _text(value)])
    return dict(sorted(by_channel.items()))


def _text(value: Any) -> str:
    """As a preview shows it: None apart, the stories write only what JSON and Python spell alike."""
    return "None" if value is None else json.dumps(value)


if __name__ == "__main__":
    for story in stories():
        (transcripts.FOLDER / f"{story.name}.oracle.json").write_text(oracle(story), encoding="utf-8")
