"""Where a command, a router or an edit by hand may point to, on both libraries: ends, starts and packets."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest

from tests.conformance.graphs_state import EMPTY, graph, says
from tests.conformance.libraries import OURS, REFERENCE
from tests.conformance.records import THREAD, answer, history, plain

warnings.filterwarnings("ignore", module="langgraph")

TARGETS: dict[str, Callable[[Any], Any]] = {
    "the end": lambda lib: lib.END,
    "a list with the end": lambda lib: ["b", lib.END],
    "a packet to the end": lambda lib: lib.Send(lib.END, {}),
    "the start": lambda lib: lib.START,
    "a packet to the start": lambda lib: lib.Send(lib.START, {"x": [1]}),
    "a packet to nowhere": lambda lib: lib.Send("nowhere", {}),
    "nowhere": lambda _lib: "nowhere",
    "the same twice": lambda lib: ["b", lib.Send("b", EMPTY), "b", lib.Send("b", EMPTY)],
}


def by_a_node(lib: Any, target: Any) -> Any:
    go = lambda state: lib.Command(goto=target, update={"x": ["a"]})  # noqa: E731  # a node of one expression
    return graph(lib, [(None, "a")], a=go, b=says("b")), EMPTY


def by_a_router(lib: Any, target: Any) -> Any:
    builder = graph(lib, [(None, "a")], a=says("a"), b=says("b"))
    return builder.add_conditional_edges("a", lambda state: target), EMPTY


def by_the_input(lib: Any, target: Any) -> Any:
    return graph(lib, [(None, "a")], a=says("a"), b=says("b")), lib.Command(goto=target, update={"x": ["in"]})


@pytest.mark.parametrize("way", [by_a_node, by_a_router, by_the_input], ids=lambda way: way.__name__)
@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS.keys())
def test_a_run_goes_to_the_same_places(way: Callable[..., Any], target: Callable[[Any], Any]) -> None:
    """The values that are streamed, the refusals, and every checkpoint."""

    def story(lib: Any) -> Any:
        saver = lib.InMemorySaver()
        builder, given = way(lib, target(lib))
        config = {**THREAD, "recursion_limit": 5}  # a packet to the start begins for ever
        compiled = builder.compile(checkpointer=saver)
        told = answer(lambda: list(compiled.stream(given, config, stream_mode="values")))
        return plain([told, history(saver)])

    assert story(OURS) == story(REFERENCE)


@pytest.mark.parametrize("update", [{"x": ["v"]}, None, {"unknown": 1}, [{"x": ["v"]}], 5], ids=str)
@pytest.mark.parametrize("as_node", ["__input__", "__copy__", "__end__", "__start__", "nowhere", None])
def test_an_edit_in_the_name_of_what_is_no_node_matches(as_node: str | None, update: Any) -> None:
    """Each does what the reference does, or is refused in its words."""

    def story(lib: Any) -> Any:
        saver = lib.InMemorySaver()
        compiled = graph(lib, [(None, "a"), ("a", "b")], a=says("a"), b=says("b")).compile(checkpointer=saver)
        compiled.invoke(EMPTY, THREAD)
        told = answer(lambda: list(compiled.update_state(THREAD, update, as_node=as_node)["configurable"]))
        state = compiled.get_state(THREAD)
        return plain([sorted(told) if isinstance(told, list) else told, state.values, state.next, state.metadata])

    assert story(OURS) == story(REFERENCE)
