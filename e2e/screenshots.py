"""Takes the README's pictures: ``python -m e2e.screenshots``, light and dark, of the real page."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from playwright.sync_api import sync_playwright

from e2e.app_page import AppPage
from e2e.browser import launch
from e2e.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "screenshots"
SETTLED_MS = 1500  # the layout, and the motion of the last step
PHASES_TO_THE_FIRST_WRITE = 14
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def main() -> None:
    """Step two graphs to where there is most to see, draw on one, and take their pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        survey = ROOT / "e2e" / "graphs" / "survey.py"
        _take(browser, "stepping", survey, steps=("Step -1", "Step 0", "Step 1", "Step 2", "Step 3"))
        clash = ROOT / "backend" / "stepgraph" / "lessons" / "graphs" / "two_writers.py"
        _take(browser, "conflict", clash, steps=("Step -1", "Step 0", "Step 1", "Step 2"))
        _take(browser, "drawing", clash, draw=_choose_a_merge_rule)
        quarry = ROOT / "e2e" / "graphs" / "quarry.py"
        _take(browser, "inside", quarry, steps=("Step -1", "Step 0", "Step 1"), draw=_step_into_a_node)
        browser.close()


def _choose_a_merge_rule(window: AppPage) -> None:
    """Look at the problem of two writers, and open the choices that would mend it."""
    page = window.page
    page.get_by_role("tab", name="Problems").click()
    page.get_by_role("radio", name="Fields").click()
    window.node("ada").click()
    page.get_by_role("button", name="Merge rule of verdict").click()


def _step_into_a_node(window: AppPage) -> None:
    """Step phase by phase into the graph inside of a node, to where its first node has written."""
    for _ in range(PHASES_TO_THE_FIRST_WRITE):
        window.press("Step phase")
        window.page.wait_for_timeout(SETTLED_MS / 5)
    window.page.get_by_role("button", name="Fit the graph").click()


def _take(
    browser: Browser,
    name: str,
    document: Path,
    *,
    steps: tuple[str, ...] = (),
    draw: Callable[[AppPage], None] = lambda _: None,
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), Path(shutil.copy(document, folder)))
        try:
            window = AppPage(browser.new_page(viewport={"width": 1280, "height": 800}))
            window.open(server.start())
            for step in steps:
                window.step_to(step)
            draw(window)
            for theme in THEMES:
                window.page.emulate_media(color_scheme=theme)
                window.page.wait_for_timeout(SETTLED_MS)
                window.page.screenshot(path=PICTURES / f"{name}-{theme}.png")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
