"""What a person waits for who draws and types: from the key until the change is painted, through the whole product."""

from __future__ import annotations

import statistics
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from benchmarks.graphs.large_file import large_file
from e2e.app_page import AppPage
from e2e.browser import launch
from e2e.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Locator, Page

    from benchmarks.rows import Row

TURNS = 10
SETTLE_MS = 500
LONG_MS = 60_000

SOURCE = '[role=textbox][aria-label="Source"]'

EXPECT = """
({selector, text, there}) => {
  // The clock starts with the last key before the change; it stops once that change is painted.
  let pressed = performance.now();
  const note = event => { pressed = event.timeStamp; };
  const has = one => one.textContent.includes(text);
  const isDone = () => [...document.querySelectorAll(selector)].some(has) === there;
  window.addEventListener('keydown', note, true);
  window.measured = (async () => {
    await new Promise((done, fail) => {
      setTimeout(() => fail(new Error(`${selector} ${text} did not change`)), 20_000);
      const observer = new MutationObserver(() => {
        if (!isDone()) return;
        observer.disconnect();
        done();
      });
      observer.observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
    });
    window.removeEventListener('keydown', note, true);
    await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
    return performance.now() - pressed;
  })();
}
"""


def measure() -> Iterator[Row]:
    """Yield (what, figure, target, reached)."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        with _opened(browser, large_file(300, 3_000)) as page:
            yield _median("300 nodes, 3,000 lines: duplicate a node, until it is painted", _each(page, _duplicate), 150)
            yield _median("300 nodes, 3,000 lines: take it back", _each(page, _take_back), 150)
            yield _median("300 nodes, 3,000 lines: connect two nodes", _each(page, _connect), 150)
            yield _median("300 nodes, 3,000 lines: rename a node", _each(page, _rename), 500)
        with _opened(browser, large_file(300, 20_000)) as page:
            yield _median("300 nodes, 20,000 lines: duplicate a node", _each(page, _duplicate), 1_500)
            yield _median("300 nodes, 20,000 lines: a typed letter, until it is painted", _each(page, _type), 100)
        with _opened(browser, large_file(2, 30)) as page:
            yield _median("2 nodes: a typed line, until the drawing follows", _each(page, _type_a_line), 300)
            yield _median("2 nodes: a drawn node, until its lines are shown", _each(page, _draw_lines), 300)
        browser.close()


@contextmanager
def _opened(browser: Browser, source: str) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1600, "height": 900})
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "drawn.py"
        file.write_text(source, encoding="utf-8")
        server = Server(Path(folder), file)
        try:
            app = AppPage(page)
            app.open(server.start())
            app.run_status("nothing has run yet")
            page.locator('[data-node="node_0"]').wait_for(timeout=LONG_MS)
            _settle(page)
            yield page
        finally:
            page.close()
            server.stop()


def _each(page: Page, act: Callable[[Page, int], float]) -> list[float]:
    act(page, TURNS)  # the first one is slower: the engines compile what they run
    return [act(page, turn) for turn in range(TURNS)]


def _settle(page: Page) -> None:
    """Let what follows a change (saving, finding faults) come to its end, so that each turn begins alike."""
    page.wait_for_timeout(SETTLE_MS)


def _until(page: Page, act: Callable[[], None], selector: str, *, text: str = "", there: bool = True) -> float:
    """Return the milliseconds from the last key of an act until something on the page is there, or gone."""
    page.evaluate(EXPECT, {"selector": selector, "text": text, "there": there})
    act()
    took = float(page.evaluate("() => window.measured"))
    _settle(page)
    return took


def _duplicate(page: Page, _turn: int) -> float:
    _card(page, "node_1").click()
    took = _until(page, lambda: page.keyboard.press("Control+d"), '[data-node="node_1_2"]')
    _undo(page, '[data-node="node_1_2"]')
    return took


def _take_back(page: Page, _turn: int) -> float:
    _card(page, "node_1").click()
    page.keyboard.press("Control+d")
    _card(page, "node_1_2").wait_for()
    _settle(page)
    return _until(page, lambda: page.keyboard.press("Control+z"), '[data-node="node_1_2"]', there=False)


def _connect(page: Page, _turn: int) -> float:
    _card(page, "node_0").click()
    page.keyboard.press("c")
    page.get_by_role("dialog").wait_for()
    page.keyboard.type("node_2")
    took = _until(page, lambda: page.keyboard.press("Enter"), '[data-edge="node_0->node_2"]')
    _undo(page, '[data-edge="node_0->node_2"]')
    return took


def _rename(page: Page, _turn: int) -> float:
    names = ("node_1", "renamed")
    old, new = names if _card(page, "node_1").count() else names[::-1]
    _card(page, old).click()
    page.keyboard.press("F2")
    page.get_by_role("textbox", name=f"New name of {old}").fill(new)
    return _until(page, lambda: page.keyboard.press("Enter"), f'[data-node="{new}"]')


def _type(page: Page, turn: int) -> float:
    _write_at_end(page, f"# {turn}")
    return _until(page, lambda: page.keyboard.press("z"), SOURCE, text=f"# {turn}z")


def _type_a_line(page: Page, _turn: int) -> float:
    page.get_by_role("tab", name="Code").click()
    page.get_by_role("textbox", name="Source").click()
    page.keyboard.press("Control+Home")
    card = _card(page, "node_0")
    line = int(card.inner_text().rsplit("line ", 1)[1].split()[0])
    return _until(page, lambda: page.keyboard.press("Enter"), '[data-node="node_0"]', text=f"line {line + 1}")


def _draw_lines(page: Page, _turn: int) -> float:
    page.get_by_role("tab", name="Code").click()
    _card(page, "node_1").click()
    took = _until(page, lambda: page.keyboard.press("Control+d"), SOURCE, text="def node_1_2(")
    _undo(page, '[data-node="node_1_2"]')
    return took


def _write_at_end(page: Page, text: str) -> None:
    page.get_by_role("tab", name="Code").click()
    page.get_by_role("textbox", name="Source").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(text)
    _settle(page)


def _undo(page: Page, selector: str) -> None:
    page.keyboard.press("Control+z")
    page.locator(selector).wait_for(state="detached")
    _settle(page)


def _card(page: Page, name: str) -> Locator:
    return page.locator(f'[data-node="{name}"]')


def _median(what: str, times: list[float], target: int) -> Row:
    median = statistics.median(times)
    return what, f"{median:.0f} ms median, {max(times):.0f} worst", f"< {target:,} ms", median < target
