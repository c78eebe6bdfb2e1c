"""Graphs inside the tasks of graphs: what a run hands on to the runs that its tasks start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from stepgraph.constants import NAMESPACE_END, NAMESPACE_SEPARATOR
from stepgraph.pregel.facts import Fact
from stepgraph.pregel.gate import Gate
from stepgraph.pregel.questions import Answers
from stepgraph.pregel.replay import Replay
from stepgraph.pregel.streams import Streams
from stepgraph.types import Durability


@dataclass(slots=True)
class Family:
    """What nested runs share with the run that calls them.

    `resumes` says whether the caller goes on from a checkpoint, for its first superstep only; None afterwards.
    `is_stopped` says that a nested run was stopped at the gate, so that the caller stops, too.
    """

    saver: Any  # a saver of any class
    durability: Durability
    streams: Streams
    answers: Answers
    resume_map: Mapping[str, object]
    observe: Callable[[Fact], None] | None
    gate: Gate | None = None
    resumes: bool | None = None
    is_stopped: bool = False
    replay: Replay | None = None
    """From where graphs inside start, when the outermost run went back to an old checkpoint."""


def without_task_ids(ns: str) -> str:
    """Return a namespace by its nodes alone: where a nested graph keeps one state for all its runs."""
    return NAMESPACE_SEPARATOR.join(part.split(NAMESPACE_END)[0] for part in ns.split(NAMESPACE_SEPARATOR))


def node_names(ns: str) -> str:
    """Return a namespace by its nodes alone, without the numbers of graphs that one task runs one after the other."""
    return NAMESPACE_SEPARATOR.join(
        part for part in without_task_ids(ns).split(NAMESPACE_SEPARATOR) if not part.isdigit()
    )


def calling_ns(ns: str) -> str:
    """Return the namespace of the task that runs the graph of a namespace."""
    parts = ns.split(NAMESPACE_SEPARATOR)
    while parts and parts[-1].isdigit():
        parts.pop()
    return NAMESPACE_SEPARATOR.join(parts)
