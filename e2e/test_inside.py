"""Graphs inside of nodes, opened in place: by pointer and by keys, stepped into, with their own channels."""

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


def inside(*names: str) -> str:
    """How a node of a graph inside is called: by the nodes that lead to it."""
    return " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} ".join(names)


def ground(window: AppPage, path: str) -> Locator:
    """The graph inside that node, as it stands open on the canvas."""
    return window.page.get_by_role("group", name=f"Graph inside {path}", exact=True)


def button(window: AppPage, name: str) -> Locator:
    """A button of the page."""
    return window.page.get_by_role("button", name=name, exact=True)


def step_into(window: AppPage, said: str) -> None:
    """Press Step phase until the header says so."""
    banner = window.page.get_by_role("banner")
    for _ in range(80):
        if said in banner.inner_text():
            return
        before = banner.inner_text()
        window.press("Step phase")
        expect(banner).not_to_have_text(before, timeout=LONG_MS, use_inner_text=True)
        # Between two pauses it says that the run is at work.
        expect(banner).to_contain_text("paused", timeout=LONG_MS)
    raise AssertionError(f"never: {said}")


def test_a_graph_inside_is_opened_by_the_pointer_stepped_into_and_closed(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """Its channels stand under its name, with the way back; closing gives back the card."""
    window.open(serve("quarry").start())
    button(window, "Open dig").click()
    expect(ground(window, "dig")).to_be_visible()
    expect(window.node(inside("dig", "drill"))).to_be_visible()

    for step in ("Step -1", "Step 0", "Step 1"):
        window.step_to(step)
    step_into(window, "paused before commit, step 1 of dig")
    expect(window.node(inside("dig", "drill"))).to_have_attribute("data-status", "done")
    expect(window.page.get_by_role("table", name="Channels of dig")).to_be_visible()
    expect(window.row("depth")).to_contain_text("3")
    expect(window.row("grain")).to_be_visible()
    expect(window.explanation).to_contain_text("drill ran")

    window.page.get_by_role("region", name="Channels").get_by_role("button", name="Back to the graph").click()
    expect(window.row("grain")).to_have_count(0)
    button(window, "Close dig").click()
    expect(ground(window, "dig")).to_have_count(0)
    window.press("Run")
    window.run_status("finished")


def test_keys_open_a_graph_inside_another_and_lead_in_and_out(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """What is open is open again after a reload; what is chosen inside is told by the panels."""
    window.open(serve("quarry").start())
    window.node("dig").focus()
    window.page.keyboard.press("o")
    expect(window.node("dig")).to_be_focused()
    window.page.keyboard.press("ArrowDown")
    window.page.keyboard.press("ArrowDown")
    expect(window.node(inside("dig", "sift"))).to_be_focused()
    window.page.keyboard.press("o")
    expect(ground(window, inside("dig", "sift"))).to_be_visible()
    window.page.keyboard.press("ArrowDown")
    window.page.keyboard.press("Enter")
    expect(window.node(inside("dig", "sift", "shake"))).to_have_attribute("aria-pressed", "true")
    expect(window.page.get_by_role("table", name=f"Channels of {inside('dig', 'sift')}")).to_be_visible()

    window.press("Run")
    window.run_status("finished")
    expect(window.row("grain")).to_contain_text('"fine"')

    window.page.reload()
    expect(ground(window, inside("dig", "sift"))).to_be_visible(timeout=LONG_MS)
    window.node("dig").focus()
    window.page.keyboard.press("o")
    expect(ground(window, "dig")).to_have_count(0)
    expect(window.node("dig")).to_be_focused()


def test_a_run_that_waits_inside_opens_the_graph_by_itself(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """Step goes over what is inside, and the panels tell of the whole graph again."""
    window.open(serve("quarry").start())
    for step in ("Step -1", "Step 0", "Step 1"):
        window.step_to(step)
    step_into(window, "step 0 of dig")
    expect(ground(window, "dig")).to_be_visible()
    expect(window.page.get_by_role("table", name="Channels of dig")).to_be_visible()

    window.step_to("Step 2")
    window.run_status("paused after step 2")

    expect(window.page.get_by_role("table", name="Channels", exact=True)).to_be_visible()


def test_nothing_runs_when_a_graph_inside_is_opened_before_the_file_is_trusted(
    serve: Callable[[str | None], Server], window: AppPage
) -> None:
    """The text tells what is inside; an edit of it is drawn inside, too."""
    server = serve("quarry")
    window.open(server.start())
    button(window, "Open dig").click()
    expect(window.node(inside("dig", "haul"))).to_be_visible()

    assert server.document is not None
    text = server.document.read_text()
    server.document.write_text(text.replace('"haul"', '"carry"'))

    expect(window.node(inside("dig", "carry"))).to_be_visible(timeout=LONG_MS)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault_in_open_frames(
    serve: Callable[[str | None], Server], window: AppPage, theme: Literal["light", "dark"]
) -> None:
    """Neither before a run nor after one."""
    window.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    window.open(serve("quarry").start())
    button(window, "Open dig").click()
    button(window, f"Open {inside('dig', 'sift')}").click()
    expect(ground(window, inside("dig", "sift"))).to_be_visible()
    before = serious(window)
    window.press("Run")
    window.run_status("finished")

    assert [before, serious(window)] == [[], []]
