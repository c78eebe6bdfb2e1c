"""What is wrong is told while one draws, with ways out that are one click each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from e2e.app_page import LONG_MS
from e2e.drawing import Drawing

if TYPE_CHECKING:
    from collections.abc import Callable

    from e2e.app_page import AppPage
    from e2e.server import Server

BOTH = '["drill at the mill", "drill at the ford"]'


def test_two_writers_of_one_plain_field_are_told_with_both_ways_and_mended_by_a_click(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """Nothing has run yet; after the click the step that would have been refused is taken."""
    drawing = Drawing(window)
    drawing.open(serve("clash").start())

    clash = drawing.problems.get_by_role("listitem").filter(has_text="can share a superstep")
    expect(clash.get_by_role("list", name="Ways that show it").get_by_role("listitem")).to_have_text(
        ["START→north", "START→south"]
    )
    clash.get_by_role("button", name='Keep any one of the writes of "plan" (AnyValue)', exact=True).click()
    expect(clash).not_to_be_attached(timeout=LONG_MS)
    expect(drawing.field("plan").get_by_role("button", name="Merge rule of plan: Any of them")).to_be_visible()

    window.press("Run")
    window.run_status("finished")
    expect(window.row("plan")).to_contain_text("drill at the ford")


def test_a_merge_rule_chosen_among_the_fields_lets_both_writes_through(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """The line of the field is written anew, and the run ends with what the rule makes of both writes."""
    server = serve("clash")
    assert server.document is not None
    drawing = Drawing(window)
    drawing.open(server.start())

    drawing.show_fields()
    drawing.choose_rule("plan", "Topic that keeps all")
    drawing.saved()
    assert "    plan: Annotated[str, Topic(str, accumulate=True)]\n" in server.document.read_text(encoding="utf-8")

    window.press("Run")
    window.run_status("finished")
    expect(window.row("plan")).to_contain_text(BOTH)
