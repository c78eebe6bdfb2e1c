"""Which nodes can share a superstep: fans, branches, joins, deferred nodes, Sends, loops, and the bound."""

from __future__ import annotations

import pytest

from stepgraph.document.finding import Finding
from stepgraph.document.lint.activity import MAX_MOMENTS, Activity, Moment
from stepgraph.document.lint.run import lint
from stepgraph.document.lint.wiring import Join, Wiring
from stepgraph.document.model import END, START
from stepgraph.document.reading.read import read_model
from stepgraph.document.text import parse_text

Always = dict[str, str]
NONE: frozenset[str] = frozenset()


def wiring(
    always: Always,
    *,
    choices: dict[str, list[list[str]]] | None = None,
    joins: tuple[Join, ...] = (),
    deferred: frozenset[str] = NONE,
) -> Wiring:
    """A wiring; targets are written as words."""
    named = {START if source == "START" else source: frozenset(targets.split()) for source, targets in always.items()}
    decided = {
        source: tuple(tuple(frozenset(one.split()) for one in way) for way in ways)
        for source, ways in (choices or {}).items()
    }
    nodes = sorted({name for pair in named.items() for name in (pair[0], *pair[1])} - {START, END})
    return Wiring(tuple(nodes), named, decided, joins, deferred, {}, is_whole=True)


def together(found: Activity) -> set[str]:
    return {" ".join(sorted(moment.active)) for moment in found.moments if moment.active != {START}} - {""}


def test_a_fan_runs_its_targets_together_and_a_branch_only_one_of_them() -> None:
    """Static edges all lead on; a router chooses."""
    fan = Activity(wiring({"START": "a", "a": "b c"}))
    branch = Activity(wiring({"START": "a"}, choices={"a": [["b", "c"]]}))

    assert together(fan) == {"a", "b c"}
    assert together(branch) == {"a", "b", "c"}


def test_ways_of_different_length_do_not_meet() -> None:
    """A superstep holds what is the same number of steps away."""
    found = Activity(wiring({"START": "a b", "a": "x", "b": "c", "c": "x"}))

    assert together(found) == {"a b", "c x", "x"}


def test_a_join_runs_after_its_last_member_and_is_then_empty_again() -> None:
    """Whoever came first is waited with, whoever comes last wakes it."""
    join = Join("join:a+c:d", frozenset({"a", "c"}), "d")

    found = Activity(wiring({"START": "a b", "b": "c"}, joins=(join,)))

    assert together(found) == {"a b", "c", "d"}
    assert [moment.arrived for moment in found.ends()] == [frozenset()]


def test_a_deferred_node_waits_until_nothing_else_is_due() -> None:
    """However early it was woken."""
    found = Activity(wiring({"START": "late a", "a": "b", "b": "c"}, deferred=frozenset({"late"})))

    assert together(found) == {"a", "b", "c", "late"}


def test_a_loop_ends_the_exploration_by_repeating_itself() -> None:
    """The same moment leads to the same moments."""
    found = Activity(wiring({"START": "a", "a": "b"}, choices={"b": [["a", END]]}))

    assert (together(found), found.is_complete) == ({"a", "b"}, True)


def test_too_many_moments_are_said_to_be_not_all() -> None:
    """What was not seen then proves nothing, and no rule may claim it."""
    steps = {f"n{i}": [[f"n{i + 1}", f"m{i + 1}"]] for i in range(40)}
    sides = {f"m{i}": [[f"n{i + 1}", f"m{i + 1}", f"n{i + 1} m{i + 1}"]] for i in range(1, 40)}
    ring = wiring({"START": " ".join(f"n{i}" for i in range(12))}, choices={**steps, **sides})

    found = Activity(ring)

    assert not found.is_complete
    assert len(found.moments) <= MAX_MOMENTS


def test_the_ways_lead_from_start_to_both() -> None:
    """So that a person sees how the two come to meet."""
    found = Activity(wiring({"START": "a", "a": "b c", "b": "d", "c": "e"}))

    moment = Moment(frozenset({"d", "e"}))

    assert (found.path(moment, "d"), found.path(moment, "e")) == ((START, "a", "b", "d"), (START, "a", "c", "e"))


def test_a_node_behind_a_join_is_reached_through_the_member_that_came_last() -> None:
    """That one woke it."""
    join = Join("join:a+c:d", frozenset({"a", "c"}), "d")

    found = Activity(wiring({"START": "a b", "b": "c"}, joins=(join,)))

    assert found.path(Moment(frozenset({"d"})), "d") == (START, "b", "c", "d")


SEND = """\
from typing import TypedDict
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send


class State(TypedDict):
    items: list
    best: str


def each(state: State):
    return {sends}


def work(state):
    return {{"best": state["item"]}}


graph = StateGraph(State)
graph.add_node("work", work)
graph.add_conditional_edges(START, each, ["work"])
graph.add_edge("work", END)
"""


@pytest.mark.parametrize(
    ("sends", "is_told"),
    [
        ('[Send("work", {"item": item}) for item in state["items"]]', True),
        ('[Send("work", {"item": 1}), Send("work", {"item": 2})]', True),
        ('Send("work", {"item": 1})', False),
    ],
)
def test_a_node_that_is_sent_several_times_clashes_with_itself(sends: str, is_told: bool) -> None:
    """Each Send is a task of its own; one alone is no clash."""
    text = parse_text("graph.py", SEND.format(sends=sends))

    shared = [finding for finding in lint(text, read_model(text)) if finding.code == "lint.shared_write"]

    assert [finding.nodes for finding in shared] == ([("work",)] if is_told else [])


TWO_WAYS = """\
from typing import TypedDict
from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    plan: str


def write(state: State):
    return {"plan": "x"}


graph = StateGraph(State)
graph.add_node("fan", lambda state: {})
graph.add_node("north", write)
graph.add_node("south", write)
graph.add_edge(START, "fan")
graph.add_edge("fan", "north")
graph.add_edge("fan", "south")
graph.add_edge("north", END)
graph.add_edge("south", END)
"""


def shared(source: str) -> list[Finding]:
    text = parse_text("graph.py", source)
    return [finding for finding in lint(text, read_model(text)) if finding.code == "lint.shared_write"]


def test_two_writers_are_told_once_with_both_ways() -> None:
    """However often the two meet."""
    (finding,) = shared(TWO_WAYS)

    assert (finding.nodes, finding.channels) == (("north", "south"), ("plan",))
    assert finding.paths == ((START, "fan", "north"), (START, "fan", "south"))


def test_a_router_that_chooses_one_of_them_is_no_conflict() -> None:
    """They never share a superstep then."""
    edges = 'graph.add_edge("fan", "north")\ngraph.add_edge("fan", "south")\n'
    branch = 'graph.add_conditional_edges("fan", lambda state: state["plan"], ["north", "south"])\n'

    assert shared(TWO_WAYS.replace(edges, branch)) == []
