"""The one browser that the browser tests share: the installed one, else the one that Playwright downloaded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from scripts.system import find_browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium, Chrome or Edge; a machine without one fails and is told what to do."""
    with sync_playwright() as playwright:
        path = find_browser() or playwright.chromium.executable_path
        if not Path(path).exists():
            pytest.fail("No browser was found: run `make setup`, or name one in STEPGRAPH_BROWSER.")
        running = playwright.chromium.launch(executable_path=path, args=_arguments())
        yield running
        running.close()


def _arguments() -> list[str]:
    # Chromium refuses to make its sandbox for root, which is who runs the tests in a container.
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return ["--no-sandbox"] if is_root else []
