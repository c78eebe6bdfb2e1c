"""What a join or a branch would take the place of has to be there for drawing to change."""

from __future__ import annotations

import pytest

from stepgraph.document.editing.branches import branch_add
from stepgraph.document.editing.edit import Target
from stepgraph.document.editing.faithful import keep
from stepgraph.document.editing.joins import join_add
from stepgraph.document.editing.nodes import node_add
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.model import END, START
from stepgraph.document.reading.read import read_model
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import parse_text

LOOP = """\
from typing import TypedDict
from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    note: str


builder = StateGraph(State)
for name in ("a", "b"):
    builder.add_node(name, lambda state: {})
    builder.add_edge(START, name)
    builder.add_edge(name, END)
"""
EMPTY = LOOP[: LOOP.index("for name")] + "\nbuilder.add_edge(START, END)\n"


def sheet_of(source: str) -> Sheet:
    """The sheet of a text with one graph."""
    text = parse_text("graph.py", source)
    model = read_model(text)
    return Sheet(text, model, model.graphs[0])


def test_a_join_does_not_take_the_place_of_edges_that_code_makes() -> None:
    """Both would be there; the refusal names the line that would have to change."""
    with pytest.raises(EditRefused, match=r"from .a. to END .*line 13") as refused:
        join_add(sheet_of(LOOP), sources=("a", "b"), target=END)

    assert refused.value.code == "edit.locked"


def test_a_branch_does_not_either() -> None:
    """For the same reason."""
    with pytest.raises(EditRefused) as refused:
        branch_add(sheet_of(LOOP), source=START, router="choose", targets=(Target("a", "a"),))

    assert refused.value.code == "edit.locked"


def test_the_first_node_of_a_graph_is_added_before_its_edges() -> None:
    """As a person would write it."""
    sheet = sheet_of(EMPTY)

    kept = keep(sheet, node_add(sheet, name="a"))

    assert kept.text.text.endswith(
        'builder = StateGraph(State)\nbuilder.add_node("a", a)\n\nbuilder.add_edge(START, END)\n'
    )
