"""The one browser of the browser tests: the installed one, else the one that Playwright downloaded."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Browser, Playwright

from scripts.system import find_browser


class NoBrowserError(RuntimeError):
    """This machine has no browser for the tests; there is no silent skip."""


def launch(playwright: Playwright) -> Browser:
    """Start a headless Chromium, Chrome or Edge."""
    path = find_browser() or playwright.chromium.executable_path
    if not Path(path).exists():
        raise NoBrowserError(
            f"No browser was found (not at {path} either): run `make setup`, or name one in STEPGRAPH_BROWSER."
        )
    # Chromium refuses to make its sandbox for root, which is who runs the tests in a container.
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox"] if is_root else [])
