"""Every gesture on files of every form gives what was meant, can be taken back, and is what LangGraph builds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from stepgraph.document.editing.edit import Edit, Kept
from stepgraph.document.editing.faithful import keep
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.reading.read import read_model
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import changed, parse_text
from tests.document.editing.every import gestures, is_built_as_drawn
from tests.document.editing.styles import ALL
from tests.document.editing_fields.edited import inverse
from tests.document.reading.running import GRAPHS

FILES = {path.stem: path for path in sorted(GRAPHS.glob("*.py")) if path.stem != "shelf_parts"}
SOURCES = {
    **{name: (path, path.read_text(encoding="utf-8")) for name, path in FILES.items()},
    **{f"style: {name}": (GRAPHS / "style.py", source) for name, source in ALL.items()},
}
# What a person is told: it is there already, or it is made by code, here or in another file.
TOLD = {
    "edit.edge_exists",
    "edit.elsewhere",
    "edit.locked",
    "edit.name_made",
    "edit.no_change",
}
SHARED = {"named_names"}
"""Files in which a name is a part of other names, so that it cannot change alone."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SOURCES)
def test_an_edit_draws_what_was_meant_undoes_exactly_and_is_built(name: str) -> None:
    """A refusal is one of those that say what to do instead; nothing else is ever raised."""
    path, source = SOURCES[name]
    text = parse_text(str(path), source)
    model = read_model(text)
    kept_any = False
    told = TOLD | ({"edit.unfaithful"} if name in SHARED else set())

    for graph in model.graphs:
        sheet = Sheet(text, model, graph)
        for gesture, given in gestures(sheet):
            kept = kept_or_told(sheet, partial(gesture, sheet, **given), told)
            if kept is None:
                continue
            kept_any = True
            assert changed(kept.text.text, inverse(source, kept.edit.changes)) == source
            is_built_as_drawn(kept.text.text, Path(path), kept.model)

    assert kept_any


def kept_or_told(sheet: Sheet, gesture: Callable[[], Edit], told: set[str]) -> Kept | None:
    """Carry out a gesture, or see that its refusal is one that is expected."""
    try:
        return keep(sheet, gesture())
    except EditRefused as refused:
        if refused.code not in told:
            raise
        return None
