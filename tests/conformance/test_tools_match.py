"""What the tools stream tells of tools that nodes call, on both libraries."""

from __future__ import annotations

import asyncio
import re
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.tools import tool

from tests.conformance.graphs_state import EMPTY, graph
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer

warnings.filterwarnings("ignore", module="langgraph")

_IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}")


@tool
def dig(depth: int) -> str:
    """Dig."""
    if depth > 9:
        raise ValueError("too deep")
    return f"{depth} m"


def calling(*depths: int) -> Callable[[Any], Any]:
    """Return a node that calls a tool."""
    return lambda state: {"x": [answer(lambda depth=depth: dig.invoke({"depth": depth})) for depth in depths]}  # type: ignore[misc]  # called at once


async def calling_later(state: Any) -> Any:
    return {"x": [await dig.ainvoke({"depth": 1})]}


def quiet(state: Any) -> Any:
    return {"x": [dig.with_config(tags=["nostream"]).invoke({"depth": 1})]}


def named(state: Any) -> Any:
    call: Any = {"name": "dig", "args": {"depth": 2}, "id": "call_1", "type": "tool_call"}
    return {"x": [dig.invoke(call).content]}


def asking(lib: Any) -> Callable[[Any], Any]:
    @tool
    def permit(site: str) -> str:
        """Ask for a permit."""
        return str(lib.interrupt(site))

    return lambda state: {"x": [permit.invoke({"site": "north"})]}


NODES: dict[str, Callable[[Any], Any]] = {
    "calls": lambda lib: calling(1, 2),
    "fails": lambda lib: calling(10),
    "quiet": lambda lib: quiet,
    "named": lambda lib: named,
    "asks": asking,
}


def told(lib: Any, node: Any, *, inside: bool, **options: Any) -> Any:
    """Return the events of a node, alone or in a graph inside, without ids that differ from run to run."""
    compiled = graph(lib, [(None, "n")], n=node)
    if inside:
        compiled = graph(lib, [(None, "outer")], outer=compiled.compile())
    kept = compiled.compile(checkpointer=lib.InMemorySaver())

    async def collect() -> list[Any]:
        return [event async for event in kept.astream(EMPTY, THREAD, **options)]

    plain = not asyncio.iscoroutinefunction(node)
    found = answer(lambda: list(kept.stream(EMPTY, THREAD, **options)) if plain else asyncio.run(collect()))
    return _IDS.sub("ID", repr(found))


@pytest.mark.parametrize("inside", [False, True], ids=["own", "inside"])
@pytest.mark.parametrize("subgraphs", [False, True], ids=["of its own", "with those inside"])
@pytest.mark.parametrize("name", NODES)
def test_tools_are_told_as_the_reference_tells_them(name: str, subgraphs: bool, inside: bool) -> None:
    """When they begin and end, under the name of the graph that calls them."""
    found = [
        told(lib, NODES[name](lib), inside=inside, stream_mode=["tools", "updates"], subgraphs=subgraphs)
        for lib in (OURS, REFERENCE)
    ]

    assert found[0] == found[1]


def test_awaited_tools_are_told_too() -> None:
    """And alone the events have no label."""
    found = [told(lib, calling_later, inside=False, stream_mode="tools") for lib in (OURS, REFERENCE)]

    assert found[0] == found[1]
    assert "tool-finished" in found[0]
