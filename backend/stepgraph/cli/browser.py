"""The person's browser, if this machine can show one."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Mapping


def can_show_pages(environment: Mapping[str, str], *, platform: str = sys.platform) -> bool:
    """Say whether a browser with a window can be expected; one in the terminal could not show the page."""
    if environment.get("BROWSER"):
        return True
    if platform in {"darwin", "win32"}:
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def show(address: str) -> bool:
    """Open the address; say whether a browser took it."""
    if not can_show_pages(os.environ):
        return False
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
