"""The window's regions when its width changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from e2e.app_page import AppPage
    from e2e.server import Server


def test_a_window_that_was_narrow_is_split_as_if_it_never_was(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """The stacked layout leaves no sizes behind."""
    window.page.set_viewport_size({"width": 760, "height": 1000})
    window.open(serve("survey").start())
    graph = window.page.get_by_role("region", name="Graph")
    expect(window.node("plan")).to_be_visible()

    window.page.set_viewport_size({"width": 1280, "height": 800})
    expect(window.node("plan")).to_be_visible()
    widened = graph.bounding_box()
    window.page.reload()
    expect(window.node("plan")).to_be_visible()

    assert widened is not None
    assert widened == graph.bounding_box()
