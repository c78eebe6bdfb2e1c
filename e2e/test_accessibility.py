"""What a checker of accessibility finds on the main views, in both themes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from e2e.app_page import AppPage
    from e2e.server import Server

AXE = Path(__file__).parent.parent / "frontend" / "node_modules" / "axe-core" / "axe.min.js"


def serious(window: AppPage) -> list[str]:
    """The serious and critical faults, each with the element that has it."""
    # Through the debugging protocol, since the page's own policy admits no foreign script and stays in force.
    client = window.page.context.new_cdp_session(window.page)
    client.send("Runtime.evaluate", {"expression": AXE.read_text(encoding="utf-8")})
    answer = client.send(
        "Runtime.evaluate",
        {
            "expression": "axe.run().then(r => r.violations.filter(v => ['serious', 'critical'].includes(v.impact))"
            ".flatMap(v => v.nodes.map(n => v.id + ': ' + n.html.slice(0, 160))))",
            "awaitPromise": True,
            "returnByValue": True,
        },
    )
    assert "exceptionDetails" not in answer, answer
    return list(answer["result"]["value"])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_accessibility_fault(
    serve: Callable[[str | None], Server], window: AppPage, theme: Literal["light", "dark"]
) -> None:
    """The start screen, a paused run, a refused step and the dialog for edits have no serious fault."""
    window.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    server = serve("clash")
    window.open(server.start())
    found = {"opened": serious(window)}
    for step in ("Step -1", "Step 0"):
        window.step_to(step)
    found["paused"] = serious(window)
    window.step_to("Step 1")
    expect(window.explanation).to_contain_text("INVALID_CONCURRENT_GRAPH_UPDATE")
    found["refused"] = serious(window)
    window.page.get_by_role("tab", name="State").click()
    window.page.get_by_role("button", name="Edit state").first.click()
    found["editing"] = serious(window)
    window.page.keyboard.press("Escape")
    window.page.keyboard.press("Control+k")
    found["palette"] = serious(window)

    assert {view: faults for view, faults in found.items() if faults} == {}


def test_axe_finds_no_serious_fault_on_the_start_screen(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """The way in has no serious fault either."""
    window.open(serve(None).start())
    expect(window.page.get_by_role("heading", name="Examples")).to_be_visible()

    assert serious(window) == []
