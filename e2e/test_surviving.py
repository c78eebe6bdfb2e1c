"""What a person keeps when something dies: the worker, the page or the server."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from e2e.app_page import LONG_MS

if TYPE_CHECKING:
    from collections.abc import Callable

    from e2e.app_page import AppPage
    from e2e.server import Server


def test_kill_the_worker_and_go_on(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """A killed worker is told, the history stays, and the run goes on from its last checkpoint."""
    server = serve("survey")
    window.open(server.start())
    for step in ("Step -1", "Step 0", "Step 1"):
        window.step_to(step)

    for pid in server.worker_pids():
        os.kill(pid, signal.SIGKILL)
    window.run_status("lost")
    window.step_to("Step 2")

    expect(window.row("findings")).to_contain_text("clay in the north")
    assert server.document is not None
    assert server.document.with_suffix(".calls").read_text(encoding="utf-8").split().count("plan") == 1


def test_stop_ends_an_endless_loop_and_the_run_goes_on(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """Stop ends a node that never returns; the run goes on from its last checkpoint."""
    server = serve("endless")
    window.open(server.start())
    window.press("Run")
    expect(window.node("stuck")).to_have_attribute("data-status", "running", timeout=LONG_MS)

    window.press("Stop")
    window.run_status("stopped")
    assert server.document is not None
    server.document.with_suffix(".freed").touch()
    window.press("Run")

    window.run_status("finished")
    expect(window.row("done")).to_contain_text("True")
    expect(window.row("count")).to_contain_text("1")


def test_reload_the_page_mid_run_and_see_the_same(serve: Callable[[str | None], Server], window: AppPage) -> None:
    """A reload in the middle of a run shows the run as it is, and its end."""
    window.open(serve("slow_loop").start())
    window.press("Run")
    expect(window.superstep("Step 3")).to_be_visible(timeout=LONG_MS)

    window.page.reload()

    expect(window.superstep("Step -1")).to_be_attached(timeout=LONG_MS)
    window.run_status("finished")
    expect(window.row("round")).to_contain_text("150")


def test_restart_the_server_see_the_history_and_go_on(
    serve: Callable[[str | None], Server], new_window: Callable[[], AppPage]
) -> None:
    """The log and the checkpoints outlive the server: history is there, and the run goes on."""
    server = serve("survey")
    first = new_window()
    first.open(server.start())
    for step in ("Step -1", "Step 0", "Step 1"):
        first.step_to(step)
    server.stop()

    second = new_window()
    second.open(server.start())
    expect(second.superstep("Step 1")).to_be_visible(timeout=LONG_MS)
    expect(second.row("rounds")).to_contain_text("1")
    second.step_to("Step 2")

    expect(second.row("findings")).to_contain_text("sand in the south")
    assert server.document is not None
    assert server.document.with_suffix(".calls").read_text(encoding="utf-8").split().count("plan") == 1
