"""What is printed, and what is streamed when nobody says it, on both libraries."""

from __future__ import annotations

import asyncio
import re
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.runnables import RunnableConfig

from tests.conformance.graphs_state import EMPTY, graph, says
from tests.conformance.libraries import OURS, REFERENCE

warnings.filterwarnings("ignore", module="langgraph")

_IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}")


def nested(lib: Any, **options: Any) -> Any:
    """Return a graph with a graph inside."""
    inner = graph(lib, [(None, "i")], i=says("i"))
    return graph(lib, [(None, "a"), ("a", "s")], a=says("a"), s=inner.compile()).compile(**options)


def asked(lib: Any, **options: Any) -> Any:
    """Return what a run gives back that waits for an answer."""
    ask = graph(lib, [(None, "a"), (None, "p")], a=lambda state: {"x": [lib.interrupt("q")]}, p=says("p"))
    return _IDS.sub("ID", repr(ask.compile().invoke(EMPTY, {}, **options)))


async def collected(stream: Any) -> list[Any]:
    return [event async for event in stream]


CALLS: dict[str, Callable[[Any], Any]] = {
    "nothing": lambda lib: nested(lib).invoke(EMPTY),
    "one mode": lambda lib: nested(lib).invoke(EMPTY, print_mode="updates"),
    "several modes": lambda lib: nested(lib).invoke(EMPTY, print_mode=["values", "updates"]),
    "debug of a call": lambda lib: nested(lib).invoke(EMPTY, debug=True),
    "debug of a graph": lambda lib: nested(lib, debug=True).invoke(EMPTY),
    "debug that the call does not want": lambda lib: nested(lib, debug=True).invoke(EMPTY, debug=False),
    "debug over modes": lambda lib: nested(lib).invoke(EMPTY, debug=True, print_mode="tasks"),
    "stream": lambda lib: list(nested(lib).stream(EMPTY, print_mode="values")),
    "stream in debug": lambda lib: list(nested(lib).stream(EMPTY, debug=True, stream_mode="tasks")) and None,
    "graphs inside": lambda lib: list(nested(lib).stream(EMPTY, print_mode="updates", subgraphs=True)) and None,
    "question": lambda lib: asked(lib, debug=True),
    "question of version 2": lambda lib: asked(lib, print_mode="updates", version="v2"),
    "output of one key": lambda lib: nested(lib).invoke(EMPTY, debug=True, output_keys="x"),
    "awaited": lambda lib: asyncio.run(nested(lib).ainvoke(EMPTY, debug=True)),
    "awaited stream": lambda lib: asyncio.run(collected(nested(lib).astream(EMPTY, debug=True))),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_same_is_printed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """And printing changes nothing about what is given back."""

    def story(lib: Any) -> Any:
        output = CALLS[name](lib)
        return output, _IDS.sub("ID", capsys.readouterr().out)

    assert story(OURS) == story(REFERENCE)


STREAMS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "without a config": lambda inner, state, config: list(inner.stream(state)),
    "with the node's": lambda inner, state, config: list(inner.stream(state, config)),
    "with a mode": lambda inner, state, config: list(inner.stream(state, config, stream_mode="updates")),
    "with another config": lambda inner, state, config: list(inner.stream(state, {"tags": ["t"]})),
    "batch": lambda inner, state, config: inner.batch([state], config),
}


@pytest.mark.parametrize("name", STREAMS)
def test_a_graph_that_a_node_calls_streams_the_same(name: str) -> None:
    """Its values, where the node hands on its own config."""

    def story(lib: Any) -> Any:
        seen: list[Any] = []
        inner = graph(lib, [(None, "i")], i=says("i")).compile()

        def call(state: Any, config: RunnableConfig) -> Any:
            seen.append(STREAMS[name](inner, state, config))

        graph(lib, [(None, "c")], c=call).compile().invoke(EMPTY)
        return seen

    assert story(OURS) == story(REFERENCE)
