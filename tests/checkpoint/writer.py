"""A process that saves differences to a thread which others write to as well: `python -m` it with kind and place."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from typing import Any

from stepgraph.checkpoint.delta import CheckpointDelta
from stepgraph.checkpoint.ids import new_checkpoint_id
from stepgraph.checkpoint.postgres import PostgresSaver
from stepgraph.checkpoint.sqlite import SqliteSaver


def opened(kind: str, place: str) -> AbstractContextManager[Any]:
    """Give the saver of that kind."""
    return SqliteSaver.from_conn_string(place) if kind == "sqlite" else PostgresSaver.from_conn_string(place)


def write(saver: Any, name: str, count: int) -> None:
    """Save so many checkpoints, each on the thread's latest, and tell each when it is saved."""
    for number in range(count):
        head = saver.get_tuple({"configurable": {"thread_id": "1", "checkpoint_ns": ""}})
        parent = None if head is None else head.checkpoint["id"]
        before = {} if head is None else head.checkpoint["channel_values"]
        made = new_checkpoint_id(number)
        delta = CheckpointDelta(
            thread_id="1",
            ns="",
            id=made,
            parent_id=parent,
            step=number,
            source="loop",
            ts="2026-01-01T00:00:00+00:00",
            cells=(name, str(number), number, "path", made, f"{before.get('path', '')} {name}{number}"),
            known=(name, ("path", made)),
            updated=(name, "path"),
            parents={},
            extra={"writer": name},
        )
        saver.put_delta(delta)
        saver.put_writes(
            {"configurable": {"thread_id": "1", "checkpoint_ns": "", "checkpoint_id": made}},
            [("x", [name, number]), ("y", number)],
            f"task of {name}",
        )
        sys.stdout.write(f"{made}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    with opened(sys.argv[1], sys.argv[2]) as it:
        write(it, sys.argv[3], int(sys.argv[4]))
