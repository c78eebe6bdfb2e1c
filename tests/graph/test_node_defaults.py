"""Defaults of a builder reach the nodes that say nothing themselves, when the graph is compiled."""

from __future__ import annotations

from typing import Any

import pytest

from stepgraph.graph import StateGraph
from stepgraph.types import CachePolicy, RetryPolicy, TimeoutPolicy
from tests.graph.schemas import nothing, typed

State = typed(y=int)
OWN, DEFAULT = RetryPolicy(max_attempts=9), RetryPolicy(max_attempts=2)
OWN_CACHE, DEFAULT_CACHE = CachePolicy(ttl=9), CachePolicy(ttl=2)


async def waits(state: Any) -> None:
    """An async node."""


def builder() -> StateGraph[Any, Any, Any, Any]:
    made = StateGraph(State).add_node("plain", waits)
    made.add_node("own", waits, retry_policy=OWN, cache_policy=OWN_CACHE, timeout=9, error_handler=waits)
    return made.set_entry_point("plain")


def test_a_nodes_own_policy_wins_and_handlers_get_only_what_concerns_them() -> None:
    """Retry and timeout go to every node, cache and handler only to regular ones."""
    made = builder().set_node_defaults(retry_policy=DEFAULT, cache_policy=DEFAULT_CACHE, timeout=2, error_handler=waits)

    made.compile()

    two, nine = TimeoutPolicy(run_timeout=2.0), TimeoutPolicy(run_timeout=9.0)
    assert {
        name: (spec.retry_policy, spec.cache_policy, spec.timeout, spec.error_handler_node, spec.is_error_handler)
        for name, spec in made.nodes.items()
    } == {
        "plain": (DEFAULT, DEFAULT_CACHE, two, "__default_error_handler__", False),
        "__error_handler__own": (DEFAULT, None, two, None, True),
        "own": (OWN, OWN_CACHE, nine, "__error_handler__own", False),
        "__default_error_handler__": (DEFAULT, None, two, None, True),
    }


def test_defaults_are_only_remembered_until_the_graph_is_compiled() -> None:
    """A node added later gets them too."""
    made = builder().set_node_defaults(retry_policy=DEFAULT)
    before = made.nodes["plain"].retry_policy
    made.add_node("late", nothing)

    made.compile()

    assert (before, made.nodes["late"].retry_policy) == (None, DEFAULT)


def test_what_is_not_given_stays_as_it_was() -> None:
    """Each call adds to the ones before."""
    made = (
        builder()
        .set_node_defaults(retry_policy=DEFAULT)
        .set_node_defaults(retry_policy=None, cache_policy=DEFAULT_CACHE)
    )

    made.compile()

    assert (made.nodes["plain"].retry_policy, made.nodes["plain"].cache_policy) == (DEFAULT, DEFAULT_CACHE)


def test_a_default_handler_is_a_node_so_it_can_be_added_once() -> None:
    """Compiling the same builder again fails, and so does a node of that name."""
    text = r"^Auto-generated default error handler node `__default_error_handler__` already exists\.$"
    made = builder().set_node_defaults(error_handler=nothing)
    made.compile()

    with pytest.raises(ValueError, match=text):
        made.compile()
    with pytest.raises(ValueError, match=text):
        builder().add_node("__default_error_handler__", nothing).set_node_defaults(error_handler=nothing).compile()


def test_a_handler_is_added_only_to_a_graph_that_is_right() -> None:
    """So that it can be put right and compiled."""
    made = StateGraph(State).add_node("a", nothing).set_node_defaults(error_handler=nothing)
    with pytest.raises(ValueError, match="entrypoint"):
        made.compile()

    made.set_entry_point("a").compile()

    assert list(made.nodes) == ["a", "__default_error_handler__"]


@pytest.mark.parametrize(("timeout", "text"), [(0, "run_timeout must be greater than 0"), ("x", "could not convert")])
def test_a_default_timeout_is_checked_when_it_is_set(timeout: Any, text: str) -> None:
    """Not only when a node uses it."""
    with pytest.raises(ValueError, match=text):
        builder().set_node_defaults(timeout=timeout)
