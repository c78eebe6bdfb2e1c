"""What surprises people is explained on the page as it happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from e2e.app_page import AppPage
    from e2e.server import Server


def test_an_overwrite_and_a_choice_outside_the_path_map_are_explained(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """One Overwrite replaces and drops the other write; a router that chooses what its map lacks is named."""
    window.open(serve("overwrite").start())

    for step in ("Step -1", "Step 0", "Step 1"):
        window.step_to(step)
    expect(window.explanation).to_contain_text(
        'shelf was replaced by the Overwrite from clear: it was ["old"] and is ["new"]; '
        'the other write of the superstep, from add ["extra"], is dropped'
    )

    window.step_to("Step 2")
    expect(window.explanation).to_contain_text("close had returned; then its branch next_place failed")
    expect(window.explanation).to_contain_text("It chose END, which its path map does not list.")


def test_an_input_that_the_run_at_hand_does_not_take_is_marked(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """While a run goes on with its own input, another one in the box is said to be for the next run."""
    window.open(serve("survey").start())
    window.step_to("Step -1")
    box = window.page.get_by_role("textbox", name="Input", exact=True)
    strip = window.page.get_by_role("region", name="Run input")
    expect(strip).not_to_contain_text("for the next run")

    box.fill('{"question": "Another?"}')

    expect(strip).to_contain_text("for the next run")


def test_a_low_narrow_window_is_not_covered_by_the_timeline(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """At a zoom of 200 % the timeline stands below the other regions instead of over them."""
    window.page.set_viewport_size({"width": 640, "height": 400})
    window.open(serve("clash").start())
    window.step_to("Step -1")

    expect(window.page.get_by_role("region", name="Graph")).to_be_visible()
    expect(window.timeline).not_to_be_in_viewport()
