"""Pieces of the text replaced as they are given: a mend of a finding."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.shape import shape_of
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.model import Change
from stepgraph.document.reading.read import read_model
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import Unparsed, changed, parse_text


def text_replace(sheet: Sheet, *, title: str, changes: Sequence[Change]) -> Edit:
    """Replace spans in ascending order. What it draws is what the text says; it must be Python. Raises EditRefused."""
    length = len(sheet.text.text)
    ordered = all(earlier.end <= later.start for earlier, later in pairwise(changes))
    if not ordered or any(not 0 <= change.start <= change.end <= length for change in changes):
        raise EditRefused("edit.spans", f"{title}: the pieces to replace do not fit this text. Look at it once more.")
    try:
        text = parse_text(sheet.text.path, changed(sheet.text.text, changes))
    except Unparsed as error:
        raise EditRefused(
            "edit.unfaithful",
            f"{title}: the file would not be Python any more ({error.fault.sentence}).",
            line=error.fault.line,
        ) from None
    return Edit(title, tuple(changes), (), shape_of(read_model(text)))
