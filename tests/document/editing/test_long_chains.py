"""A graph that is written as one long chain: all its calls are one statement."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.paste import node_duplicate
from stepgraph.document.editing.rename import node_rename
from tests.document.editing.drawing import edited

SOURCE = """
from langgraph.graph import StateGraph
class State(dict): x: int
def run(state): return None
graph = StateGraph(State){calls}.set_entry_point("n0").compile()
"""


@pytest.mark.parametrize(
    ("gesture", "given"),
    [
        (node_rename, lambda nodes: {"name": f"n{nodes // 2}", "to": "renamed"}),
        (node_duplicate, lambda nodes: {"names": tuple(f"n{one}" for one in range(nodes // 4))}),
    ],
)
def test_a_gesture_takes_as_much_more_work_as_the_chain_is_longer(
    gesture: Callable[..., Edit], given: Callable[[int], dict[str, Any]]
) -> None:
    """The chain is looked through once, and not for each of its calls or for each node that is added to it."""
    short, long = (calls_of(gesture, nodes=nodes, **given(nodes)) for nodes in (60, 120))

    assert long < 3 * short


def calls_of(gesture: Callable[..., Edit], *, nodes: int, **given: Any) -> int:
    """Return how many calls Python makes for a gesture on a chain of so many nodes."""
    adding = "".join(f'.add_node("n{one}", run)' for one in range(nodes))
    joining = "".join(f'.add_edge("n{one}", "n{one + 1}")' for one in range(nodes - 1))
    source = SOURCE.format(calls=adding + joining)
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        edited(source, gesture, **given)
    finally:
        sys.setprofile(None)
    return calls
