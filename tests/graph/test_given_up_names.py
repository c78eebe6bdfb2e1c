"""Names of older files still work, and say what to write instead."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import pytest

from stepgraph import constants, types
from stepgraph.graph import StateGraph
from stepgraph.types import RetryPolicy
from stepgraph.warnings import LangGraphDeprecatedSinceV05, LangGraphDeprecatedSinceV10
from tests.graph.schemas import nothing, typed

State, Other = typed(x=int), typed(y=int)


@pytest.mark.parametrize(
    ("old", "new", "category", "since"),
    [
        ("input", "input_schema", LangGraphDeprecatedSinceV05, "V0.5"),
        ("output", "output_schema", LangGraphDeprecatedSinceV05, "V0.5"),
        ("config_schema", "context_schema", LangGraphDeprecatedSinceV10, "V1.0"),
    ],
)
def test_a_schema_under_its_old_name_is_used(old: str, new: str, category: type[Warning], since: str) -> None:
    """Unless the new name is there too."""
    with pytest.warns(category) as heard:
        builder = StateGraph(State, **{old: Other})
    with pytest.warns(category):
        both = StateGraph(State, **{old: Other, new: State})

    assert [str(warning.message) for warning in heard] == [
        (
            f"`{old}` is deprecated and will be removed. Please use `{new}` instead. "
            f"Deprecated in LangGraph {since} to be removed in V2.0."
        )
    ]
    assert (getattr(builder, new), getattr(both, new)) == (Other, State)


def test_a_nodes_options_under_their_old_names_are_used() -> None:
    """Both warn."""
    policy = RetryPolicy()

    with pytest.warns(LangGraphDeprecatedSinceV05) as heard:
        spec = StateGraph(State).add_node("n", nothing, retry=policy, input=Other).nodes["n"]

    assert (spec.retry_policy, spec.input_schema, len(heard)) == (policy, Other, 2)


def test_a_warning_names_the_line_that_should_be_changed() -> None:
    """That of the caller."""
    with pytest.warns(LangGraphDeprecatedSinceV05) as heard:
        StateGraph(State, input=Other)

    assert [warning.filename for warning in heard] == [__file__]


def test_other_options_are_passed_over() -> None:
    """A file written for a later version builds."""
    options: Any = {"from_later": 1}

    assert StateGraph(State, **options).add_node("n", nothing, **options).nodes["n"].runnable is nothing


@pytest.mark.parametrize("name", ["Send", "Interrupt"])
def test_types_that_older_files_import_from_the_constants_are_found(name: str) -> None:
    """The import says where they are now."""
    with pytest.warns(LangGraphDeprecatedSinceV10, match=f"Please use 'from langgraph.types import {name}' instead"):
        found = getattr(constants, name)

    assert found is getattr(types, name)


def test_a_constant_that_never_was_is_not_found() -> None:
    """In the words of any module."""
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        _ = constants.Nothing


def test_the_old_module_of_types_says_where_they_are() -> None:
    """And has them."""
    sys.modules.pop("stepgraph.pregel.types", None)

    with pytest.warns(LangGraphDeprecatedSinceV10, match="Importing from langgraph.pregel.types is deprecated"):
        old = importlib.import_module("stepgraph.pregel.types")

    assert {name: getattr(old, name) for name in old.__all__ if hasattr(types, name)} == {
        name: getattr(types, name) for name in old.__all__ if hasattr(types, name)
    }
