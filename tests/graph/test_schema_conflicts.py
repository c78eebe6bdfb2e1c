"""What happens when several schemas of one graph name the same key."""

from __future__ import annotations

import operator
from typing import Annotated, Any

import pytest

from stepgraph.channels import LastValue
from stepgraph.graph import StateGraph
from stepgraph.managed import IsLastStep, RemainingSteps
from tests.graph.schemas import kinds, nothing, typed

Reduced = typed(p=Annotated[int, operator.add])
Multiplied = typed(p=Annotated[int, operator.mul])
Lambda = typed(p=Annotated[int, lambda a, b: a - b])
Bare = typed(p=int)
Left = typed(left=RemainingSteps)
LeftPlain = typed(left=int)
LeftLast = typed(left=IsLastStep)


def with_output(state: Any, output: Any) -> StateGraph[Any, Any, Any, Any]:
    return StateGraph(state, output_schema=output)


def with_input(state: Any, input_schema: Any) -> StateGraph[Any, Any, Any, Any]:
    return StateGraph(state, input_schema=input_schema)


def with_node(state: Any, schema: Any) -> StateGraph[Any, Any, Any, Any]:
    return StateGraph(state).add_node("n", nothing, input_schema=schema)


WAYS = [with_output, with_input, with_node]


@pytest.mark.parametrize("way", WAYS)
def test_a_plain_field_takes_the_reducer_that_is_there(way: Any) -> None:
    """It says nothing about how writes are combined."""
    assert kinds(way(Reduced, Bare)) == {"p": "BinaryOperatorAggregate"}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("state", "other"), [(Bare, Reduced), (Reduced, Multiplied)])
def test_a_reducer_does_not_take_the_place_of_what_is_there(way: Any, state: Any, other: Any) -> None:
    """The first schema had said something else."""
    with pytest.raises(ValueError, match=r"^Channel 'p' already exists with a different type$"):
        way(state, other)


@pytest.mark.parametrize("way", WAYS)
def test_any_lambda_passes_for_any_reducer_and_the_first_stays(way: Any) -> None:
    """Two lambdas cannot be told apart, so they are not."""
    builder = way(Lambda, Multiplied)

    assert builder.channels["p"] is builder.schemas[Lambda]["p"]


def test_a_schema_is_read_once() -> None:
    """Its channels are the graph's, whoever names it again."""
    builder = StateGraph(Reduced, input_schema=Reduced).add_node("n", nothing, input_schema=Reduced)

    assert (list(builder.schemas), builder.channels) == ([Reduced], builder.schemas[Reduced])


def test_a_later_schema_brings_its_own_keys() -> None:
    """In the order in which schemas became known."""
    builder = StateGraph(Bare, input_schema=typed(i=int), output_schema=typed(o=int))
    builder.add_node("n", nothing, input_schema=typed(n=int))

    assert list(builder.channels) == ["p", "i", "o", "n"]


def test_managed_values_of_one_key_have_to_agree() -> None:
    """Or a node could not say which it reads."""
    with pytest.raises(ValueError, match=r"^Managed value 'left' already exists with a different type$"):
        with_node(Left, LeftLast)


def test_a_key_may_be_managed_in_one_schema_and_held_in_another() -> None:
    """Each node reads what its own schema says."""
    builder = with_node(Left, LeftPlain)

    assert (list(builder.managed), list(builder.channels)) == (["left"], ["left"])


@pytest.mark.parametrize("way", [with_output, with_input])
def test_an_input_or_output_schema_has_no_managed_values(way: Any) -> None:
    """They are computed, so nobody gives or gets them; only the state's own schema may name them."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # the whole text is compared
        way(Bare, typed(q=RemainingSteps, w=IsLastStep, z=int))

    assert str(caught.value) == (
        "Invalid managed channels detected in Typed: q, w. Managed channels are not permitted in Input/Output schema."
    )


def test_a_schema_that_was_refused_once_is_passed_over_the_next_time() -> None:
    """As in the reference; the keys before the conflict are there."""
    builder = StateGraph(Bare)
    refused = typed(k=int, p=Annotated[int, operator.add], left=RemainingSteps)
    with pytest.raises(ValueError, match="already exists"):
        builder.add_node("n", nothing, input_schema=refused)

    builder.add_node("m", nothing, input_schema=refused)

    assert (kinds(builder), list(builder.nodes)) == ({"p": "LastValue", "k": "LastValue"}, ["n", "m"])
    assert isinstance(builder.channels["p"], LastValue)


def test_a_branch_brings_the_schema_of_its_path() -> None:
    """What the path reads has to be held somewhere."""
    seen = typed(seen=int)

    def path(state: Any) -> str:
        return "n"

    path.__annotations__["state"] = seen
    builder = StateGraph(Bare).add_conditional_edges("n", path)

    assert list(builder.channels) == ["p", "seen"]
