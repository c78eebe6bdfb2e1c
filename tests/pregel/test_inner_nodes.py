"""Which graphs inside of nodes are told of: all that have room in one message, however often one is used."""

from __future__ import annotations

from typing import Any, TypedDict

from stepgraph.graph import START, StateGraph
from stepgraph.pregel.inside import inner_nodes


class State(TypedDict, total=False):
    n: int


def graph_of(nodes: dict[str, Any], schema: Any = State) -> Any:
    """A graph that begins with all of these nodes."""
    builder = StateGraph(schema)
    for name, node in nodes.items():
        builder.add_node(name, node)
        builder.add_edge(START, name)
    return builder.compile()


def plain(count: int) -> Any:
    return graph_of({f"n{number}": lambda state: state for number in range(count)})


def test_a_graph_of_five_thousand_nodes_is_told_of_inside_a_node() -> None:
    """As it would be as the root."""
    (found,) = inner_nodes(graph_of({"dig": plain(5_000)}))

    assert (found.path, len(found.graph.program.nodes)) == ("dig", 5_001)


def test_of_large_graphs_no_more_are_told_of_than_have_room() -> None:
    """A graph counts at each place: with its channels, which may be many where its nodes are few."""
    fields = {f"f{number}": int for number in range(400)}
    wide = graph_of({"a": lambda state: state}, type("Wide", (), {"__annotations__": fields}))

    found = inner_nodes(graph_of({f"n{number}": wide for number in range(100)}))

    parts = sum(len(one.graph.program.nodes) + len(one.graph.program.channels) for one in found)
    assert [one.path for one in found] == [f"n{number}" for number in range(len(found))]
    assert 19_000 < parts <= 20_000


def test_a_small_graph_is_told_of_where_a_large_one_before_it_had_no_room() -> None:
    """The room that is left is for whatever fits."""
    found = inner_nodes(graph_of({"large": plain(12_000), "small": plain(1)}))

    assert [one.path for one in found] == ["small"]
