"""Files that come and go by the page: made, dropped, drawn before they are trusted, exported."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from e2e.app_page import LONG_MS
from e2e.conftest import GRAPHS
from e2e.drawing import Drawing
from e2e.plain_python import invoked

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Dialog

    from e2e.app_page import AppPage
    from e2e.server import Server

CANARY = "from pathlib import Path\n\nPath(__file__).with_suffix('.ran').touch()\n"
HOSTILE = ('"]}); alert(1)//', "<img src=x onerror=alert(1)>", "'''\\u0022 + exit() #")


def test_a_name_that_is_taken_is_refused_at_its_field(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """Nothing is written over; another name makes the file."""
    server = serve(None)
    taken = server.folder / "wells.py"
    taken.write_text("# mine\n", encoding="utf-8")
    window.open(server.start())
    drawing = Drawing(window)

    window.page.get_by_role("button", name="New graph", exact=True).click()
    dialog = drawing.dialog("New graph")
    expect(dialog.get_by_role("radio", name="An empty graph")).to_be_checked()
    name = dialog.get_by_role("textbox", name="File name")
    name.fill("wells")
    dialog.get_by_role("button", name="Create").click()
    expect(name).to_have_accessible_description(re.compile("wells.py"))
    assert taken.read_text(encoding="utf-8") == "# mine\n"

    name.fill("wells_2")
    drawing.answer(dialog, "Create")
    expect(drawing.button("Add node")).to_be_enabled(timeout=LONG_MS)
    assert (server.folder / "wells_2.py").exists()


def test_a_dropped_file_is_kept_in_the_folder_and_opened_without_running(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """Byte for byte, and untrusted; a name that is taken by another text asks for another one."""
    server = serve(None)
    text = CANARY + (GRAPHS / "clash.py").read_text(encoding="utf-8")
    window.open(server.start())
    drawing = Drawing(window)

    drawing.drop("dropped.py", text)
    expect(drawing.node("north")).to_be_visible(timeout=LONG_MS)
    expect(window.page.get_by_role("button", name="Trust and run")).to_be_visible()
    assert (server.folder / "dropped.py").read_text(encoding="utf-8") == text

    drawing.drop("dropped.py", text + "# another\n")
    dialog = drawing.dialog("New graph")
    expect(dialog).to_contain_text("dropped.py is taken")
    dialog.get_by_role("textbox", name="File name").fill("other.py")
    drawing.answer(dialog, "Create")
    expect(window.page.get_by_role("heading", name="other.py", exact=True)).to_be_visible(timeout=LONG_MS)
    assert (server.folder / "other.py").read_text(encoding="utf-8") == text + "# another\n"
    assert list(server.folder.glob("*.ran")) == []


def test_a_file_that_nobody_trusts_is_drawn_and_edited_and_runs_only_when_trusted(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """What a gesture writes does not run the file either."""
    server = serve(None)
    document = server.folder / "stranger.py"
    document.write_text(CANARY + (GRAPHS / "clash.py").read_text(encoding="utf-8"), encoding="utf-8")
    window.open(server.start())
    drawing = Drawing(window)
    window.page.get_by_role("button", name="stranger.py").click()
    expect(drawing.button("Add node")).to_be_enabled(timeout=LONG_MS)

    drawing.rename("north", "upstream")
    drawing.choose_rule("plan", "Any of them")
    drawing.type_line("def south(", "def south(state: State) -> State:  # typed")
    expect(drawing.region.get_by_role("button", name="Undo")).to_have_attribute("title", "Undo: typing")
    drawing.saved()
    assert "# typed" in document.read_text(encoding="utf-8")
    assert not document.with_suffix(".ran").exists()

    window.page.get_by_role("button", name="Trust and run").click()
    window.press("Run")
    window.run_status("finished")
    assert document.with_suffix(".ran").exists()
    expect(drawing.node("upstream")).to_have_attribute("data-status", "done")


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_and_labels_stay_names_and_labels(
    serve: Callable[[str | None], Server], window: AppPage, name: str
) -> None:
    """No script runs, and the code that is written holds them letter by letter."""
    server = serve("survey")
    file = server.document
    assert file is not None
    asked: list[str] = []

    def note(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    window.page.on("dialog", note)
    drawing = Drawing(window)
    drawing.open(server.start())

    drawing.rename("south", name)
    drawing.make_conditional(name, answers={"plan": name})
    drawing.saved()
    expect(drawing.edge(name, "plan")).to_contain_text(name[:12])
    expect(window.page.locator("img")).to_have_count(0)

    text = file.read_text(encoding="utf-8")
    strings = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    assert strings.count(name) >= 4
    assert invoked(file)["rounds"] == 2
    assert asked == []


@pytest.mark.parametrize("form", ["SVG", "Mermaid", "JSON"])
def test_an_export_has_the_names_of_the_nodes(
    serve: Callable[[str | None], Server], window: AppPage, form: str
) -> None:
    """The picture, the Mermaid text and the model are files that the browser keeps."""
    drawing = Drawing(window)
    drawing.open(serve("survey").start())

    drawing.button("Export…").click()
    with window.page.expect_download() as download:
        window.page.get_by_role("menuitem", name=form).click()
    content = Path(download.value.path()).read_text(encoding="utf-8")

    assert download.value.suggested_filename.startswith("survey.")
    for name in ("plan", "north", "south", "merge"):
        assert name in content
    if form == "JSON":
        assert [node["name"] for node in json.loads(content)["nodes"]] == ["plan", "north", "south", "merge"]
