"""Graphs about state: channels, schemas, reducers, inputs and returns."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, Optional, TypedDict

from pydantic import BaseModel


class State(TypedDict, total=False):
    x: Annotated[list[Any], operator.add]
    y: int


def says(name: str) -> Callable[[Any], Any]:
    """Return a node that adds its name to the log."""
    return lambda state: {"x": [name]}


def graph(lib: Any, edges: list[Any], schema: Any = State, /, **nodes: Any) -> Any:
    """Return a builder of nodes and edges; `None` stands for the start, an edge from a list is a join."""
    builder = lib.StateGraph(schema)
    for name, node in nodes.items():
        builder.add_node(name, node)
    for start, end in edges:
        builder.add_edge(lib.START if start is None else start, lib.END if end is None else end)
    return builder


def keys(**fields: Any) -> Any:
    """Return a schema made on the spot."""
    return TypedDict("Keys", fields, total=False)  # type: ignore[operator]  # made at run time


def one_node(lib: Any) -> Any:
    return graph(lib, [(None, "a")], a=says("a"))


def returns_nothing(lib: Any) -> Any:
    return graph(lib, [(None, "a"), ("a", "b")], a=lambda s: None, b=says("b"))


def returns_unknown_keys(lib: Any) -> Any:
    return graph(lib, [(None, "a")], a=lambda s: {"unknown": 1, "y": 2})


def returns_a_list(lib: Any) -> Any:
    return graph(lib, [(None, "a")], a=lambda s: [])


def returns_zero(lib: Any) -> Any:
    return graph(lib, [(None, "a"), ("a", "b")], a=lambda s: 0, b=says("b"))


def raises(lib: Any) -> Any:
    def bad(state: Any) -> Any:
        raise ValueError("no")

    return graph(lib, [(None, "a"), ("a", "b")], a=says("a"), b=bad)


def two_writers(lib: Any) -> Any:
    return graph(lib, [(None, "a"), (None, "b")], a=lambda s: {"y": 1}, b=lambda s: {"y": 2})


def writers_of_a_reducer(lib: Any) -> Any:
    return graph(lib, [(None, k) for k in "cab"], c=says("c"), a=says("a"), b=says("b"))


def reducer_fails(lib: Any) -> Any:
    def picky(left: int, right: int) -> int:
        return left // right

    schema = keys(n=Annotated[int, picky])
    return graph(lib, [(None, "a"), ("a", "b")], schema, a=lambda s: {"n": 0}, b=lambda s: {"n": 1})


def channel_zoo(lib: Any) -> Any:
    schema = keys(
        a=Annotated[int, lib.AnyValue],
        e=Annotated[int, lib.EphemeralValue],
        t=Annotated[int, lib.Topic],
        ta=Annotated[int, lib.Topic(int, accumulate=True)],
        u=Annotated[int, lib.UntrackedValue],
        seen=Annotated[list[Any], operator.add],
    )

    def look(state: Any) -> Any:
        return {"seen": [sorted(state)]}

    def write(state: Any) -> Any:
        return {"a": 1, "e": 1, "t": 1, "ta": [1, 2], "u": 1}

    edges = [(None, "p"), ("p", "q"), ("q", "r"), ("r", "s")]
    return graph(lib, edges, schema, p=write, q=look, r=lambda s: {"a": 2, "t": [], "seen": [sorted(s)]}, s=look)


def zoo_written_by_many(lib: Any) -> Any:
    schema = keys(
        a=Annotated[int, lib.AnyValue],
        t=Annotated[int, lib.Topic],
        e=Annotated[int, lib.EphemeralValue(int, guard=False)],
        u=Annotated[int, lib.UntrackedValue(int, False)],
        n=Annotated[int, operator.add],
    )
    return graph(
        lib,
        [(None, "p"), (None, "q"), ("p", "r")],
        schema,
        p=lambda s: {"a": 1, "t": 1, "e": 1, "u": 1, "n": 1},
        q=lambda s: {"a": 2, "t": [2, 3], "e": 2, "u": 2, "n": 2},
        r=lambda s: {"n": len(s)},
    )


def guarded_conflict(lib: Any) -> Any:
    schema = keys(e=Annotated[int, lib.EphemeralValue])
    return graph(lib, [(None, "p"), (None, "q")], schema, p=lambda s: {"e": 1}, q=lambda s: {"e": 2})


def overwrites(lib: Any) -> Any:
    return graph(
        lib,
        [(None, k) for k in "abc"],
        a=says("a"),
        b=lambda s: {"x": lib.Overwrite(["B"])},
        c=says("c"),
    )


def two_overwrites(lib: Any) -> Any:
    def replace(state: Any) -> Any:
        return {"x": lib.Overwrite([1])}

    return graph(lib, [(None, "a"), (None, "b")], a=replace, b=replace)


def changes_in_place(lib: Any) -> Any:
    def mutate(state: Any) -> None:
        state["x"].append("leak")

    return graph(lib, [(None, "a"), ("a", "b")], a=mutate, b=lambda s: {"y": len(s["x"])})


def topic_changed_in_place(lib: Any) -> Any:
    def mutate(state: Any) -> Any:
        state["t"].append("leak")
        return {"y": len(state["t"])}

    schema = keys(t=Annotated[str, lib.Topic(str, accumulate=True)], y=int)
    edges = [(None, "a"), ("a", "b"), ("b", "c")]
    return graph(lib, edges, schema, a=lambda s: {"t": "t"}, b=mutate, c=lambda s: {"y": len(s["t"])})


def managed_values(lib: Any) -> Any:
    schema = keys(y=int, r=lib.RemainingSteps, last=lib.IsLastStep, seen=Annotated[list[Any], operator.add])

    def look(state: Any) -> Any:
        return {"seen": [(state["r"], state["last"])], "r": 5}

    return graph(lib, [(None, "a"), ("a", "b")], schema, a=look, b=look)


def bare_list(lib: Any) -> Any:
    return graph(lib, [(None, "a")], list, a=lambda s: [*s, *s])


def bare_reducer(lib: Any) -> Any:
    schema = Annotated[list[Any], operator.add]
    return graph(lib, [(None, "a"), ("a", "b")], schema, a=lambda s: ["a"], b=lambda s: None)


def output_is_smaller(lib: Any) -> Any:
    builder = lib.StateGraph(State, output_schema=keys(y=int))
    builder.add_node("a", lambda s: {"x": [1], "y": 2}).add_node("b", says("b"))
    return builder.add_edge(lib.START, "a").add_edge("a", "b")


def input_is_smaller(lib: Any) -> Any:
    builder = lib.StateGraph(State, input_schema=keys(x=Annotated[list[Any], operator.add]))
    return builder.add_node("a", lambda s: {"y": len(s)}).add_edge(lib.START, "a")


class Private(TypedDict, total=False):
    """A key that only one node reads."""

    secret: int


def private_keys(lib: Any) -> Any:

    def reads(state: Private) -> Any:
        return {"x": [sorted(state)]}

    builder = graph(lib, [(None, "a"), ("a", "c")], a=lambda s: {"secret": 1}, c=says("c"))
    return builder.add_node("b", reads).add_edge("a", "b")


class Model(BaseModel):
    """A pydantic state."""

    a: int = 0
    log: Annotated[list[Any], operator.add] = []


def pydantic_state(lib: Any) -> Any:
    return graph(
        lib,
        [(None, "n"), ("n", "o")],
        Model,
        n=lambda s: {"log": [type(s).__name__, s.a]},
        o=lambda s: Model(a=s.a + 1),
    )


def pydantic_refuses(lib: Any) -> Any:
    return graph(lib, [(None, "n"), ("n", "o")], Model, n=lambda s: {"a": "bad"}, o=lambda s: None)


@dataclasses.dataclass
class Data:
    """A dataclass state."""

    y: int = 0
    x: Optional[list[Any]] = None  # noqa: UP045  # as users of older Pythons write it


def dataclass_state(lib: Any) -> Any:
    return graph(lib, [(None, "a"), ("a", "b")], Data, a=lambda s: Data(y=s.y + 1), b=lambda s: {"x": [s.y]})


class Pair(NamedTuple):
    """A result with annotations."""

    y: int


def named_tuple_result(lib: Any) -> Any:
    return graph(lib, [(None, "a")], a=lambda s: Pair(9))


def same_name_as_a_key(lib: Any) -> Any:
    return graph(lib, [(None, "y")], y=says("node y"))


def tuples_in_state(lib: Any) -> Any:
    return graph(lib, [(None, "a"), ("a", "b")], a=lambda s: {"x": [(1, 2)]}, b=lambda s: {"x": [{3}, {4: 5}]})


EMPTY: dict[str, Any] = {"x": []}

CASES: list[tuple[Callable[[Any], Any], Any]] = [
    (one_node, EMPTY),
    (one_node, {"x": ["in"], "unknown": 1}),
    (one_node, {}),
    (one_node, []),
    (one_node, None),
    (returns_nothing, {"x": ["in"]}),
    (returns_nothing, {"y": 3}),
    (returns_unknown_keys, {"x": ["in"]}),
    (returns_a_list, EMPTY),
    (returns_zero, EMPTY),
    (raises, EMPTY),
    (two_writers, EMPTY),
    (writers_of_a_reducer, {"x": ["in"]}),
    (reducer_fails, {"n": 8}),
    (channel_zoo, {"seen": ["in"], "e": 0, "t": 0}),
    (zoo_written_by_many, {"n": 0}),
    (guarded_conflict, {"e": 0}),
    (overwrites, {"x": ["in"]}),
    (two_overwrites, EMPTY),
    (changes_in_place, {"x": ["in"]}),
    (topic_changed_in_place, {"t": "in"}),
    (managed_values, {"y": 0}),
    (bare_list, ["foobar"]),
    (bare_reducer, ["in"]),
    (output_is_smaller, EMPTY),
    (input_is_smaller, {"x": ["in"], "y": 5}),
    (private_keys, EMPTY),
    (pydantic_state, {"a": "7"}),
    (pydantic_refuses, {"a": 1}),
    (dataclass_state, {"y": 1}),
    (named_tuple_result, {"y": 1}),
    (same_name_as_a_key, {"y": 1}),
    (tuples_in_state, EMPTY),
]
