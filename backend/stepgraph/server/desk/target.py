"""Which file is edited for a session: its document, or the file that a ``langgraph.json`` names."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from stepgraph.server.documents import GRAPH_LIST, MAX_DOCUMENT_BYTES

_SHOWN_ONLY = (
    f"A {GRAPH_LIST} names graphs of other files and is not edited here. The file of this graph is not there, "
    "or does not lie in the folder that Stepgraph was started in: start it there to edit it."
)


@dataclass(frozen=True, slots=True)
class Target:
    """The file. ``named``: the session's document only names it. ``read_only``: why it cannot be edited here."""

    path: Path
    named: bool = False
    read_only: str | None = None


def target_of(document: Path, graph: str | None, *, folder: Path) -> Target:
    """Return the file that is edited for a session; ``folder`` is the one that documents are opened from."""
    document = document.resolve()
    if document.name != GRAPH_LIST:
        return Target(document)
    found = named_file(document, graph)
    if found is None or not found.is_file() or not found.is_relative_to(folder) or found.suffix != ".py":
        return Target(document, read_only=_SHOWN_ONLY)
    return Target(found, named=True)


def named_file(document: Path, graph: str | None) -> Path | None:
    """Return the file in which a ``langgraph.json`` says that a graph is; None when it does not say so readably."""
    try:
        with document.open("rb") as file:
            content = json.loads(file.read(MAX_DOCUMENT_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    graphs = content.get("graphs") if isinstance(content, dict) else None
    if not isinstance(graphs, dict):
        return None
    place = graphs.get(graph) if graph is not None else next(iter(graphs.values()), None)
    text = place.get("path") if isinstance(place, dict) else place
    name, _, _ = text.rpartition(":") if isinstance(text, str) else ("", "", "")
    try:
        return (document.parent / name).resolve() if name else None
    except (OSError, ValueError, RuntimeError):
        return None
