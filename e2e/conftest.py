"""What the browser tests stand on: one real Chromium, and a real server for each test."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from e2e.app_page import AppPage
from e2e.browser import launch
from e2e.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

GRAPHS = Path(__file__).parent / "graphs"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests; each test gets a window of its own."""
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def new_window(browser: Browser) -> Iterator[Callable[[], AppPage]]:
    """Open a window with no memory of others; a page error, a policy violation or a foreign request fails the test."""
    contexts = []
    faults: list[str] = []

    def make() -> AppPage:
        context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: None if is_local(request.url) else faults.append(request.url))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if is_fault(message.text) else None)
        return AppPage(page)

    yield make
    for context in contexts:
        context.close()
    assert faults == []


def is_fault(message: str) -> bool:
    """Whether the console tells of a violated policy, or of a request that was refused."""
    return "Content Security" in message or "status of 4" in message


def is_local(url: str) -> bool:
    """Whether a request stays on this machine."""
    return url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:"))


@pytest.fixture
def window(new_window: Callable[[], AppPage]) -> AppPage:
    """A new window."""
    return new_window()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[str | None], Server]]:
    """Make a server for a copy of one of the graphs here, or for the start screen."""
    servers = []

    def make(graph: str | None) -> Server:
        data, folder = tmp_path / "data", tmp_path / "graphs"
        data.mkdir(exist_ok=True)
        folder.mkdir(exist_ok=True)
        document = Path(shutil.copy(GRAPHS / f"{graph}.py", folder)) if graph else None
        servers.append(Server(data, document))
        return servers[-1]

    yield make
    for server in servers:
        server.stop()
