"""Opening a file that nobody vouched for: it is read, and nothing of it runs until a person says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from e2e.conftest import GRAPHS

if TYPE_CHECKING:
    from collections.abc import Callable

    from e2e.app_page import AppPage
    from e2e.server import Server

CANARY = "from pathlib import Path\n\nPath(__file__).with_suffix('.ran').touch()\n"


def test_a_file_opened_in_the_page_is_read_and_runs_only_when_trusted(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """Its code can be read first; a changed file has to be trusted anew."""
    server = serve(None)
    document = server.data / "stranger.py"
    document.write_text(CANARY + (GRAPHS / "clash.py").read_text(encoding="utf-8"), encoding="utf-8")
    window.open(server.start())

    window.page.get_by_role("button", name="stranger.py").click()
    trust = window.page.get_by_role("button", name="Trust and run")
    expect(trust).to_be_visible()
    expect(window.page.get_by_text("drill at the mill")).to_be_visible()
    assert not document.with_suffix(".ran").exists()

    trust.click()
    window.step_to("Step -1")
    assert document.with_suffix(".ran").exists()


def test_text_of_a_document_is_never_markup(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """Names and values that look like HTML are shown letter by letter, wherever they appear."""
    server = serve("clash")
    assert server.document is not None
    markup = "<img src=x onerror=document.title=1>"
    text = server.document.read_text(encoding="utf-8").replace("drill at the mill", markup)
    server.document.write_text(
        text.replace("graph.add_node(south)", f"graph.add_node({markup!r}, south)").replace(
            'graph.add_edge(START, "south")', f"graph.add_edge(START, {markup!r})"
        ),
        encoding="utf-8",
    )
    window.open(server.start())

    for step in ("Step -1", "Step 0", "Step 1"):
        window.step_to(step)

    expect(window.node(markup)).to_be_visible()
    expect(window.explanation).to_contain_text(markup)
    expect(window.page.locator("img")).to_have_count(0)
    expect(window.page).not_to_have_title("1")
