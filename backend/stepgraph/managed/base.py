"""What a managed value is: computed for each task, read-only, never stored."""

from __future__ import annotations

from abc import ABC, abstractmethod
from inspect import isclass
from typing import Any, Generic, Protocol, TypeAlias, TypeGuard, TypeVar

Value = TypeVar("Value")


class Scratchpad(Protocol):
    """What the engine tells a managed value about the task that reads it."""

    @property
    def step(self) -> int:
        """The superstep of the task."""

    @property
    def stop(self) -> int:
        """The first superstep that the recursion limit does not allow."""


class ManagedValue(ABC, Generic[Value]):
    """The class that stands in an annotation and says how the value is computed."""

    @staticmethod
    @abstractmethod
    def get(scratchpad: Scratchpad) -> Value:
        """Return the value for the task that `scratchpad` belongs to."""


ManagedValueSpec: TypeAlias = type[ManagedValue[Any]]


def is_managed_value(item: object) -> TypeGuard[ManagedValueSpec]:
    """Tell whether an item of an annotation is the class of a managed value."""
    return isclass(item) and issubclass(item, ManagedValue)
