"""Many edits in a row on one file: each is faithful, each can be taken back, all of them together."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stepgraph.document.editing.edges import edge_add
from stepgraph.document.editing.faithful import keep
from stepgraph.document.editing.nodes import node_add
from stepgraph.document.editing.rename import node_rename
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.model import END, START, Change
from stepgraph.document.reading.read import read_model
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import changed, parse_text
from tests.document.editing.every import Gesture, gestures, is_built_as_drawn
from tests.document.editing.styles import ALL
from tests.document.editing_fields.edited import inverse

NAMES = ("alpha", "ask user", "b-2", "x'y", 'q"r', "class", "new\nline", "Zed", "print", "日本")
PATH = Path(__file__).parent / "many.py"


def chosen(data: st.DataObject, sheet: Sheet) -> Gesture:
    """Draw one of the gestures that the graph allows, each kind as often as the others."""
    by_kind: dict[str, list[Gesture]] = {}
    for gesture, given_to in gestures(sheet):
        if len(given_to.get("names", ())) < 2:
            by_kind.setdefault(gesture.__name__, []).append((gesture, given_to))
    kind = data.draw(st.sampled_from(sorted(by_kind)))
    gesture, given_to = data.draw(st.sampled_from(by_kind[kind]))
    names = [node.name for node in sheet.graph.nodes]
    if gesture in {node_add, node_rename}:
        return gesture, {**given_to, "name" if gesture is node_add else "to": data.draw(st.sampled_from(NAMES))}
    if gesture is edge_add:
        ends = {"source": [START, *names], "target": [END, *names]}
        return gesture, {end: data.draw(st.sampled_from(options)) for end, options in ends.items()}
    return gesture, given_to


@pytest.mark.slow
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_edits_in_a_row_draw_what_was_meant_and_undo_to_the_first_text(data: st.DataObject) -> None:
    """After each the file is Python, and LangGraph builds what is drawn; a refused one changes nothing."""
    first = ALL[data.draw(st.sampled_from(sorted(ALL)))]
    source, undo = first, list[list[Change]]()
    for _ in range(8):
        text = parse_text(str(PATH), source)
        model = read_model(text)
        sheet = Sheet(text, model, model.graphs[0])
        gesture, given_to = chosen(data, sheet)
        try:
            kept = keep(sheet, gesture(sheet, **given_to))
        except EditRefused as refused:
            assert refused.code != "edit.unfaithful", str(refused)  # noqa: PT017 # any other refusal is expected
            continue
        undo.append(inverse(source, kept.edit.changes))
        is_built_as_drawn(kept.text.text, PATH, kept.model)
        source = kept.text.text

    for changes in reversed(undo):
        source = changed(source, changes)
    assert source == first
