"""Carries out one gesture on a text, as a person does at the canvas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stepgraph.document.editing.edit import Edit, Kept
from stepgraph.document.refused import EditRefused
from tests.document.editing_fields import edited as carrying_out


def drawn(text: str, gesture: Callable[..., Edit], /, *, graph: str | None = None, **given: Any) -> Kept:
    """Carry out a gesture; it must be kept, and taking it back must give the text as it was."""
    return carrying_out.edit(text, lambda sheet: gesture(sheet, **given), graph=graph)


def edited(text: str, gesture: Callable[..., Edit], /, *, graph: str | None = None, **given: Any) -> str:
    """Return the text after a gesture."""
    return drawn(text, gesture, graph=graph, **given).text.text


def refusal(text: str, gesture: Callable[..., Edit], /, *, graph: str | None = None, **given: Any) -> EditRefused:
    """Return why a gesture is refused."""
    with pytest.raises(EditRefused) as raised:
        drawn(text, gesture, graph=graph, **given)
    return raised.value
