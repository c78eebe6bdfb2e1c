"""The managed values that tell a node how many supersteps are left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, get_args

import pytest

from stepgraph.channels import LastValue
from stepgraph.managed import IsLastStep, RemainingSteps, is_managed_value
from stepgraph.managed.is_last_step import IsLastStepManager, RemainingStepsManager


@dataclass(frozen=True)
class Pad:
    """The engine's counters of one task."""

    step: int
    stop: int


@pytest.mark.parametrize(("step", "remaining", "last"), [(1, 3, False), (2, 2, False), (3, 1, True), (4, 0, False)])
def test_a_node_reads_how_many_supersteps_are_left(step: int, remaining: int, last: bool) -> None:
    """The last step is the one before the limit is used up, not the one after."""
    pad = Pad(step=step, stop=4)

    assert (RemainingStepsManager.get(pad), IsLastStepManager.get(pad)) == (remaining, last)


def test_the_annotations_carry_the_managers() -> None:
    """A schema says `RemainingSteps`; the class beside the type says how it is computed."""
    assert (get_args(RemainingSteps), get_args(IsLastStep)) == ((int, RemainingStepsManager), (bool, IsLastStepManager))


@pytest.mark.parametrize(
    ("item", "managed"),
    [
        (RemainingStepsManager, True),
        (IsLastStepManager, True),
        (LastValue, False),
        (Annotated[int, "x"], False),
        (3, False),
    ],
)
def test_only_a_class_of_managed_values_is_managed(item: object, managed: bool) -> None:
    """Anything else in an annotation is a channel, a reducer or a remark."""
    assert is_managed_value(item) is managed
