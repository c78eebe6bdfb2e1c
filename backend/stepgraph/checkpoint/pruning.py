"""What is left of a thread that is pruned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

STRATEGIES = ("keep_latest", "delete")


class Head(NamedTuple):
    """The latest checkpoint of a namespace, and the checkpoints of the graphs that called this one."""

    id: str
    parents: Mapping[str, str]


def checked_threads(thread_ids: Sequence[str], strategy: str) -> list[str]:
    """Return the thread ids as texts; refuse a single text and an unknown strategy."""
    if isinstance(thread_ids, str):
        raise TypeError("thread_ids must be a sequence of thread IDs, not a str")
    if strategy not in STRATEGIES:
        raise ValueError(f"Unknown prune strategy: {strategy!r}. It is one of {', '.join(STRATEGIES)}.")
    return [str(thread_id) for thread_id in thread_ids]


def checked_runs(run_ids: Sequence[str]) -> frozenset[str]:
    """Return the ids of runs as texts; refuse a single text."""
    if isinstance(run_ids, str):
        raise TypeError("run_ids must be a sequence of run IDs, not a str")
    return frozenset(map(str, run_ids))


def kept_namespaces(heads: Mapping[str, Head]) -> Iterable[str]:
    """Yield the namespaces of which the latest checkpoint stays.

    That of a graph inside stays when it was called from the checkpoint that stays, or keeps its state between calls
    (no task id is in its name then).
    """
    root = heads.get("")
    for ns, head in heads.items():
        if ":" not in ns or (root is not None and head.parents.get("") == root.id):
            yield ns
