"""The graph files that round trips are tried on: each form that is read, what is shipped, what surprised people."""

from __future__ import annotations

from pathlib import Path

import stepgraph
from stepgraph.document.text import parse_text
from tests.document.reading.running import GRAPHS

PACKAGE = Path(stepgraph.__file__).parent
CASES = Path(__file__).parents[2] / "cases" / "graphs"

FILES: dict[str, Path] = {
    f"{folder.parent.name}/{path.stem}": path
    for folder in (GRAPHS, PACKAGE / "lessons" / "graphs", PACKAGE / "document" / "templates", CASES)
    for path in sorted(folder.glob("*.py"))
    if "StateGraph" in path.read_text(encoding="utf-8")
}


def source_of(name: str) -> str:
    """Return a file's text."""
    return FILES[name].read_text(encoding="utf-8")


def has_tree(name: str) -> bool:
    """Say whether a file parses, which all do."""
    return bool(parse_text(str(FILES[name]), source_of(name)).tree.body)
