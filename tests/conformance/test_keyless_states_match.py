"""Graphs whose state has no keys, on both libraries: their streams show what only wires the graph."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest
from typing_extensions import TypedDict

from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer, plain
from tests.conformance.test_questions_match import without_question_ids

warnings.filterwarnings("ignore", module="langgraph")


class Nothing(TypedDict):
    """A state without keys."""


class Number(TypedDict):
    """A state with a key."""

    x: int


def joined(lib: Any) -> Any:
    builder = lib.StateGraph(Nothing)
    for name in ("a", "b", "c"):
        builder.add_node(name, lambda state: state)
    builder.add_edge(lib.START, "a")
    builder.add_edge("a", "b")
    return builder.add_edge(["a", "b"], "c")


def sent(lib: Any) -> Any:
    builder = lib.StateGraph(Nothing)
    builder.add_node("a", lambda state: None)
    builder.add_node("b", lambda state: {})
    builder.add_edge(lib.START, "a")
    return builder.add_conditional_edges("a", lambda state: ["b", lib.Send("b", {"z": 1})])


def refused(lib: Any) -> Any:
    builder = lib.StateGraph(Nothing)
    builder.add_node("a", lambda state: lib.interrupt("?"))
    return builder.add_edge(lib.START, "a")


def without_output(lib: Any) -> Any:
    builder = lib.StateGraph(Number, output_schema=Nothing)
    builder.add_node("a", lambda state: {"x": 2})
    return builder.add_edge(lib.START, "a")


GRAPHS = [joined, sent, refused, without_output]


@pytest.mark.parametrize("build", GRAPHS, ids=lambda build: build.__name__)
@pytest.mark.parametrize("mode", ["values", "updates", ["values", "updates"]], ids=str)
def test_streams_of_a_state_without_keys_match(build: Callable[[Any], Any], mode: Any) -> None:
    """All channels are shown where the state names none; the output has no keys for that."""

    def story(lib: Any) -> Any:
        compiled = build(lib).compile(checkpointer=lib.InMemorySaver())
        told: list[Any] = []
        told.append(answer(lambda: list(compiled.stream({"x": 1}, THREAD, stream_mode=mode))))
        told.append(answer(lambda: compiled.invoke({"x": 1}, THREAD)))
        told.append([(state.values, state.next) for state in compiled.get_state_history(THREAD)])
        return without_question_ids(plain(told))

    assert story(OURS) == story(REFERENCE)


def test_a_graph_of_channels_that_streams_none_of_them_streams_all() -> None:
    """An empty list of channels says the same as none."""

    def story(lib: Any) -> Any:
        node = lib.NodeBuilder().subscribe_only("given").do(lambda value: value + 1).write_to("made")
        channels = {"given": lib.EphemeralValue(int), "made": lib.LastValue(int)}
        graph = lib.Pregel(
            nodes={"one": node}, channels=channels, input_channels="given", output_channels="made", stream_channels=[]
        )
        return list(graph.stream(1, stream_mode="values")), graph.invoke(1)

    assert story(OURS) == story(REFERENCE)
