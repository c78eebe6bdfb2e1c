"""How far the run is from its recursion limit, as two managed values."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from stepgraph.managed.base import ManagedValue, Scratchpad


class IsLastStepManager(ManagedValue[bool]):
    """Whether this superstep is the last one after which the run can still end by itself."""

    @staticmethod
    def get(scratchpad: Scratchpad) -> bool:
        """Return True one superstep before the limit is used up."""
        return scratchpad.step == scratchpad.stop - 1


class RemainingStepsManager(ManagedValue[int]):
    """How many supersteps are left, this one included."""

    @staticmethod
    def get(scratchpad: Scratchpad) -> int:
        """Return the distance to the first superstep that the limit does not allow."""
        return scratchpad.stop - scratchpad.step


IsLastStep: TypeAlias = Annotated[bool, IsLastStepManager]
RemainingSteps: TypeAlias = Annotated[int, RemainingStepsManager]
