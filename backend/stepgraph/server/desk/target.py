"""Which file is edited for a session: its document, or the file that a ``langgraph.json`` names."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from stepgraph.server.documents import GRAPH_LIST, MAX_DOCUMENT_BYTES

_SHOWN_ONLY = (
    f"A {GRAPH_LIST} names graphs of other files and is not edited here. The file of this graph is not there, "
    "or does not lie in the folder that Stepgraph was started in: start it there to edit it."
)


@dataclass(frozen=True, slots=True)
class Target:
    """The file. ``named``: what the session's graph is called in it, where its document only names both.

    ``read_only``: why the file cannot be edited here.
    """

    path: Path
    named: str | None = None
    read_only: str | None = None


def target_of(document: Path, graph: str | None, *, folder: Path) -> Target:
    """Return the file that is edited for a session; ``folder`` is the one that documents are opened from."""
    document = document.resolve()
    if document.name != GRAPH_LIST:
        return Target(document)
    named = _named(document, graph)
    if named is None or not named.path.is_file():
        return Target(document, read_only=_SHOWN_ONLY)
    if not named.path.is_relative_to(folder) or named.path.suffix != ".py":
        return Target(document, read_only=_SHOWN_ONLY)
    return Target(named.path, named=named.graph)


def named_file(document: Path, graph: str | None) -> Path | None:
    """Return the file in which a ``langgraph.json`` says that a graph is; None when it does not say so readably."""
    named = _named(document, graph)
    return None if named is None else named.path


class _Named(NamedTuple):
    path: Path
    graph: str


def _named(document: Path, graph: str | None) -> _Named | None:
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
    name, _, attribute = text.rpartition(":") if isinstance(text, str) else ("", "", "")
    try:
        return _Named((document.parent / name).resolve(), attribute) if name else None
    except (OSError, ValueError, RuntimeError):
        return None
