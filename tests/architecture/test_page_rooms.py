"""The page's rooms are all under the rules of who may know whom."""

from __future__ import annotations

import json

from tests.architecture.sources import ROOT, files

# Nobody may know the app, and what tests share may know everything.
UNRULED = {"app", "testing"}


def test_every_room_of_the_page_has_its_import_rule() -> None:
    """A new folder is given its place before it is filled."""
    biome = json.loads((ROOT / "frontend" / "biome.json").read_text(encoding="utf-8"))
    source = ROOT / "frontend" / "src"
    rooms = {path.relative_to(source).parts[0] for path in files(".ts", ".tsx", inside="frontend/src")}

    patterns = [pattern for override in biome["overrides"] for pattern in override["includes"]]
    ruled = {pattern.split("/")[1] for pattern in patterns if pattern.startswith("src/")}

    assert rooms - UNRULED - ruled == set()
