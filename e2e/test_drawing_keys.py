"""Keys on a card that has the focus are about that card, whether or not it was chosen before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from e2e.drawing import Drawing

if TYPE_CHECKING:
    from collections.abc import Callable

    from e2e.app_page import AppPage
    from e2e.server import Server


def test_keys_on_a_focused_card_act_on_it(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """Nobody has to click, or to choose it first."""
    drawing = Drawing(window)
    drawing.open(serve("survey").start())

    drawing.node("north").focus()
    window.page.keyboard.press("c")
    expect(window.page.get_by_role("dialog", name="Connect north to…")).to_be_visible()
    window.page.keyboard.press("Escape")
    drawing.node("south").focus()
    window.page.keyboard.press("F2")

    expect(window.page.get_by_role("textbox", name="New name of south")).to_be_focused()
