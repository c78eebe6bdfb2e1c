"""Stepping a graph, looking back, and going on: what a person does first."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from e2e.app_page import LONG_MS

if TYPE_CHECKING:
    from collections.abc import Callable

    from e2e.app_page import AppPage
    from e2e.server import Server


def test_open_example_and_step_to_the_end(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """From the start screen, an example is opened and stepped to its end, and says what it gave."""
    window.open(serve(None).start())
    window.page.get_by_role("button", name="A router loop").click()

    for step in ("Step -1", "Step 0", "Step 1", "Step 2", "Step 3", "Step 4"):
        window.step_to(step)

    window.run_status("finished")
    expect(window.row("colour")).to_contain_text("brown and cool")


def test_conflict_is_explained_with_both_writers(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """Two writes on a LastValue: both nodes, both values, the error code, and what would repair it."""
    window.open(serve("clash").start())

    for step in ("Step -1", "Step 0", "Step 1"):
        window.step_to(step)

    expect(window.row("plan")).to_have_attribute("data-conflict", "true")
    told = window.explanation
    for fact in ("north", "south", "drill at the mill", "drill at the ford", "INVALID_CONCURRENT_GRAPH_UPDATE"):
        expect(told).to_contain_text(fact)
    expect(told.get_by_role("button", name="reducer", exact=False).first).to_be_visible()
    expect(window.superstep("Step 1").last).to_contain_text("aborted")


def test_pause_and_go_on(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """A running graph is paused between supersteps and then runs to its end, losing nothing."""
    window.open(serve("slow_loop").start())
    window.press("Run")
    expect(window.superstep("Step 3")).to_be_visible(timeout=LONG_MS)

    window.press("Pause")
    window.run_status("paused")
    window.press("Run")

    window.run_status("finished")
    expect(window.row("round")).to_contain_text("150")


def test_step_back_and_forward_runs_nothing(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """In the past, stepping moves the cursor only: every panel shows that moment and no node is called."""
    server = serve("survey")
    window.open(server.start())
    for step in ("Step -1", "Step 0", "Step 1", "Step 2"):
        window.step_to(step)
    assert server.document is not None
    calls = server.document.with_suffix(".calls")
    before = calls.read_text(encoding="utf-8")
    expect(window.row("findings")).to_contain_text("clay in the north")

    window.press("Step back")
    expect(window.superstep("Step 1")).to_have_attribute("aria-selected", "true")
    expect(window.row("findings")).not_to_contain_text("clay")
    expect(window.node("plan")).to_have_attribute("data-status", "done")
    window.press("Step")
    expect(window.superstep("Step 2")).to_have_attribute("aria-selected", "true")
    expect(window.row("findings")).to_contain_text("clay in the north")
    window.superstep("Step 0").click()
    expect(window.explanation).to_contain_text("Superstep 0")

    assert calls.read_text(encoding="utf-8") == before


def test_edit_at_step_1_and_fork(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """An edit at an earlier superstep opens a second branch; the first one stays as it was."""
    window.open(serve("survey").start())
    window.press("Run")
    window.run_status("finished")
    window.superstep("Step 1").click()
    expect(window.superstep("Step 1")).to_have_attribute("aria-selected", "true")
    main_branch = window.timeline.get_by_role("option").count()

    window.page.get_by_role("tab", name="State").click()
    window.page.get_by_role("button", name="Edit state").first.click()
    dialog = window.page.get_by_role("dialog", name="Edit state")
    dialog.get_by_label("As node").select_option("plan")
    dialog.get_by_label("Value").fill(json.dumps({"rounds": 9}))
    expect(dialog).to_contain_text("north")
    dialog.get_by_role("button", name="Fork").click()
    expect(dialog).to_be_hidden()
    window.press("Run")
    window.run_status("finished")

    expect(window.row("rounds")).to_contain_text("9")
    expect(window.superstep("Step 1")).to_have_count(1)
    expect(window.timeline.get_by_role("option")).not_to_have_count(main_branch)
    expect(window.superstep("Step 2")).to_have_count(2)


def test_keyboard_only(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """Open, step, look back and find a command without a mouse."""
    window.open(serve("survey").start())
    keyboard = window.page.keyboard
    for step in ("Step -1", "Step 0", "Step 1"):
        expect(window.control("Step")).to_be_enabled(timeout=LONG_MS)
        keyboard.press("F10")
        expect(window.superstep(step)).to_have_attribute("aria-selected", "true", timeout=LONG_MS)

    keyboard.press("Shift+F10")
    expect(window.superstep("Step 0")).to_have_attribute("aria-selected", "true")
    keyboard.press("Control+k")
    palette = window.page.get_by_role("combobox")
    expect(palette).to_be_focused()
    keyboard.type("Go on from")
    keyboard.press("Enter")

    expect(window.timeline.get_by_role("option").last).to_have_attribute("aria-selected", "true", timeout=LONG_MS)
    expect(window.timeline.get_by_role("option")).not_to_have_count(3)
