"""What the answers of a path mean."""

from __future__ import annotations

import operator
from typing import Annotated, Any

import pytest

from stepgraph.constants import END, START
from stepgraph.errors import InvalidUpdateError
from stepgraph.graph import StateGraph
from stepgraph.graph.branches import branch_destinations, make_branch
from stepgraph.types import Send
from tests.graph.schemas import typed


def path(state: Any) -> Any:
    return state


def destinations(answer: Any, path_map: Any = None) -> list[str | Send]:
    return branch_destinations(answer, make_branch(path, path_map))


@pytest.mark.parametrize(
    ("answer", "path_map", "expected"),
    [
        ("a", None, ["a"]),
        (["a", "b", "a"], None, ["a", "b", "a"]),
        (("a", END), None, ["a"]),
        (END, None, []),
        ([], None, []),
        ("unknown", None, ["unknown"]),
        (3, None, [3]),
        (Send("a", 1), None, [Send("a", 1)]),
        (True, {True: "a"}, ["a"]),
        ("go", {"go": "a", "stop": END}, ["a"]),
        (["go", "stop"], {"go": "a", "stop": END}, ["a"]),
        ([Send("b", 1), "go"], {"go": "a"}, [Send("b", 1), "a"]),
        ("a", ["a"], ["a"]),
        ("unknown", {}, ["unknown"]),
    ],
)
def test_an_answer_names_where_to_go(answer: Any, path_map: Any, expected: Any) -> None:
    """Each item is looked up in the map if there is one; packets are never, and an empty map is none."""
    assert destinations(answer, path_map) == expected


@pytest.mark.parametrize(("answer", "path_map"), [(END, {"go": "a"}), ("b", ["a"]), (["go", "b"], {"go": "a"})])
def test_an_answer_that_the_map_does_not_have_is_refused(answer: Any, path_map: Any) -> None:
    """The end too has to be in it."""
    with pytest.raises(KeyError):
        destinations(answer, path_map)


@pytest.mark.parametrize("answer", [None, START, ["a", None]])
def test_an_answer_that_goes_nowhere_is_refused(answer: Any) -> None:
    """Nothing and the beginning are no destinations."""
    with pytest.raises(ValueError, match=r"^Branch did not return a valid destination$"):
        destinations(answer)


def test_a_set_is_one_answer() -> None:
    """It cannot be looked up, and names nothing."""
    with pytest.raises(TypeError, match="unhashable"):
        destinations({"a"}, ["a"])
    assert destinations({"a"}) == [{"a"}]


def test_a_packet_for_the_end_is_refused() -> None:
    """Nothing would run there."""
    with pytest.raises(InvalidUpdateError, match=r"^Cannot send a packet to the END node$"):
        destinations(["a", Send(END, 1)])


def test_an_answer_means_the_same_however_often_and_after_however_many_others_it_is_given() -> None:
    """What names stand for is kept in a run for some of them only."""
    names = [f"n{number}" for number in range(100)]
    answers = [*names, *reversed(names), *names, END]
    builder = StateGraph(typed(log=Annotated[list[str], operator.add])).add_node("hub", lambda state: None)
    builder.add_edge(START, "hub").add_conditional_edges("hub", lambda state: answers[len(state["log"])])
    for name in names:
        builder.add_node(name, lambda state, name=name: {"log": [name]}).add_edge(name, "hub")

    result = builder.compile().invoke({"log": []}, {"recursion_limit": 1_000})

    assert result == {"log": answers[:-1]}


def test_an_answer_is_refused_each_time_that_it_is_given() -> None:
    """A refusal does not become what the answer stands for."""
    builder = StateGraph(typed(x=int)).add_node("a", lambda state: {"x": 1}).add_edge(START, "a")
    compiled = builder.add_conditional_edges("a", lambda state: "b", {"go": "a"}).compile()

    for _ in range(2):
        with pytest.raises(KeyError, match="b"):
            compiled.invoke({"x": 0})
