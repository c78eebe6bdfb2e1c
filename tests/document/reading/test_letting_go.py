"""What was read of a text is let go with it, without a search for circles, which would take longer than reading."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from stepgraph.document.lint.run import lint
from stepgraph.document.reading.read import read_model
from stepgraph.document.text import parse_text
from tests.document.roundtrip.files import FILES, source_of


@pytest.fixture(autouse=True)
def no_search_for_circles() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("name", FILES)
def test_nothing_holds_a_text_that_was_read_and_checked(name: str) -> None:
    """Memory does not grow with each edit of a long file."""
    text = parse_text(str(Path(FILES[name])), source_of(name))
    lint(text, read_model(text))
    tree = weakref.ref(text.tree)

    del text

    assert tree() is None
