"""What a straightforward builder gets wrong, seen in runs."""

from __future__ import annotations

import logging
import operator
from typing import Annotated, Any, NamedTuple

import pytest
from pydantic import BaseModel

from stepgraph.constants import END, START
from stepgraph.errors import InvalidUpdateError
from stepgraph.graph import StateGraph
from stepgraph.types import Command, Overwrite, Send
from tests.graph.schemas import typed

State = typed(x=Annotated[list[Any], operator.add], y=int)


def writes(name: str) -> Any:
    """A node that logs its name."""
    return lambda state: {"x": [name]}


def graph(*edges: tuple[str, str], schema: Any = State, **nodes: Any) -> StateGraph[Any, Any, Any, Any]:
    """A builder from edges and named actions."""
    builder = StateGraph(schema)
    for name, action in nodes.items():
        builder.add_node(name, action)
    for start, end in edges:
        builder.add_edge(start, end)
    return builder


def outcome(result: Any) -> Any:
    """What a run gives when its only node returns `result`; another node may be sent to."""
    builder = graph((START, "a"), a=lambda state: result, m=writes("m"))
    try:
        return builder.compile().invoke({"x": ["in"], "y": 1})
    except InvalidUpdateError as error:
        return str(error).splitlines()[0]


def test_the_first_of_two_schemas_keeps_its_reducer() -> None:
    """0 - 5 - 1: a lambda passed for the multiplication that came later."""
    first = typed(p=Annotated[int, lambda a, b: a - b])
    second = typed(p=Annotated[int, operator.mul])
    builder = StateGraph(first, output_schema=second).add_node("n", lambda state: {"p": 1}).add_edge(START, "n")

    assert builder.compile().invoke({"p": 5}) == {"p": -6}


def test_a_replacement_drops_what_the_same_superstep_wrote() -> None:
    """Before it and after it."""
    builder = graph(
        *((START, name) for name in "abc"), a=writes("a"), b=lambda state: {"x": Overwrite(["B"])}, c=writes("c")
    )

    assert builder.compile().invoke({"x": ["in"]}) == {"x": ["B"]}


def test_a_node_may_have_the_name_of_a_key() -> None:
    """They live apart."""
    assert graph((START, "y"), y=writes("node y")).compile().invoke({"y": 1}) == {"x": ["node y"], "y": 1}


def test_going_to_an_unknown_node_ends_the_run_with_a_remark(caplog: pytest.LogCaptureFixture) -> None:
    """Neither a branch nor a command is checked while it runs."""
    builder = graph(a=lambda state: Command(goto="nowhere"))
    builder.add_conditional_edges(START, lambda state: ["a", "missing"])

    assert builder.compile().invoke({"x": ["in"]}) == {"x": ["in"]}
    assert [record.levelno for record in caplog.records] == [logging.WARNING, logging.WARNING]


def test_the_end_has_to_be_in_a_path_map() -> None:
    """It is looked up like any other answer."""
    builder = graph(a=writes("a")).add_conditional_edges(START, lambda state: END, {"go": "a"})

    with pytest.raises(KeyError, match="__end__"):
        builder.compile().invoke({"x": []})


def test_where_a_command_goes_is_in_addition_to_edges() -> None:
    """It does not take their place."""
    builder = graph((START, "a"), ("a", "c"), a=lambda state: Command(goto="b"), b=writes("b"), c=writes("c"))

    assert builder.compile().invoke({"x": []}) == {"x": ["b", "c"]}


class Model(BaseModel):
    """One default says something, the other nothing."""

    y: int = 0
    x: list[Any] | None = None


class Pair(NamedTuple):
    """Annotated, and so a result."""

    y: int


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (Send("m", {}), {"x": ["in", "m"], "y": 1}),
        ([Send("m", {})], "Expected dict, got [Send(node='m', arg={})]"),
        ([Command(update={"x": ["c"]}), Send("m", {})], {"x": ["in", "c"], "y": 1}),
        (Model(), {"x": ["in"], "y": 0}),
        (Pair(9), {"x": ["in"], "y": 9}),
        (0, "Expected dict, got 0"),
        ([], "Expected dict, got []"),
        ({"unknown": 1}, {"x": ["in"], "y": 1}),
    ],
)
def test_what_a_node_may_return(result: Any, expected: Any) -> None:
    """Surprises of the table of returns."""
    assert outcome(result) == expected


class Coerced(BaseModel):
    """A state whose nodes get objects."""

    x: Annotated[list[Any], operator.add] = []


def test_a_packet_is_given_as_it_is() -> None:
    """Neither the schema nor the state has a part in it."""
    builder = StateGraph(Coerced).add_node("a", lambda state: {"x": [type(state).__name__]})
    builder.add_conditional_edges(START, lambda state: ["a", Send("a", {"k": 1})])

    assert builder.compile().invoke({}) == {"x": ["Coerced", "dict"]}
