"""Which channel, reducer or managed value the annotation of one field asks for."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, NotRequired, Optional, Required, TypedDict

import pytest
from typing_extensions import ReadOnly

from stepgraph.channels import (
    AnyValue,
    BinaryOperatorAggregate,
    DeltaChannel,
    EphemeralValue,
    LastValue,
    NamedBarrierValue,
    Topic,
    UntrackedValue,
)
from stepgraph.graph import StateGraph
from stepgraph.managed import RemainingSteps
from stepgraph.managed.is_last_step import RemainingStepsManager
from tests.graph.schemas import kind, typed


def first(a: Any, b: Any) -> Any:
    return a


def batch(value: Any, writes: Sequence[Any]) -> Any:
    return value


class Pair:
    """A class that is made of two things, and so may be a reducer."""

    def __init__(self, left: object, right: object) -> None:
        self.both = (left, right)


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (int, "LastValue"),
        (Any, "LastValue"),
        (None, "LastValue"),
        (Annotated[int, "remark"], "LastValue"),
        (Annotated[int, 3], "LastValue"),
        (Required[int], "LastValue"),
        (Annotated[int, first], "BinaryOperatorAggregate"),
        (Annotated[int, "remark", first], "BinaryOperatorAggregate"),
        (Annotated[Annotated[int, "remark"], first], "BinaryOperatorAggregate"),
        (NotRequired[Annotated[int, first]], "BinaryOperatorAggregate"),
        (Annotated[NotRequired[int], first], "BinaryOperatorAggregate"),
        (Annotated[int, operator.add], "BinaryOperatorAggregate"),
        (Annotated[int, Pair], "BinaryOperatorAggregate"),
        (Annotated[int, lambda a, b, *c, k=1: a], "BinaryOperatorAggregate"),
        (Annotated[int, lambda a, b, /, **c: a], "BinaryOperatorAggregate"),
        (Annotated[int, lambda a, b=1: a], "BinaryOperatorAggregate"),
        (Annotated[int, first, "remark"], "LastValue"),
        (Optional[Annotated[int, first]], "LastValue"),  # noqa: UP045  # a union cannot be written of it
        (list[Annotated[int, first]], "LastValue"),
        (ReadOnly[Annotated[int, first]], "LastValue"),
        (Annotated[int, EphemeralValue], "EphemeralValue"),
        (Annotated[int, EphemeralValue, first], "EphemeralValue"),
        (Annotated[int, "remark", Topic, first], "Topic"),
        (Annotated[int, UntrackedValue(int)], "UntrackedValue"),
        (Annotated[int, LastValue, EphemeralValue], "LastValue"),
        (Annotated[int, EphemeralValue(int), LastValue], "EphemeralValue"),
        (Annotated[list, DeltaChannel(batch)], "DeltaChannel"),
        (RemainingSteps, "RemainingStepsManager"),
        (NotRequired[RemainingSteps], "RemainingStepsManager"),
        (Optional[RemainingSteps], "RemainingStepsManager"),  # noqa: UP045  # as above
        (list[RemainingSteps], "RemainingStepsManager"),
        (dict[RemainingSteps, str], "RemainingStepsManager"),
        (dict[str, RemainingSteps], "LastValue"),
        (RemainingStepsManager, "LastValue"),
        (Annotated[int, "remark", RemainingStepsManager], "RemainingStepsManager"),
        (Annotated[int, AnyValue, RemainingStepsManager], "RemainingStepsManager"),
        (Annotated[list[RemainingSteps], EphemeralValue], "RemainingStepsManager"),
        (Annotated[int, RemainingStepsManager, "remark"], "LastValue"),
    ],
)
def test_an_annotation_chooses_what_holds_the_key(annotation: Any, expected: str) -> None:
    """A manager or reducer counts only as the last item, a channel at any place."""
    assert kind(annotation) == expected


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        (Annotated[int, lambda a: a], "Invalid reducer signature. Expected (a, b) -> c. Got (a)"),
        (Annotated[int, lambda a, b, c=1: a], "Invalid reducer signature. Expected (a, b) -> c. Got (a, b, c=1)"),
        (Annotated[int, lambda *a: a], "Invalid reducer signature. Expected (a, b) -> c. Got (*a)"),
        (Annotated[int, max], "no signature found for builtin <built-in function max>"),
        (Annotated[int, str], "no signature found for builtin type <class 'str'>"),
    ],
)
def test_a_reducer_takes_two_positional_parameters(annotation: Any, text: str) -> None:
    """Defaults count, a star does not; what has no signature cannot be checked."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # the whole text is compared
        kind(annotation)

    assert str(caught.value) == text


@pytest.mark.parametrize("channel", [BinaryOperatorAggregate, NamedBarrierValue])
def test_a_channel_class_that_needs_more_than_a_type_cannot_stand_alone(channel: Any) -> None:
    """An operator or names are missing."""
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        kind(Annotated[int, channel])


def test_a_channel_instance_is_used_as_it_is_and_given_its_key() -> None:
    """The same object, so that what was configured holds."""
    channel: EphemeralValue[int] = EphemeralValue(int, guard=False)

    builder = StateGraph(typed(field=Annotated[int, channel]))

    assert (builder.channels["field"] is channel, channel.key) == (True, "field")


def test_one_delta_channel_may_serve_keys_of_several_types() -> None:
    """Its type comes from the annotation, so each key has a channel of its own."""
    channel: DeltaChannel[Any] = DeltaChannel(batch, snapshot_frequency=7)

    builder = StateGraph(typed(a=Annotated[list[int], channel], b=Annotated[dict[str, int], channel]))

    made = {key: (made.typ, made.key, made == channel, made is channel) for key, made in builder.channels.items()}
    assert made == {"a": (list, "a", True, False), "b": (dict, "b", True, False)}


def test_a_channel_keeps_the_whole_annotation_as_its_type() -> None:
    """A channel class gets the annotated type, everything else the annotation, without what is required of it."""
    remark = Annotated[int, "remark"]
    reduced = Annotated[int, first]

    builder = StateGraph(typed(a=Required[remark], b=reduced, c=Annotated[int, EphemeralValue]))

    assert {key: channel.typ for key, channel in builder.channels.items()} == {"a": remark, "b": reduced, "c": int}


def test_the_type_of_a_class_variable_is_a_field_too_unless_python_refuses() -> None:
    """A TypedDict cannot have one."""
    with pytest.raises(TypeError, match="ClassVar"):
        typed(field=ClassVar[int])


def test_an_annotation_given_as_text_is_resolved() -> None:
    """What `from __future__ import annotations` does to every schema."""

    class Text(TypedDict):
        total: Annotated[int, operator.add]
        left: RemainingSteps

    assert Text.__annotations__["total"].__forward_arg__ == "Annotated[int, operator.add]"
    assert (list(StateGraph(Text).channels), list(StateGraph(Text).managed)) == (["total"], ["left"])


def test_a_name_that_cannot_be_resolved_is_pythons_error() -> None:
    """The message names it."""
    with pytest.raises(NameError, match="Nowhere"):
        StateGraph(typed(field="Nowhere"))
