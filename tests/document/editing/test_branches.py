"""Branches: made with a router and a path map, their ways set, taken away."""

from __future__ import annotations

from typing import Any

import pytest

from stepgraph.document.editing.branches import branch_add, branch_delete, branch_targets
from stepgraph.document.editing.edges import edge_delete, edge_move
from stepgraph.document.editing.edit import Target
from stepgraph.document.model import END, START
from tests.document.editing.drawing import drawn, edited, refusal
from tests.document.editing.styles import CHAIN, STATEMENTS

ROUTER = """def choose(state: Tea) -> Literal["steep", "boil"]:
    # Look at the state and return the label of the way to go.
    return "steep"


"""
PLAIN = (Target("steep", "steep"), Target("boil", "boil"))
LABELLED = (Target("ready", END), Target("again", "boil"))
BRANCHED = (
    STATEMENTS.replace("import TypedDict", "import Literal, TypedDict")
    .replace("builder = ", ROUTER + "builder = ")
    .replace('add_edge("boil", "steep")', 'add_conditional_edges("boil", choose)')
)
MAPPED = BRANCHED.replace(
    "choose)",
    """choose, {
    "steep": "steep",  # soft
    "boil": "boil",  # hard
})""",
)


def test_plain_edges_to_the_targets_become_a_branch_in_their_place() -> None:
    """With a router that says in its annotation where it may lead, and no map where labels are nodes."""
    assert edited(STATEMENTS, branch_add, source="boil", router="choose", targets=PLAIN) == BRANCHED


def test_a_map_says_what_other_labels_mean() -> None:
    """Also where END is among them; everything is imported that it needs."""
    after = edited(STATEMENTS, branch_add, source="steep", router="choose", targets=LABELLED)

    assert 'builder.add_conditional_edges("steep", choose, {"ready": END, "again": "boil"})\n' in after
    assert 'def choose(state: Tea) -> Literal["ready", "again"]:\n' in after
    assert "from langgraph.graph import END, START, StateGraph\n" in after


def test_a_router_that_is_there_is_used() -> None:
    """It gets a map, since only its writer knows what it returns."""
    source = BRANCHED.replace('builder.add_conditional_edges("boil", choose)', 'builder.add_edge("boil", "steep")')

    after = edited(source, branch_add, source="steep", router="choose", targets=PLAIN)

    assert after == source.replace(
        "# no milk yet\n",
        '# no milk yet\nbuilder.add_conditional_edges("steep", choose, {"steep": "steep", "boil": "boil"})\n',
    )


def test_a_chain_branches_in_its_own_manner() -> None:
    """START may branch, too."""
    after = edited(CHAIN, branch_add, source=START, router="choose", targets=(Target("boil", "boil"),))

    assert after.count("add_edge(START") == 0
    assert "    .add_conditional_edges(START, choose)\n" in after


def test_the_literal_of_a_router_changes_where_it_is_what_says_the_ways() -> None:
    """Labels that mean other nodes need a map."""
    fewer = edited(BRANCHED, branch_targets, source="boil", branch="choose", targets=PLAIN[:1])
    labelled = edited(
        BRANCHED, branch_targets, source="boil", branch="choose", targets=(PLAIN[0], Target("boil", "steep"))
    )

    assert fewer == BRANCHED.replace('Literal["steep", "boil"]', 'Literal["steep"]')
    assert labelled == BRANCHED.replace("choose)", 'choose, {"steep": "steep", "boil": "steep"})')


def test_entries_of_a_map_come_and_go_with_their_lines() -> None:
    """The router's annotation follows, where it named the same labels."""
    gone = edited(MAPPED, edge_delete, source="boil", target="steep", branch="choose")
    come = edited(MAPPED, branch_targets, source="boil", branch="choose", targets=(*PLAIN, Target("ready", END)))

    assert gone == MAPPED.replace('    "steep": "steep",  # soft\n', "").replace(
        'Literal["steep", "boil"]', 'Literal["boil"]'
    )
    assert '"boil": "boil",  # hard\n    "ready": END,\n})' in come
    assert 'Literal["steep", "boil", "ready"]' in come


