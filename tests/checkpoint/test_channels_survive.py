"""Every kind of channel survives a pause: a thread that is loaded goes on as if it had never stopped."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from stepgraph.channels import AnyValue, DeltaChannel, EphemeralValue, Topic, UntrackedValue
from stepgraph.graph import StateGraph
from tests.checkpoint.savers import Hands


def extend(state: list[Any], batches: Sequence[list[Any]]) -> list[Any]:
    """Fold a batch of writes at once."""
    return [*state, *(item for batch in batches for item in batch)]


class Zoo(TypedDict, total=False):
    """A key of every kind."""

    last: int
    total: Annotated[list[Any], operator.add]
    delta: Annotated[list[Any], DeltaChannel(extend)]
    topic: Annotated[int, Topic]
    pile: Annotated[int, Topic(int, True)]
    once: Annotated[int, EphemeralValue]
    any: Annotated[int, AnyValue]
    untracked: Annotated[int, UntrackedValue]


def zoo(seen: list[dict[str, Any]]) -> StateGraph:
    """Return a graph that writes every key and then looks, with a join and a deferred node on the way."""
    update = {"last": 1, "total": [1], "delta": [1], "topic": 1, "pile": [1, 2], "once": 1, "any": 1, "untracked": 1}
    builder: StateGraph = StateGraph(Zoo)
    builder.add_node("a", lambda state: update)
    builder.add_node("b", lambda state: seen.append(dict(state)))
    builder.add_node("c", lambda state: {"total": ["c"], "delta": ["c"]})
    builder.add_node("d", lambda state: {"total": ["d"]}, defer=True)
    builder.add_edge("__start__", "a").add_edge("a", "b").add_edge(["a", "b"], "c").add_edge("a", "d")
    return builder


async def test_a_pause_before_every_superstep_changes_nothing_but_what_is_untracked(hands: Hands) -> None:
    """Join, deferred node and all values are stored; the untracked one is gone."""
    straight: list[dict[str, Any]] = []
    paused: list[dict[str, Any]] = []
    config: Any = {"configurable": {"thread_id": "1"}}
    expected = zoo(straight).compile().invoke({"last": 0})
    graph = zoo(paused).compile(checkpointer=hands.saver, interrupt_before="*")

    found = await hands.invoke(graph, {"last": 0}, config)
    while (await hands.state(graph, config)).next:
        found = await hands.invoke(graph, None, config)

    del expected["untracked"]
    del straight[0]["untracked"]
    assert paused == straight
    assert {key: found[key] for key in ("last", "total", "delta", "pile")} == {
        key: expected[key] for key in ("last", "total", "delta", "pile")
    }
