"""Savers that were written for older versions of the reference, on both libraries."""

from __future__ import annotations

import importlib
import warnings
from typing import Any

from tests.conformance.graphs_state import EMPTY, graph, says
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer, plain, snapshot

warnings.filterwarnings("ignore", module="langgraph")


def older_saver(lib: Any) -> Any:
    """Return a saver whose `put_writes` knows nothing of the paths of tasks."""
    base: Any = importlib.import_module(f"{lib.package}.checkpoint.memory").InMemorySaver

    class Older(base):  # type: ignore[misc]  # of a class that is known at run time only
        kept: list[Any]

        def put_writes(self, config: Any, writes: Any, task_id: str) -> None:
            self.kept.append([channel for channel, _ in writes])
            super().put_writes(config, writes, task_id)

        async def aput_writes(self, config: Any, writes: Any, task_id: str) -> None:
            self.put_writes(config, writes, task_id)

    saver = Older()
    saver.kept = []
    return saver


def kept_by_an_older_saver(lib: Any) -> Any:
    saver = older_saver(lib)
    edges = [(None, "a"), ("a", "ask"), ("a", "b")]
    nodes = {"a": says("a"), "ask": lambda state: {"x": [lib.interrupt("?")]}, "b": says("b")}
    kept = graph(lib, edges, **nodes).compile(checkpointer=saver)
    first = answer(lambda: kept.invoke(EMPTY, THREAD, durability="sync"))["x"]
    updated = answer(lambda: bool(kept.update_state(THREAD, {"x": ["by hand"]}, as_node="a")))
    second = answer(lambda: kept.invoke(lib.Command(resume="yes"), THREAD, durability="sync"))["x"]
    return plain([first, updated, second, snapshot(kept)[:2], sorted(sorted(channels) for channels in saver.kept)])


def test_a_saver_that_knows_no_paths_is_given_none() -> None:
    """Neither by a run nor by an edit."""
    assert kept_by_an_older_saver(OURS) == kept_by_an_older_saver(REFERENCE)
