"""Every gesture on every graph file that is shipped or that surprised somebody: meant, undone exactly, and built so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stepgraph.document.editing.faithful import keep
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.reading.read import read_model
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import changed, parse_text
from tests.document.editing.every import is_built_as_drawn
from tests.document.editing_fields.edited import inverse
from tests.document.reading.running import GRAPHS
from tests.document.roundtrip.files import FILES, source_of
from tests.document.roundtrip.test_random_edits import every_gesture

OTHERS = [name for name, path in FILES.items() if path.parent != GRAPHS]
"""The files of the reader's own tests are drawn on in those of the editor."""


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_each_gesture_is_kept_as_meant_or_refused_with_what_to_do(name: str) -> None:
    """No refusal is for want of understanding the file: each says what is there already, or which code makes it."""
    path, source = FILES[name], source_of(name)
    text = parse_text(str(path), source)
    model = read_model(text)
    kept_any = False

    for graph in model.graphs:
        sheet = Sheet(text, model, graph)
        for gesture, given in every_gesture(sheet):
            try:
                kept = keep(sheet, gesture(sheet, **given))
            except EditRefused as refused:
                assert refused.code != "edit.unfaithful", (gesture.__name__, given)  # noqa: PT017  says which gesture
                continue
            kept_any = True
            assert changed(kept.text.text, inverse(source, kept.edit.changes)) == source
            told = tuple(one for one in kept.model.graphs if not one.locks)
            is_built_as_drawn(kept.text.text, path, replace(kept.model, graphs=told))

    assert kept_any
