"""Joins: made of plain edges, grown, shrunk and led elsewhere."""

from __future__ import annotations

import pytest

from stepgraph.document.editing.edges import edge_delete, edge_move
from stepgraph.document.editing.joins import join_add
from stepgraph.document.model import START
from tests.document.editing.drawing import edited, refusal
from tests.document.editing.styles import CONSTANTS

HALL = """from typing import TypedDict

from langgraph.graph import START, StateGraph


class Hall(TypedDict):
    seats: int


def count(state: Hall) -> dict:
    return {}


builder = StateGraph(Hall)
builder.add_edge("left", "stage")  # early
builder.add_node("left", count)
builder.add_node("right", count)
builder.add_node("stage", count)
builder.add_edge(START, "left")
builder.add_edge(START, "right")
builder.add_edge("right", "stage")  # late
hall = builder.compile()
"""
JOINED = HALL.replace('builder.add_edge("left", "stage")  # early\n', "").replace(
    '"right", "stage")', '["left", "right"], "stage")'
)
LONG = JOINED.replace('["left", "right"]', '[\n    "left",  # first row\n    "right",  # last row\n]')


def test_plain_edges_of_the_same_pairs_become_part_of_the_join() -> None:
    """It takes the place of the last one of them behind which all its members are known."""
    after = edited(HALL, join_add, sources=("left", "right"), target="stage")

    assert after == JOINED


def test_a_join_without_plain_edges_goes_behind_the_last_edge() -> None:
    """Members are written as the file writes them."""
    after = edited(CONSTANTS, join_add, sources=("boil", "cup"), target="pot")

    assert after == CONSTANTS.replace("END: END})\n", 'END: END})\nbuilder.add_edge([BOIL, "cup"], POT)\n')


def test_a_join_grows() -> None:
    """The smaller one is part of it then."""
    after = edited(JOINED, join_add, sources=("left", "right", "stage"), target="stage")

    assert after == JOINED.replace('["left", "right"]', '["left", "right", "stage"]')


def test_a_member_leaves() -> None:
    """Of two one is left, by a plain edge; in a list over several lines a line goes."""
    two = edited(JOINED, edge_delete, source="left", target="stage", join="join:left+right:stage")
    three = edited(LONG, join_add, sources=("left", "right", "stage"), target="stage")
    less = edited(
        LONG.replace("# last row\n", '# last row\n    "stage",\n'),
        edge_delete,
        source="left",
        target="stage",
        join="join:left+right+stage:stage",
    )

    assert two == JOINED.replace('["left", "right"]', '"right"')
    assert 'builder.add_edge(["left", "right", "stage"], "stage")' in three
    assert less == LONG.replace('    "left",  # first row\n', "").replace("# last row\n", '# last row\n    "stage",\n')


def test_a_member_that_has_a_plain_edge_anyhow_takes_the_join_with_it() -> None:
    """No edge is declared twice."""
    both = JOINED.replace("# late\n", '# late\nbuilder.add_edge("right", "stage")\n')

    after = edited(both, edge_delete, source="left", target="stage", join="join:left+right:stage")

    assert after == both.replace('builder.add_edge(["left", "right"], "stage")  # late\n', "")


def test_a_join_is_led_elsewhere_in_its_place() -> None:
    """A member's end leads from another node; the end of the join leads all of it to another."""
    join = {"source": "left", "target": "stage", "join": "join:left+right:stage"}

    member = edited(LONG, edge_move, **join, to_source="stage", to_target="stage")
    end = edited(LONG, edge_move, **join, to_source="left", to_target="right")

    assert member == LONG.replace('"left",  #', '"stage",  #')
    assert end == LONG.replace('], "stage")', '], "right")')


def test_a_join_stands_behind_all_the_nodes_that_it_names() -> None:
    """The engine knows no others by then, its target included."""
    late = JOINED.replace("hall =", 'builder.add_node("exit", count)\nhall =')
    join = {"source": "left", "target": "stage", "join": "join:left+right:stage", "to_source": "left"}

    made = edited(late, join_add, sources=("left", "right"), target="exit")
    moved = edited(late, edge_move, **join, to_target="exit")

    line = 'builder.add_edge(["left", "right"], "exit")\n'
    assert made == late.replace("hall =", f"{line}hall =")
    assert moved == late.replace("hall =", f"{line}hall =").replace(
        'builder.add_edge(["left", "right"], "stage")  # late\n', ""
    )


@pytest.mark.parametrize(
    ("sources", "code"),
    [
        (("left",), "edit.join_members"),
        (("left", "left"), "edit.join_members"),
        (("left", START), "edit.join_start"),
        (("left", "nowhere"), "edit.unknown_node"),
        (("right", "left"), "edit.edge_exists"),
    ],
)
def test_what_is_no_join_is_refused(sources: tuple[str, ...], code: str) -> None:
    """One member, START, a node that is not there, a join that is there already."""
    assert refusal(JOINED, join_add, sources=sources, target="stage").code == code
