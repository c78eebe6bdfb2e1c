"""Schemas made in a line, and what a builder made of them or said against them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict

from stepgraph.graph import StateGraph


def typed(**fields: Any) -> Any:
    """A TypedDict with `fields`, none of which a caller has to give."""
    return TypedDict("Typed", fields, total=False)  # type: ignore[operator]  # made at run time


def kinds(builder: StateGraph[Any, Any, Any, Any]) -> dict[str, str]:
    """The class of each channel and managed value, by key."""
    return {
        **{key: type(channel).__name__ for key, channel in builder.channels.items()},
        **{key: manager.__name__ for key, manager in builder.managed.items()},
    }


def kind(annotation: Any) -> str:
    """The class that a field with `annotation` gets."""
    return kinds(StateGraph(typed(key=annotation)))["key"]


def nothing(state: Any) -> None:
    """A node that writes nothing."""


def refusal(action: Callable[[], object]) -> tuple[str, str]:
    """The class and the whole text of what `action` is refused with."""
    try:
        action()
    except (NameError, RuntimeError, TypeError, ValueError) as error:
        return type(error).__name__, str(error)
    raise AssertionError("Nothing was refused.")
