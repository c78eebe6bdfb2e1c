"""A compiled graph says what it is made of."""

from __future__ import annotations

import operator
from typing import Annotated, Any, Literal, TypedDict

from stepgraph.channels import EphemeralValue
from stepgraph.constants import END, MISSING, START
from stepgraph.graph import StateGraph
from stepgraph.managed import RemainingSteps
from stepgraph.pregel.describe import ChannelDescription, EdgeDescription, ManagedDescription
from stepgraph.types import Command


class State(TypedDict):
    """A key of every kind that a description tells apart."""

    foo: int
    bar: Annotated[int, EphemeralValue]
    baz: Annotated[list[str], operator.add]
    left: RemainingSteps


class Output(TypedDict):
    """A part of the state."""

    baz: Annotated[list[str], operator.add]


def jump(state: Any) -> Command[Literal["b", "c"]]:
    """Go where a command says."""
    return Command(goto="b")


def hinted(state: Any) -> Literal["b", "c"]:
    """Go where a hint says."""
    return "b"


def builder() -> StateGraph:
    """Return a graph with every kind of edge."""
    built: StateGraph = StateGraph(State, output_schema=Output)
    built.add_node("a", jump)
    built.add_node("b", lambda state: {"foo": 1})
    built.add_node("c", lambda state: None, defer=True)
    built.add_node("d", lambda state: None, destinations={"a": "again"})
    built.add_edge(START, "a").add_edge(["a", "b"], "c").add_edge("c", END)
    built.add_conditional_edges("b", lambda state: "d", {"go": "d", "__end__": END})
    built.add_conditional_edges("c", hinted)
    return built.add_conditional_edges("d", lambda state: "a")


def test_channels_are_described_in_their_order() -> None:
    """With kind, type, argument, who may see them, and what they hold before any write."""
    description = builder().compile().describe()

    assert description.channels[:5] == (
        ChannelDescription("foo", "LastValue", "int", None, "state", "input", MISSING),
        ChannelDescription("bar", "EphemeralValue", "int", "guard=True", "state", "input", MISSING),
        ChannelDescription("baz", "BinaryOperatorAggregate", "list[str]", "operator.add", "state", "both", []),
        ChannelDescription("__start__", "EphemeralValue", "State", "guard=True", "internal", "none", MISSING),
        ChannelDescription("__pregel_tasks", "Topic", "Send", "accumulate=False", "internal", "none", MISSING),
    )
    assert description.managed == (ManagedDescription("left", "RemainingStepsManager"),)
    assert (description.input_keys, description.output_keys) == (("foo", "bar", "baz"), ("baz",))


def test_edges_say_how_they_are_known() -> None:
    """Declared in the builder, or inferred from hints; a router of which nothing is known has an open end."""
    edges = builder().compile().describe().edges

    assert edges == (
        EdgeDescription(START, "a", "static", "declared"),
        EdgeDescription("c", END, "static", "declared"),
        EdgeDescription("a", "c", "join", "declared", members=("a", "b")),
        EdgeDescription("b", "c", "join", "declared", members=("a", "b")),
        EdgeDescription("b", "d", "branch", "declared", "go", "condition"),
        EdgeDescription("b", END, "branch", "declared", None, "condition"),
        EdgeDescription("c", "b", "branch", "inferred", None, "hinted"),
        EdgeDescription("c", "c", "branch", "inferred", None, "hinted"),
        EdgeDescription("d", None, "branch", "inferred", None, "condition"),
        EdgeDescription("a", "b", "command", "inferred"),
        EdgeDescription("a", "c", "command", "inferred"),
        EdgeDescription("d", "a", "command", "declared", "again"),
    )


def test_nodes_are_described_with_their_triggers_and_code() -> None:
    """The node that takes the input is hidden and has no code of the user's."""
    description = builder().compile(interrupt_before=["b"], interrupt_after="*").describe()

    told = [(node.name, node.triggers, node.defer, node.hidden, node.destinations) for node in description.nodes]
    assert told == [
        (START, (START,), False, True, ()),
        ("a", ("branch:to:a",), False, False, ("b", "c")),
        ("b", ("branch:to:b",), False, False, ()),
        ("c", ("branch:to:c", "join:a+b:c"), True, False, ()),
        ("d", ("branch:to:d",), False, False, ("a",)),
    ]
    assert description.nodes[1].function is jump
    assert (description.interrupt_before, description.interrupt_after) == (("b",), ("*",))


def test_the_drawing_shows_what_can_be_reached() -> None:
    """A reached node of which no way out is known is drawn to the end."""
    built: StateGraph = StateGraph(State)
    for name in "abc":
        built.add_node(name, lambda state: None)
    built.add_edge(START, "a").add_edge("b", "c").add_conditional_edges("a", lambda state: "b")

    edges = built.compile().get_graph().edges

    assert [(edge.source, edge.target, edge.conditional) for edge in edges] == [(START, "a", False), ("a", END, False)]


def test_ends_that_repeat_the_hint_are_declared_all_the_same() -> None:
    """Who wrote them down meant them."""
    built: StateGraph = StateGraph(State)
    for name in ("b", "c"):
        built.add_node(name, lambda state: None)
    built.add_node("a", jump, destinations=("b", "c"))
    built.add_edge(START, "a").add_conditional_edges("b", hinted, ["b", "c"])

    edges = built.compile().describe().edges

    assert {(edge.kind, edge.origin) for edge in edges} == {
        ("static", "declared"),
        ("branch", "declared"),
        ("command", "declared"),
    }


def test_a_node_leads_to_the_handler_of_its_failures() -> None:
    """By an edge of its own kind, which the drawing of the reference's callers does not have."""
    built: StateGraph = StateGraph(State)
    built.add_node("own", lambda state: None, error_handler=lambda state: None)
    built.add_node("common", lambda state: None)
    built.set_node_defaults(error_handler=lambda state: None)
    graph = built.add_edge(START, "own").add_edge("own", "common").compile()

    edges = [(edge.source, edge.target) for edge in graph.describe().edges if edge.kind == "handler"]

    assert edges == [("own", "__error_handler__own"), ("common", "__default_error_handler__")]
    assert not {(edge.source, edge.target) for edge in graph.get_graph().edges} & set(edges)
