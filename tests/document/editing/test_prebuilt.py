"""Routers that LangGraph ships: what they answer is known, stays theirs, and gets another meaning by a path map."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from stepgraph.document.editing.delete import node_delete
from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.rename import node_rename
from stepgraph.document.reading.branches import PREBUILT
from tests.document.editing.drawing import edited
from tests.document.editing.every import is_built_as_drawn
from tests.document.editing_fields.edited import model_of

AGENT = """\
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import tools_condition


def chat(state: MessagesState) -> dict:
    return {"messages": []}


def call(state: MessagesState) -> dict:
    return {"messages": []}


builder = StateGraph(MessagesState)
builder.add_node("chat", chat)
builder.add_node("tools", call)
builder.add_edge(START, "chat")
builder.add_conditional_edges("chat", tools_condition)
builder.add_edge("tools", "chat")
graph = builder.compile()
"""


@pytest.mark.parametrize("dotted", PREBUILT)
def test_the_answers_are_those_that_langgraph_annotates(dotted: str) -> None:
    """What is known of its routers here is what they say of themselves."""
    module, _, name = dotted.rpartition(".")
    router = getattr(import_module(module), name)

    assert get_args(get_type_hints(router)["return"]) == PREBUILT[dotted]


def test_an_agent_with_the_usual_router_is_drawn_as_it_is_built() -> None:
    """With both its ways, before anything ran."""
    is_built_as_drawn(AGENT, Path("agent.py").absolute(), model_of(AGENT))


@pytest.mark.parametrize(
    ("gesture", "given", "path_map"),
    [
        (node_rename, {"name": "tools", "to": "use a tool"}, '{"tools": "use a tool", END: END}'),
        (node_delete, {"names": ("tools",)}, "{END: END}"),
    ],
)
def test_a_node_that_the_router_answers_with_is_renamed_or_deleted(
    gesture: Callable[..., Edit], given: dict[str, Any], path_map: str
) -> None:
    """The router is nobody's to edit, so a path map says what its answer means."""
    after = edited(AGENT, gesture, **given)

    assert f'builder.add_conditional_edges("chat", tools_condition, {path_map})\n' in after
    is_built_as_drawn(after, Path("agent.py").absolute(), model_of(after))
