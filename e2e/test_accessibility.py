"""What a checker of accessibility finds on the main views, in both themes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from e2e.app_page import LONG_MS
from e2e.drawing import Drawing

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


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault_while_one_draws(
    serve: Callable[[str | None], Server], window: AppPage, theme: Literal["light", "dark"]
) -> None:
    """Cards with their tools, each dialog of a gesture, fields and their menu, problems, a text that does not parse."""
    window.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    drawing = Drawing(window)
    drawing.open(serve("clash").start())
    found: dict[str, list[str]] = {}

    drawing.node("north").click()
    expect(drawing.tools("north")).to_be_visible()
    found["card"] = serious(window)
    for tool in ("Connect to…", "Delete", "Make conditional…", "Join into…", "Edges…", "Options…"):
        drawing.tools("north").get_by_role("button", name=tool).click()
        expect(window.page.get_by_role("dialog")).to_be_visible()
        found[tool] = serious(window)
        window.page.keyboard.press("Escape")
    drawing.tools("north").get_by_role("button", name="Rename").click()
    found["renaming"] = serious(window)
    window.page.keyboard.press("Escape")
    drawing.node("south").click(modifiers=["Shift"])
    found["two nodes"] = serious(window)
    drawing.click_edge("START", "south")
    found["edge"] = serious(window)
    for name in ("Add node", "Add state field"):
        drawing.button(name).click()
        drawing.dialog(name).get_by_role("textbox", name="Name").fill("east")
        expect(drawing.dialog(name)).to_contain_text("added")
        found[name] = serious(window)
        window.page.keyboard.press("Escape")
    drawing.field("plan").get_by_role("button", name="Merge rule of plan").click()
    found["merge rules"] = serious(window)
    window.page.keyboard.press("Escape")
    expect(drawing.problems.get_by_role("listitem").first).to_be_visible()
    found["problems"] = serious(window)
    drawing.type_line("def north(", "def north(:")
    expect(drawing.region.get_by_role("status")).to_contain_text("Python cannot read the file")
    found["does not parse"] = serious(window)

    assert {view: faults for view, faults in found.items() if faults} == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault_where_files_are_made_and_fought_over(
    serve: Callable[[str | None], Server], window: AppPage, theme: Literal["light", "dark"]
) -> None:
    """The dialogs of a new graph, of the last change and of a conflict."""
    window.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    server = serve("clash")
    assert server.document is not None
    drawing = Drawing(window)
    drawing.open(server.start())
    found: dict[str, list[str]] = {}

    drawing.command("New graph…")
    expect(drawing.dialog("New graph").get_by_role("radio").first).to_be_visible()
    found["new graph"] = serious(window)
    window.page.keyboard.press("Escape")
    drawing.rename("north", "upstream")
    drawing.command("Show last change")
    expect(drawing.dialog("Change")).to_contain_text("upstream")
    found["change"] = serious(window)
    window.page.keyboard.press("Escape")
    drawing.save_by_hand()
    drawing.rename("south", "downstream")
    server.document.write_text("# another text\n", encoding="utf-8")
    expect(drawing.dialog("Conflict")).to_be_visible(timeout=LONG_MS)
    found["conflict"] = serious(window)

    assert {view: faults for view, faults in found.items() if faults} == {}
