"""Schemas made in a line, and what a builder made of them."""

from __future__ import annotations

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
