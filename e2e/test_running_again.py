"""Runs after a run: another input, another step, another window, and the way back in the browser's history."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from e2e.app_page import LONG_MS, AppPage

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from e2e.server import Server


def type_input(window: AppPage, value: object) -> Locator:
    """Write another input into the box; return the strip around it."""
    window.page.get_by_role("textbox", name="Input", exact=True).fill(json.dumps(value))
    return window.page.get_by_role("region", name="Run input")


def test_a_failed_run_is_given_another_input(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """After a failure, a corrected input is what Run starts with, and its title says so."""
    window.open(serve("wells").start())
    window.press("Run")
    window.run_status("failed")
    expect(window.control("Run")).to_have_attribute("title", "Run (F5): Goes on to the end")

    expect(type_input(window, {"question": "dig"})).to_contain_text("starts a new run")
    expect(window.control("Run")).to_have_attribute("title", "Run (F5): Starts a new run with the input")
    window.press("Run")
    window.run_status("finished")

    expect(window.row("answer")).to_contain_text("Dig")
    expect(window.row("heard")).to_contain_text("cleared")
    expect(window.row("heard")).not_to_contain_text("not available")


def test_a_second_run_is_stepped_and_says_why_it_ends(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """Step begins another run after the end; where START's branch ends it, what the first run left is named."""
    window.open(serve("wells").start())
    type_input(window, {"question": "dig"})
    window.press("Run")
    window.run_status("finished")
    type_input(window, {"question": "drill"})

    window.step_to("Step 3")
    window.step_to("Step 4")

    window.run_status("finished")
    told = window.explanation
    expect(told).to_contain_text("The branch route after START chose END")
    expect(told).to_contain_text("left a value in answer: the input wrote nothing there")


def test_restart_takes_another_input_to_a_thread_of_its_own(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """Restart in the middle of a run, with another input in the box, begins with that on a new thread."""
    window.open(serve("survey").start())
    for step in ("Step -1", "Step 0", "Step 1"):
        window.step_to(step)

    type_input(window, {"question": "Why?", "rounds": 7})
    window.press("Restart")

    expect(window.timeline.get_by_role("option")).to_have_count(1, timeout=LONG_MS)
    window.step_to("Step 0")
    expect(window.row("rounds")).to_contain_text("7")
    window.run_status("paused")


def another_window(window: AppPage) -> AppPage:
    """Open a second window from the palette."""
    window.page.keyboard.press("Control+k")
    window.page.keyboard.type("another window")
    with window.page.context.expect_page() as opened:
        window.page.keyboard.press("Enter")
    return AppPage(opened.value)


def test_another_window_shows_the_same_run(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """A second window is opened from the palette, follows the same run, and both see what either does."""
    window.open(serve("survey").start())
    for step in ("Step -1", "Step 0"):
        window.step_to(step)

    second = another_window(window)
    expect(second.superstep("Step 0")).to_have_attribute("aria-selected", "true", timeout=LONG_MS)
    second.step_to("Step 1")

    expect(window.superstep("Step 1")).to_have_attribute("aria-selected", "true", timeout=LONG_MS)
    assert "c=" not in second.page.url


def test_a_run_that_another_window_started_is_known_by_its_input(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """The mark beside the input compares with the run at hand, whichever window began it."""
    window.open(serve("survey").start())
    window.step_to("Step -1")
    second = another_window(window)
    expect(second.superstep("Step -1")).to_be_visible(timeout=LONG_MS)

    first_strip = type_input(window, {"question": "Another?", "rounds": 0})
    expect(first_strip).to_contain_text("for the next run")
    type_input(second, {"question": "Another?", "rounds": 0})
    second.press("Restart")

    expect(first_strip).not_to_contain_text("for the next run", timeout=LONG_MS)
    type_input(window, {"question": "A third?", "rounds": 0})
    expect(first_strip).to_contain_text("for the next run")


def test_back_goes_between_the_start_screen_and_the_document(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """Back leaves neither the page nor the document, and the address never holds more than it did."""
    window.open(serve(None).start())
    address = window.page.url
    window.page.get_by_role("button", name="A router loop").click()
    expect(window.page.get_by_role("main")).to_be_focused()
    window.step_to("Step -1")
    heading = window.page.get_by_role("heading", name="Examples")

    window.page.go_back()
    expect(heading).to_be_visible()
    expect(window.page.get_by_role("main")).to_be_focused()
    window.page.go_forward()
    expect(window.superstep("Step -1")).to_be_visible()
    window.page.get_by_title("Start: files").click()
    expect(heading).to_be_visible()
    window.page.go_back()

    expect(window.superstep("Step -1")).to_be_visible()
    assert window.page.url == address


def test_a_document_that_is_being_imported_says_so(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """While the document is imported, every panel says so and asks for no step; what is typed meanwhile is kept."""
    server = serve("heavy")
    window.open(server.start())
    importing = window.page.get_by_text("The document is being imported")

    expect(importing).to_have_count(4, timeout=LONG_MS)
    expect(window.page.get_by_text("Step to make the first")).to_have_count(0)
    expect(window.control("Step")).to_be_disabled()
    type_input(window, {"done": True})
    assert server.document is not None
    server.document.with_suffix(".ready").touch()

    window.step_to("Step -1")
    expect(window.page.get_by_role("textbox", name="Input", exact=True)).to_have_value('{"done": true}')


def test_a_node_that_ran_on_the_branch_that_is_gone_back_to_says_so(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """After going on from an earlier superstep, a node that had run before it is not said to be untouched."""
    window.open(serve("survey").start())
    window.press("Run")
    window.run_status("finished")
    window.superstep("Step 4").click()
    expect(window.superstep("Step 4")).to_have_attribute("aria-selected", "true")

    window.press("Go on from here")

    expect(window.timeline.get_by_role("option").last).to_have_attribute("aria-selected", "true", timeout=LONG_MS)
    expect(window.node("merge")).to_contain_text("ran before")


def test_a_raw_edit_is_told_as_one(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """A value that a person put in place was written by the edit, and no update() answered for it."""
    window.open(serve("survey").start())
    for step in ("Step -1", "Step 0"):
        window.step_to(step)
    window.page.get_by_role("tab", name="State").click()
    window.page.get_by_role("button", name="Edit state").first.click()
    dialog = window.page.get_by_role("dialog", name="Edit state")
    dialog.get_by_label("As node").select_option(index=0)
    dialog.get_by_label("Value").fill(json.dumps({"rounds": 5}))
    dialog.get_by_role("button", name="Fork").click()
    expect(dialog).to_be_hidden()

    expect(window.row("rounds")).to_contain_text("5", timeout=LONG_MS)
    expect(window.row("rounds")).to_contain_text("edit")
    expect(window.row("rounds")).not_to_contain_text("__edit__")
    expect(window.row("rounds")).not_to_contain_text("True")
