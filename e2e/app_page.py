"""The page as a person or a screen reader finds it: by roles and names, never by classes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

LONG_MS = 30_000


class AppPage:
    """One window of the product."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, address: str) -> None:
        """Follow a launch address."""
        self.page.goto(address)
        expect(self.page.get_by_role("status", name="Connection")).to_contain_text("connected", timeout=LONG_MS)

    def control(self, name: str) -> Locator:
        """A button of the run controls."""
        return self.page.get_by_role("toolbar", name="Run controls").get_by_role("button", name=name, exact=True)

    def press(self, name: str) -> None:
        """Press a run control as soon as it is enabled."""
        expect(self.control(name)).to_be_enabled(timeout=LONG_MS)
        self.control(name).click()

    @property
    def timeline(self) -> Locator:
        """The list of supersteps."""
        return self.page.get_by_role("listbox", name="Timeline")

    def superstep(self, name: str) -> Locator:
        """An option of the timeline whose name begins with, for example, "Step 1"."""
        return self.timeline.get_by_role("option", name=re.compile(rf"^{re.escape(name)}(?![0-9])"))

    def step_to(self, name: str) -> None:
        """Press Step and wait until the cursor stands on that superstep."""
        self.press("Step")
        expect(self.superstep(name).last).to_have_attribute("aria-selected", "true", timeout=LONG_MS)

    def row(self, channel: str) -> Locator:
        """A channel's row."""
        table = self.page.get_by_role("table", name="Channels")
        header = self.page.get_by_role("rowheader", name=re.compile(rf"^{re.escape(channel)}\b"))
        return table.get_by_role("row").filter(has=header)

    def node(self, name: str) -> Locator:
        """A node on the canvas."""
        return self.page.locator(f"[data-node={json.dumps(name, ensure_ascii=False)}]")

    @property
    def explanation(self) -> Locator:
        """The sentences about the shown superstep."""
        self.page.get_by_role("tab", name="Explain").click()
        return self.page.get_by_role("region", name="Explain")

    def run_status(self, text: str) -> None:
        """Wait until the header says this of the run."""
        expect(self.page.get_by_role("banner")).to_contain_text(text, timeout=LONG_MS)
