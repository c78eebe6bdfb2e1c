"""FILE[:NAME]: which document is meant, and which of its graphs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from stepgraph.cli.command import Unusable

GRAPH_LIST = "langgraph.json"


@dataclass(frozen=True, slots=True)
class Target:
    """A document, and the graph in it that was named."""

    path: Path
    graph: str | None


def find_target(text: str) -> Target:
    """Return the document that is meant. Raises Unusable."""
    path, graph = Path(text), None
    if not path.exists() and ":" in text:
        before, _, graph = text.rpartition(":")
        path = Path(before)
    if not path.exists():
        raise Unusable(f"There is no file {path}. Name a Python file that builds a graph, or a {GRAPH_LIST}.")
    if not path.is_file():
        raise Unusable(f"{path} is not a file. Name a Python file that builds a graph, or a {GRAPH_LIST}.")
    if path.suffix != ".py" and path.name != GRAPH_LIST:
        raise Unusable(f"{path} is neither a Python file nor a {GRAPH_LIST}.")
    try:
        path.open("rb").close()
    except OSError as error:
        raise Unusable(f"{path} cannot be read: {error.strerror or error}.") from error
    return Target(path.resolve(), graph or None)
