"""Streams in every shape that a caller may ask for: several modes, runs inside, output keys, parts, drained runs."""

from __future__ import annotations

import importlib
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

import pytest

from tests.conformance.libraries import OURS, REFERENCE

THREAD: Any = {"configurable": {"thread_id": "1"}}
_VARYING = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}|\d{4}-\d\d-\d\dT[0-9:.+]+")


class State(TypedDict):
    """A list."""

    x: Annotated[list[Any], operator.add]


@dataclass
class Context:
    """What a caller hands to a run."""

    k: int


def chain(lib: Any, **nodes: Any) -> Any:
    builder = lib.StateGraph(State, context_schema=Context)
    source = lib.START
    for name, node in nodes.items():
        builder.add_node(name, node).add_edge(source, name)
        source = name
    return builder


def writing(lib: Any) -> Any:
    """Nodes that write to the stream, one of them in a graph inside."""
    config = importlib.import_module(f"{lib.package}.config")

    def write(_: Any) -> Any:
        config.get_stream_writer()("written")
        return {"x": [1]}

    inner = chain(lib, i=write).compile()
    return chain(lib, a=write, sub=inner, b=lambda _: None).compile(checkpointer=lib.InMemorySaver())


def failing(lib: Any) -> Any:
    def fail(_: Any) -> Any:
        raise ValueError("no")

    return chain(lib, a=lambda _: {"x": [1]}, bad=fail).compile(checkpointer=lib.InMemorySaver())


def draining(lib: Any) -> Any:
    runtime = importlib.import_module(f"{lib.package}.runtime")

    def drain(_: Any) -> Any:
        found = runtime.get_runtime()
        found.control.request_drain("enough")
        return {"x": [found.context, found.execution_info.node_attempt, found.drain_requested, found.drain_reason]}

    return chain(lib, a=drain, b=lambda _: {"x": [2]}).compile(checkpointer=lib.InMemorySaver())


EVERY = ["values", "updates", "custom", "tasks", "checkpoints", "debug"]
OPTIONS: list[dict[str, Any]] = [
    {"stream_mode": EVERY},
    {"stream_mode": EVERY, "subgraphs": True},
    {"stream_mode": EVERY, "subgraphs": True, "version": "v2"},
    {"stream_mode": "custom"},
    {"stream_mode": "custom", "subgraphs": True},
    {"stream_mode": ["values", "updates"], "output_keys": []},
    {"stream_mode": ["values", "updates"], "output_keys": "x"},
    {"stream_mode": ["values", "updates"], "interrupt_before": ["sub", "b"]},
    {"stream_mode": ["values", "updates", "checkpoints"], "interrupt_after": "*"},
    {"stream_mode": "checkpoints", "durability": "exit"},
    {"stream_mode": ["tasks", "debug"]},
    {"context": {"k": 1}},
]


def plain(value: Any) -> Any:
    """A value with the keys of every dict in order, and without what differs from run to run."""
    if isinstance(value, dict):
        return sorted((_VARYING.sub("ID", str(key)), plain(item)) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, *map(plain, value)]
    return _VARYING.sub("ID", repr(value))


def events(graph: Any, options: dict[str, Any]) -> list[Any]:
    """All events of two runs on one thread, the second going on where the first ended, and what they raised."""
    told: list[Any] = []
    for given in ({"x": [0]}, None):
        try:
            told += [plain(event) for event in graph.stream(given, THREAD, **options)]
        except Exception as error:  # noqa: BLE001  # whatever is raised is what is compared
            told.append(f"{type(error).__name__}: {error}")
    return told


CASES = [(build, options) for build in (writing, failing, draining) for options in OPTIONS]


@pytest.mark.parametrize(("build", "options"), CASES, ids=lambda part: getattr(part, "__name__", repr(part)))
def test_a_stream_tells_the_same_in_the_same_order(build: Callable[[Any], Any], options: dict[str, Any]) -> None:
    """In every shape."""
    ours = events(build(OURS), options)

    assert ours == events(build(REFERENCE), options)
    assert ours


@pytest.mark.parametrize("options", OPTIONS[:5], ids=repr)
async def test_a_coroutine_is_told_what_a_plain_call_is_told(options: dict[str, Any]) -> None:
    """By the other driver."""
    given = {"x": [0]}
    told = [plain(event) async for event in writing(OURS).astream(given, THREAD, **options)]

    assert told == [plain(event) for event in writing(OURS).stream(given, THREAD, **options)]
