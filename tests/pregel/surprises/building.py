"""Surprises 10-15: the builder."""

from __future__ import annotations

from typing import Any

from tests.pregel.surprises.prelude import END, START, STATE, graph, says, surprise, tried


@surprise(
    10,
    "a plain edge is not checked before compiling, a list of starts is checked at once",
    expected=["ValueError: Need to add_node `zz` first", "ValueError: Found edge ending at unknown node `zz`"],
)
def edges_to_nowhere(lib: Any) -> Any:
    builder = graph(lib, [(START, "a"), ("a", "zz")], a=says("a"))
    return [tried(lambda: builder.add_edge(["a"], "zz")), tried(builder.compile)]


@surprise(
    11,
    "all lambda routers have one name, and the refusal of the second prints None",
    expected="ValueError: Branch with name `None` already exists for node `__start__`",
)
def two_lambda_routers(lib: Any) -> Any:
    builder = graph(lib, [], a=says("a")).add_conditional_edges(START, lambda state: "a")
    return tried(lambda: builder.add_conditional_edges(START, lambda state: END))


@surprise(12, "a node may have the name of a state key", expected={"x": ["node y"], "y": 1})
def node_named_like_a_key(lib: Any) -> Any:
    return graph(lib, [(START, "y")], y=says("node y")).compile().invoke({"y": 1})


@surprise(13, "going to an unknown node is no error: the run ends", expected={"x": ["in"]})
def going_nowhere(lib: Any) -> Any:
    builder = lib.StateGraph(STATE).add_node("a", lambda state: lib.Command(goto="nowhere"))
    return builder.add_conditional_edges(START, lambda state: ["a", "missing"]).compile().invoke({"x": ["in"]})


@surprise(14, "in a path map END is a key like any other", expected="KeyError: '__end__'")
def end_beside_a_path_map(lib: Any) -> Any:
    builder = graph(lib, [], a=says("a")).add_conditional_edges(START, lambda state: END, {"go": "a"})
    return tried(lambda: builder.compile().invoke({"x": []}))


@surprise(
    15,
    "with a default error handler a builder compiles once",
    expected="ValueError: Auto-generated default error handler node `__default_error_handler__` already exists.",
)
def compiling_twice(lib: Any) -> Any:
    builder = graph(lib, [(START, "a")], a=says("a")).set_node_defaults(error_handler=lambda state: None)
    builder.compile()
    return tried(builder.compile)
