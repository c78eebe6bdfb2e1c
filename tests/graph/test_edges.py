"""Edges, joins, branches and sequences: what the builder keeps and what it refuses at once."""

from __future__ import annotations

import functools
from collections.abc import MutableSet
from typing import Any, Literal

import pytest

from stepgraph.constants import END, START
from stepgraph.graph import StateGraph
from stepgraph.graph.ordered_set import OrderedSet
from tests.graph.schemas import nothing, refusal, typed

State = typed(x=list, y=int)
Other = typed(z=int)


def builder(*nodes: str) -> StateGraph[Any, Any, Any, Any]:
    made = StateGraph(State)
    for node in nodes or ("a", "b", "c"):
        made.add_node(node, nothing)
    return made


def route(state: Any) -> Literal["a", "b"]:
    return "a"


async def later(state: Any) -> Literal["a"]:
    return "a"


def unsaid(state: Any) -> str:
    return "a"


def maybe(state: Any) -> Literal["a"] | None:
    return None


class Router:
    """An object that decides."""

    def __call__(self, state: Any) -> Literal["a"]:
        return "a"


def test_one_start_makes_an_edge_and_several_make_a_join() -> None:
    """A join keeps its starts in the order given."""
    made = builder().add_edge(START, "a").add_edge("a", "nowhere").add_edge(["b", "a"], "c").add_edge(("c",), END)

    assert made.edges == {(START, "a"), ("a", "nowhere")}
    assert made.waiting_edges == {(("b", "a"), "c"), (("c",), END)}


def test_edges_and_joins_keep_the_order_in_which_they_were_added() -> None:
    """So that a graph does the same in every process."""
    made = builder()
    for name in "cabcab":
        made.add_edge(START, name).add_edge([name], "a")

    assert [end for _, end in made.edges] == ["c", "a", "b"]
    assert [starts for starts, _ in made.waiting_edges] == [("c",), ("a",), ("b",)]


def test_the_set_of_edges_is_like_any_set() -> None:
    """It compares with sets, and items come and go."""
    edges: MutableSet[int] = OrderedSet([2, 1, 2])
    edges.discard(2)
    edges.discard(5)
    edges |= {3}

    assert (edges == {3, 1}, {1, 3} == edges, repr(edges), repr(OrderedSet()), len(edges), 2 in edges) == (
        True,
        True,
        "{1, 3}",
        "set()",
        2,
        False,
    )


def test_entry_and_finish_points_are_edges() -> None:
    """From START and to END."""
    made = builder().set_entry_point("a").set_finish_point("b").set_conditional_entry_point(route)

    assert (made.edges, list(made.branches), list(made.branches[START])) == (
        {(START, "a"), ("b", END)},
        [START],
        ["route"],
    )


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        (END, "a", "END cannot be a start node"),
        ("a", START, "START cannot be an end node"),
        ([END], "a", "END cannot be a start node"),
        (["a"], START, "START cannot be an end node"),
        (["q"], "a", "Need to add_node `q` first"),
        ([START], "a", "Need to add_node `__start__` first"),
        (["a"], "q", "Need to add_node `q` first"),
        (["q", END], START, "Need to add_node `q` first"),
    ],
)
def test_an_edge_that_cannot_be_is_refused(start: Any, end: str, text: str) -> None:
    """A join is checked at once; an edge between names only when it is compiled."""
    assert refusal(lambda: builder().add_edge(start, end)) == ("ValueError", text)


@pytest.mark.parametrize(
    ("path", "path_map", "name", "ends"),
    [
        (route, None, "route", {"a": "a", "b": "b"}),
        (route, {True: "c"}, "route", {True: "c"}),
        (route, ["b", "c"], "route", {"b": "b", "c": "c"}),
        (route, [], "route", {}),
        (route, ("b", "c"), "route", {"a": "a", "b": "b"}),
        (later, None, "later", {"a": "a"}),
        (unsaid, None, "unsaid", None),
        (unsaid, ("a",), "unsaid", None),
        (maybe, None, "maybe", None),
        (Router(), None, "condition", None),
        (lambda state: "a", None, "condition", None),
        (functools.partial(route), None, "condition", None),
    ],
)
def test_a_branch_has_a_name_and_a_map_of_its_answers(path: Any, path_map: Any, name: str, ends: Any) -> None:
    """A dict or a list is the map; otherwise the literal that the path returns is, and else there is none."""
    made = builder().add_conditional_edges("a", path, path_map)

    assert {key: branch.ends for key, branch in made.branches["a"].items()} == {name: ends}


def test_a_map_is_copied() -> None:
    """What the caller does to it later does not reach the graph."""
    path_map = {"go": "a"}
    made = builder().add_conditional_edges("a", route, path_map)

    path_map["stop"] = END

    assert made.branches["a"]["route"].ends == {"go": "a"}


def test_asking_for_the_branches_of_a_node_makes_room_for_them() -> None:
    """Like the reference: the entry is then there, and empty."""
    made = builder()

    assert (made.branches["a"], list(made.branches)) == ({}, ["a"])


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (route, "Branch with name `route` already exists for node `a`"),
        (lambda state: "a", "Branch with name `None` already exists for node `a`"),
    ],
)
def test_one_node_has_one_branch_of_a_name(path: Any, text: str) -> None:
    """All lambdas have the same name, which the message does not know."""
    made = builder().add_conditional_edges("a", path).add_conditional_edges("b", path)

    assert refusal(lambda: made.add_conditional_edges("a", path)) == ("ValueError", text)


def test_a_path_whose_hints_cannot_be_resolved_needs_a_map() -> None:
    """Without one its answers would have to be read from the hints."""

    def lost(state: Any) -> Nowhere:  # type: ignore[name-defined]  # noqa: F821  # the point of it
        return "a"

    assert builder().add_conditional_edges("a", lost, ["a"]).branches["a"]["lost"].ends == {"a": "a"}
    with pytest.raises(NameError, match="Nowhere"):
        builder().add_conditional_edges("a", lost)


def test_there_is_no_way_to_say_what_comes_after_a_branch() -> None:
    """A parameter that older files use is gone."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'then'"):
        builder().add_conditional_edges("a", route, then="b")  # type: ignore[call-arg]  # the point of it


def test_a_sequence_adds_nodes_and_the_edges_between_them() -> None:
    """None from START, none to END."""
    made = StateGraph(State).add_sequence([nothing, ("second", nothing), Router()])

    assert (list(made.nodes), made.edges) == (
        ["nothing", "second", "Router"],
        {("nothing", "second"), ("second", "Router")},
    )


@pytest.mark.parametrize("nodes", [[nothing, nothing], [("nothing", route), nothing]])
def test_a_sequence_wants_different_names(nodes: list[Any]) -> None:
    """Also different from those that the graph has."""
    assert refusal(lambda: StateGraph(State).add_sequence(nodes)) == (
        "ValueError",
        (
            "Node names must be unique: node with the name 'nothing' already exists. If you need to use two different "
            "runnables/callables with the same name (for example, using `lambda`), please provide them as tuples "
            "(name, runnable/callable)."
        ),
    )


def test_a_sequence_has_a_node() -> None:
    """An empty one says nothing."""
    with pytest.raises(ValueError, match=r"^Sequence requires at least one node\.$"):
        StateGraph(State).add_sequence([])
