"""Our builder and the reference's, told the same things, keep the same and refuse the same."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Annotated, Any, TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conformance.builder_moves import Data, Move, Record, Reduced, Small, moves
from tests.conformance.builders import OURS, REFERENCE, Library, compiled_contents, contents, said


def typed(**fields: Any) -> Any:
    return TypedDict("Typed", fields, total=False)  # type: ignore[operator]  # made at run time


def differ(left: Any, right: Any) -> Any:
    return left - right


FIELDS: dict[str, Callable[[Library], Any]] = {
    "plain": lambda library: int,
    "sum": lambda library: Annotated[int, operator.add],
    "product": lambda library: Annotated[int, operator.mul],
    "lambda": lambda library: Annotated[int, lambda a, b: a],
    "ephemeral": lambda library: Annotated[int, library.channels.EphemeralValue],
    "unguarded": lambda library: Annotated[int, library.channels.EphemeralValue(int, guard=False)],
    "topic": lambda library: Annotated[int, library.channels.Topic],
    "remark": lambda library: Annotated[int, differ, "remark"],
    "last": lambda library: library.managed.IsLastStep,
    "left": lambda library: library.managed.RemainingSteps,
    "maybe left": lambda library: library.managed.RemainingSteps | None,
    "unary": lambda library: Annotated[int, operator.neg],
    "builtin": lambda library: Annotated[int, max],
    "delta": lambda library: Annotated[list[int], library.channels.DeltaChannel(differ)],
}
schemas = st.dictionaries(st.sampled_from("xyz"), st.sampled_from(sorted(FIELDS)), max_size=3)


def schema_of(fields: dict[str, str], library: Library) -> Any:
    return typed(**{key: FIELDS[name](library) for key, name in fields.items()})


def outcome(act: Callable[[], Any]) -> Any:
    """What comes of an act: nothing to speak of, or the class and text of a refusal."""
    try:
        made = act()
    except Exception as error:  # noqa: BLE001  # whatever either library raises is compared
        return said(error)
    return compiled_contents(made) if hasattr(made, "invoke") else "fine"


def telling(state: Any, told: list[Move], library: Library) -> list[Any]:
    """What a builder answers to everything it is told, and keeps in the end."""
    builder = library.graph.StateGraph(state)
    answers = [outcome(lambda: move(builder, library)) for move in told]  # noqa: B023  # called at once
    return [*answers, contents(builder)]


@pytest.mark.parametrize("state", [typed(x=list, y=int), Reduced, Record, Data, Small, list])
@given(told=st.lists(moves, max_size=8))
@pytest.mark.filterwarnings("ignore")
def test_a_builder_keeps_and_refuses_what_the_reference_does(state: Any, told: list[Move]) -> None:
    """After any moves, right or wrong, the containers and every refusal are the same."""
    ours, reference = telling(state, told, OURS), telling(state, told, REFERENCE)

    assert ours == reference


@given(state=schemas, other=schemas, output=schemas)
@pytest.mark.filterwarnings("ignore")
def test_schemas_meet_as_they_do_in_the_reference(
    state: dict[str, str], other: dict[str, str], output: dict[str, str]
) -> None:
    """Channels, managed values and conflicts of a state, an output and a node's input."""

    def meeting(library: Library) -> Any:
        def build() -> Any:
            builder = library.graph.StateGraph(
                schema_of(state, library), output_schema=schema_of(output, library) if output else None
            )
            return builder.add_node("n", lambda state: None, input_schema=schema_of(other, library))

        try:
            return contents(build())
        except Exception as error:  # noqa: BLE001  # whatever either library raises is compared
            return said(error)

    assert meeting(OURS) == meeting(REFERENCE)
