"""A function and its tasks in a browser: drawn, run, its question answered, its tasks explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from e2e.app_page import LONG_MS

if TYPE_CHECKING:
    from collections.abc import Callable

    from e2e.app_page import AppPage
    from e2e.server import Server


def test_a_function_is_run_and_its_task_answered(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """Its tasks are in its superstep, each with who called it; the answer goes to the one that asks."""
    window.open(serve("errand").start())
    expect(window.node("survey")).to_be_visible(timeout=LONG_MS)
    window.press("Run")
    window.run_status("waiting for an answer of survey")
    expect(window.explanation).to_contain_text("dig ran: survey called it, with")
    expect(window.explanation).to_contain_text("dig will not run again when it is called")
    expect(window.superstep("Step 0").last).to_contain_text("dig")

    form = window.page.get_by_role("form", name="Answer")
    expect(form).to_contain_text("4 m: what is it?")
    form.get_by_role("textbox", name="Answer to survey").fill('"clay"')
    form.get_by_role("button", name="Answer and run").click()

    window.run_status("finished")
    expect(window.row("__end__")).to_contain_text('"clay at 4 m"')
