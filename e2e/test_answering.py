"""Answering what nodes ask: several questions at once, by the keyboard, over a restart of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from e2e.app_page import LONG_MS
from e2e.test_accessibility import serious

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from e2e.app_page import AppPage
    from e2e.server import Server


def form_of(window: AppPage) -> Locator:
    """The form with the questions."""
    return window.page.get_by_role("form", name="Answer")


def box_of(window: AppPage, node: str) -> Locator:
    """The box for the answer to a node."""
    return form_of(window).get_by_role("textbox", name=f"Answer to {node}")


def test_questions_are_answered_by_the_keyboard_and_survive_the_server(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """One is answered, one is left open, the server is started again, and the run goes on to its end."""
    server = serve("permits")
    window.open(server.start())
    window.press("Run")
    window.run_status("waiting for an answer of permit, funds")
    expect(window.node("permit")).to_have_attribute("data-status", "interrupted")
    expect(form_of(window)).to_contain_text("may we drill?")
    expect(window.explanation).to_contain_text("run again, each from its first line")

    window.page.keyboard.press("Escape")
    window.page.get_by_role("tab", name="Explain").focus()
    window.page.keyboard.press("a")
    expect(box_of(window, "permit")).to_be_focused()
    window.page.keyboard.type('"yes"')
    window.page.keyboard.press("Enter")
    expect(form_of(window)).to_contain_text("how deep?", timeout=LONG_MS)
    expect(form_of(window)).to_contain_text("who pays?")

    server.stop()
    window.open(server.start())
    window.run_status("waiting for an answer of permit, funds")
    form_of(window).get_by_role("textbox", name="as integer").fill("12")
    box_of(window, "funds").fill("the mill")
    expect(box_of(window, "funds")).to_have_attribute("aria-invalid", "true")
    form_of(window).get_by_role("button", name="Take it as text").click()
    form_of(window).get_by_role("button", name="Answer and run").click()

    window.run_status("finished")
    expect(form_of(window)).to_have_count(0)
    for said in ("permit: yes, 12 m", "funds: the mill", "weather: dry", "drilled"):
        expect(window.row("log")).to_contain_text(said)


def test_a_question_inside_a_node_is_answered_and_the_supersteps_inside_are_listed(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """What was done inside before the question is not done again."""
    window.open(serve("dig").start())
    window.press("Run")
    window.run_status("waiting for an answer of dig \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} ask")
    inside = window.explanation.get_by_role("region", name="Inside dig")
    expect(inside).to_contain_text("look ran; log changed.")
    expect(inside).to_contain_text('ask asks "dig here?"')

    box_of(window, "dig").fill("true")
    box_of(window, "dig").press("Enter")

    window.run_status("finished")
    expect(window.row("log")).to_contain_text('["looked", True]')
    expect(window.explanation.get_by_role("region", name="Inside dig")).to_contain_text("ask ran; log changed.")
    expect(window.explanation.get_by_role("region", name="Inside dig")).not_to_contain_text("look ran")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault_in_the_form(
    serve: Callable[[str | None], Server], window: AppPage, theme: Literal["light", "dark"]
) -> None:
    """Neither with empty boxes nor with one that is wrong."""
    window.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    window.open(serve("permits").start())
    window.press("Run")
    window.run_status("waiting for an answer of permit, funds")
    empty = serious(window)
    box_of(window, "funds").fill("the mill")
    expect(form_of(window).get_by_role("button", name="Take it as text")).to_be_visible()

    assert [empty, serious(window)] == [[], []]
