"""Carrying out an edit, and keeping it only when the new text draws what was meant."""

from __future__ import annotations

from itertools import islice

from stepgraph.document.editing.edit import Edit, Kept
from stepgraph.document.editing.shape import differences, shape_of
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.reading.read import read_model
from stepgraph.document.refused import EditRefused
from stepgraph.document.reparsing import reparsed
from stepgraph.document.text import Unparsed, changed


def keep(sheet: Sheet, edit: Edit) -> Kept:
    """Apply an edit to a copy of the text and read that again.

    Raises EditRefused when the new text draws anything else than was meant, and for an edit that changes nothing.
    """
    if not edit.changes:
        raise EditRefused("edit.no_change", f"{edit.title}: that is how it is already.")
    try:
        text = reparsed(sheet.text, changed(sheet.text.text, edit.changes))
    except Unparsed as error:
        raise EditRefused(
            "edit.unfaithful",
            f"{edit.title}: the file would not be Python any more ({error.fault.sentence}). It stays as it was.",
            line=error.fault.line,
        ) from None
    model = read_model(text)
    found = list(islice(differences(edit.intended, shape_of(model)), 3))
    if found:
        raise EditRefused(
            "edit.unfaithful",
            f"{edit.title}: the new text would draw something else ({'; '.join(found)}). It stays as it was; make this "
            "change in the code.",
        )
    return Kept(text, model, edit)
