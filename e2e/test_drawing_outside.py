"""The file belongs to other programs too: what they change is seen, and nothing is written over unasked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from e2e.app_page import LONG_MS
from e2e.drawing import Drawing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator

    from e2e.app_page import AppPage
    from e2e.server import Server

# With the page's own sign.
TAKE_THEIRS = "Take the file\N{RIGHT SINGLE QUOTATION MARK}s"
OUTSIDE = 'graph.add_edge("south", "north")'


def test_a_change_by_another_editor_appears_in_place(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """The selection stays, boxes stay where they were put, and Undo takes the change back."""
    server = serve("survey")
    file = server.document
    assert file is not None
    before = file.read_text(encoding="utf-8")
    drawing = Drawing(window)
    drawing.open(server.start())
    drawing.move("merge", by=(40, 24))
    drawing.node("south").click()
    place = drawing.node("merge").bounding_box()

    by_another_editor(file, before + OUTSIDE + "\n")
    expect(drawing.edge("south", "north")).to_be_attached(timeout=LONG_MS)
    expect(drawing.node("south")).to_have_attribute("aria-pressed", "true")
    assert drawing.node("merge").bounding_box() == place

    drawing.button("Undo").click()
    expect(drawing.edge("south", "north")).not_to_be_attached()
    drawing.saved()
    assert file.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("answer", ["Keep mine", TAKE_THEIRS])
def test_a_change_by_another_editor_and_unsaved_edits_are_shown_both_and_asked_about(
    serve: Callable[[str | None], Server], window: AppPage, answer: str
) -> None:
    """Until it is answered the file stays as the other editor wrote it; each answer does what it says."""
    server = serve("survey")
    file = server.document
    assert file is not None
    before = file.read_text(encoding="utf-8")
    drawing = Drawing(window)
    drawing.open(server.start())
    drawing.save_by_hand()
    drawing.rename("merge", "weigh")
    expect(drawing.file).to_contain_text("not saved")

    by_another_editor(file, before + OUTSIDE + "\n")
    conflict = drawing.dialog("Conflict")
    expect(conflict).to_be_visible(timeout=LONG_MS)
    expect(diff_line(conflict, "removed", OUTSIDE)).to_be_visible()
    expect(diff_line(conflict, "added", "graph.add_node(weigh)")).to_be_attached()
    assert file.read_text(encoding="utf-8") == before + OUTSIDE + "\n"

    drawing.answer(conflict, answer)
    if answer == "Keep mine":
        expect(drawing.node("weigh")).to_be_visible()
        expect(drawing.edge("south", "north")).not_to_be_attached()
        drawing.saved()
        assert OUTSIDE not in file.read_text(encoding="utf-8")
        assert "graph.add_node(weigh)" in file.read_text(encoding="utf-8")
    else:
        expect(drawing.node("merge")).to_be_visible()
        expect(drawing.edge("south", "north")).to_be_attached()
        drawing.saved()
        assert file.read_text(encoding="utf-8") == before + OUTSIDE + "\n"


def test_a_file_deleted_under_the_page_is_written_anew_when_asked(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """Nothing of the text is lost; there is nothing of the file to take."""
    server = serve("survey")
    file = server.document
    assert file is not None
    before = file.read_bytes()
    drawing = Drawing(window)
    drawing.open(server.start())

    file.unlink()
    conflict = drawing.dialog("Conflict")
    expect(conflict).to_contain_text("survey.py was deleted or renamed", timeout=LONG_MS)
    expect(conflict.get_by_role("button", name=TAKE_THEIRS)).to_be_disabled()
    drawing.answer(conflict, "Keep mine")

    drawing.saved()
    assert file.read_bytes() == before


def test_a_file_that_may_not_be_edited_is_drawn_and_says_why(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """Every way to an edit is barred with the reason, and the file stays as it is."""
    server = serve("survey")
    file = server.document
    assert file is not None
    file.write_bytes(b"# -*- coding: latin-1 -*-\n" + file.read_bytes())
    before = file.read_bytes()
    drawing = Drawing(window)
    window.open(server.start())

    expect(drawing.node("merge")).to_be_visible(timeout=LONG_MS)
    expect(drawing.file).to_contain_text("read-only")
    for name in ("Add node", "Add state field"):
        expect(drawing.button(name)).to_be_disabled()
        expect(drawing.button(name)).to_have_attribute("title", re.compile("UTF-8|latin-1"))
    drawing.node("merge").click()
    expect(drawing.tools("merge").get_by_role("button", name="Delete")).to_be_disabled()
    expect(drawing.text).to_have_attribute("aria-readonly", "true")
    assert file.read_bytes() == before


def diff_line(place: Locator, kind: str, text: str) -> Locator:
    """A line of a diff, as a screen reader reads it."""
    return place.get_by_text(f"{kind}: {text}")


def by_another_editor(file: Path, text: str) -> None:
    """Write a file as many editors do: another one takes its place."""
    other = file.with_suffix(".tmp")
    other.write_text(text, encoding="utf-8")
    other.replace(file)
