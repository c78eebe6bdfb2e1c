"""A state of messages: the reducer that merges them by id, and the schema that uses it."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypedDict

from stepgraph.graph.builder import StateGraph
from stepgraph.graph.message_forms import RemoveMessage, installed_form
from stepgraph.graph.message_merge import REMOVE_ALL_MESSAGES, merge_messages
from stepgraph.graph.message_push import push_message
from stepgraph.warnings import LangGraphDeprecatedSinceV10

__all__ = ["REMOVE_ALL_MESSAGES", "MessageGraph", "MessagesState", "RemoveMessage", "add_messages", "push_message"]


def add_messages(left: Any = None, right: Any = None, *, format: str | None = None) -> list[Any] | Callable[..., Any]:
    """Return the list `left` with the messages of `right` merged in by id.

    A message is a text, a pair of role and text, a dict with role and content, or one of LangChain's objects. One
    without an id gets one. Called with options alone, it returns the reducer that has them set.
    """
    if left is None and right is None:
        return partial(add_messages, format=format)
    if left is None or right is None:
        received = "right" if left is None else "left"
        raise ValueError(f"Must specify non-null arguments for both 'left' and 'right'. Only received: '{received}'.")
    form = installed_form()
    merged = merge_messages(left, right, form=form)
    if format is None:
        return merged
    if format != "langchain-openai":
        raise ValueError(f"Unrecognized {format=}. Expected one of 'langchain-openai', None.")
    return form.to_openai(merged)


class MessagesState(TypedDict):
    """A state of one key, a list of messages."""

    messages: Annotated[list[Any], add_messages]  # whichever form messages are kept in


class MessageGraph(StateGraph):
    """A graph whose whole state is a list of messages; given up for a state with a `messages` key."""

    def __init__(self) -> None:
        text = (
            "MessageGraph is deprecated in LangGraph v1.0.0, to be removed in v2.0.0. "
            "Please use StateGraph with a `messages` key instead."
        )
        warnings.warn(LangGraphDeprecatedSinceV10(text), stacklevel=2)
        super().__init__(Annotated[list[Any], add_messages])
