"""What a builder's schemas, nodes and joins become when it is compiled."""

from __future__ import annotations

import operator
from typing import Annotated, Any

from stepgraph.channels import EphemeralValue, Topic
from stepgraph.constants import END, START
from stepgraph.graph import StateGraph
from stepgraph.managed import RemainingSteps
from tests.graph.schemas import nothing, typed


def classes(compiled: Any) -> dict[str, str]:
    """The class behind each name, in the order of the compiled graph; a managed value is a class itself."""
    return {
        name: held.__name__ if isinstance(held, type) else type(held).__name__
        for name, held in compiled.channels.items()
    }


def test_the_keys_of_a_state_come_before_the_channels_of_the_engine() -> None:
    """Channels, managed values, the input, the packets, and one trigger for each node."""
    state = typed(
        foo=int, bar=Annotated[int, EphemeralValue], baz=Annotated[list[int], operator.add], qux=RemainingSteps
    )

    compiled = StateGraph(state).add_node("n", nothing).set_entry_point("n").compile()

    assert list(classes(compiled).items()) == [
        ("foo", "LastValue"),
        ("bar", "EphemeralValue"),
        ("baz", "BinaryOperatorAggregate"),
        ("qux", "RemainingStepsManager"),
        ("__start__", "EphemeralValue"),
        ("__pregel_tasks", "Topic"),
        ("branch:to:n", "EphemeralValue"),
    ]
    assert compiled.input_channels == "__start__"
    assert compiled.output_channels == ["foo", "bar", "baz"]


def test_a_bare_list_is_one_key() -> None:
    """Its node gets the list itself, and what it returns is the new state."""
    compiled = StateGraph(list).add_node("double", lambda state: state + state).set_entry_point("double").compile()

    assert next(iter(classes(compiled).items())) == ("__root__", "LastValue")
    assert (compiled.output_channels, compiled.invoke(["foobar"])) == ("__root__", ["foobar", "foobar"])


def test_joins_and_deferred_nodes_have_channels_of_their_own_kind() -> None:
    """A join is named after its starts in their order; one into the end needs nothing."""
    builder = StateGraph(typed(x=int))
    for name in "abc":
        builder.add_node(name, nothing)
    builder.add_node("d", nothing, defer=True)
    builder.add_edge(START, "a").add_edge(["b", "a"], "c").add_edge(["a", "c"], "d").add_edge(["a", "b"], END)

    compiled = builder.compile()

    assert classes(compiled) == {
        "x": "LastValue",
        "__start__": "EphemeralValue",
        "__pregel_tasks": "Topic",
        "branch:to:a": "EphemeralValue",
        "branch:to:b": "EphemeralValue",
        "branch:to:c": "EphemeralValue",
        "branch:to:d": "LastValueAfterFinish",
        "join:b+a:c": "NamedBarrierValue",
        "join:a+c:d": "NamedBarrierValueAfterFinish",
    }


def test_channels_of_the_engine_take_what_they_have_to() -> None:
    """One input, many triggers, and the packets of one superstep."""
    compiled: Any = StateGraph(typed(x=int)).add_node("n", nothing).set_entry_point("n").compile()

    assert (compiled.channels["__start__"].guard, compiled.channels["branch:to:n"].guard) == (True, False)
    assert compiled.channels["__pregel_tasks"] == Topic(Any)
