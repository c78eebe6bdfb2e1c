"""Values of the state that are computed for each task instead of being stored."""

from __future__ import annotations

from stepgraph.managed.base import ManagedValue, ManagedValueSpec, is_managed_value
from stepgraph.managed.is_last_step import IsLastStep, RemainingSteps

__all__ = ["IsLastStep", "ManagedValue", "ManagedValueSpec", "RemainingSteps", "is_managed_value"]