def test_an_entry_is_led_elsewhere_in_its_place() -> None:
    """What the router returns stays; without a map one says from then on what it means."""
    ends = {"source": "boil", "target": "steep", "branch": "choose", "to_source": "boil"}

    mapped = edited(MAPPED, edge_move, **ends, to_target="boil")
    bare = edited(BRANCHED, edge_move, **ends, to_target=END)

    assert mapped == MAPPED.replace('"steep": "steep"', '"steep": "boil"')
    assert 'choose, {"steep": END, "boil": "boil"})' in bare


def test_a_branch_without_ways_is_gone() -> None:
    """The last entry takes it with it; its router stays unless it shall go and nothing else uses it."""
    one = edited(BRANCHED, branch_targets, source="boil", branch="choose", targets=PLAIN[:1])
    none = edited(one, edge_delete, source="boil", target="steep", branch="choose")
    stays = edited(BRANCHED, branch_delete, source="boil", branch="choose")
    goes = edited(BRANCHED, branch_delete, source="boil", branch="choose", function=True)
    used = BRANCHED + "print(choose)\n"

    line = 'builder.add_conditional_edges("boil", choose)  # no milk yet\n'
    assert none == one.replace(line, "")
    assert stays == BRANCHED.replace(line, "")
    assert goes == BRANCHED.replace(line, "").replace(ROUTER, "")
    assert edited(used, branch_delete, source="boil", branch="choose", function=True) == used.replace(line, "")


def test_a_map_that_has_a_name_is_changed_where_it_stands() -> None:
    """The call goes on naming it."""
    named = BRANCHED.replace("builder = ", 'WAYS = {"steep": "steep", "boil": "boil"}\nbuilder = ').replace(
        "choose)", "choose, WAYS)"
    )

    after = edited(named, edge_move, source="boil", target="boil", to_source="boil", to_target=END, branch="choose")

    assert 'WAYS = {"steep": "steep", "boil": END}\n' in after
    assert "choose, WAYS)" in after


def test_a_router_that_another_branch_uses_keeps_its_annotation() -> None:
    """What it may return there has not changed."""
    shared = BRANCHED.replace(
        "tea =", 'builder.add_conditional_edges("steep", choose, {"steep": "boil", "boil": "boil"})\ntea ='
    )

    after = drawn(shared, edge_delete, source="boil", target="steep", branch="choose")

    assert ROUTER in after.text.text
    assert 'builder.add_conditional_edges("boil", choose, {"boil": "boil"})' in after.text.text


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"source": END}, "edit.end_source"),
        ({"source": "milk"}, "edit.unknown_node"),
        ({"router": "two words"}, "edit.router_name"),
        ({"router": "class"}, "edit.router_name"),
        ({"router": "Tea"}, "edit.name_taken"),
        ({"targets": (Target("a", START),)}, "edit.start_target"),
        ({"targets": (Target("a", "milk"),)}, "edit.unknown_node"),
        ({"targets": (Target("a", "boil"), Target("a", "steep"))}, "edit.label_taken"),
        ({"targets": ()}, "edit.no_targets"),
    ],
)
def test_what_is_no_branch_is_refused(given: dict[str, Any], code: str) -> None:
    """From END, by what is no function, to what is no target."""
    asked = {"source": "boil", "router": "choose", "targets": PLAIN, **given}

    assert refusal(STATEMENTS, branch_add, **asked).code == code


def test_a_branch_by_the_same_router_is_refused() -> None:
    """The engine knows the branches of a node by their routers."""
    assert refusal(BRANCHED, branch_add, source="boil", router="choose", targets=PLAIN).code == "edit.name_taken"
