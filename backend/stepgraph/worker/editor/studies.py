"""Texts that were read, kept for what is asked of the same text next, and what their compiled graphs added."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace

from stepgraph.document.compare import Additions, additions, difference, with_additions
from stepgraph.document.finding import Finding
from stepgraph.document.model import Model
from stepgraph.document.reading.read import read_model
from stepgraph.document.reparsing import reparsed
from stepgraph.document.text import Text, parse_text
from stepgraph.protocol.document import Drawing
from stepgraph.protocol.events import GraphCompiled
from stepgraph.worker.editor.wire import compiled_graph, drawing_of

KEPT = 4
"""The text before a gesture, the one after it, and as much again for a second document."""


@dataclass(frozen=True, slots=True)
class Read:
    """A text that was read."""

    text: Text
    model: Model


class Studies:
    """What was read and compiled here."""

    def __init__(self) -> None:
        self._reads: OrderedDict[tuple[str, str], Read] = OrderedDict()
        self._added: dict[tuple[str, str], Additions] = {}

    def read(self, path: str, text: str) -> Read:
        """Read a text, once. Raises Unparsed."""
        known = self._reads.get((path, text))
        if known is None:
            before = next((one for one in reversed(self._reads.values()) if one.text.path == path), None)
            parsed = parse_text(path, text) if before is None else reparsed(before.text, text)
            known = Read(parsed, read_model(parsed))
        self.keep(known)
        return known

    def keep(self, read: Read) -> None:
        """Keep what was read of a text."""
        key = (read.text.path, read.text.text)
        self._reads[key] = read
        self._reads.move_to_end(key)
        while len(self._reads) > KEPT:
            self._reads.popitem(last=False)

    def compare(self, read: Read, compiled: GraphCompiled) -> Finding | None:
        """Compare a text with what was compiled of it: remember what only that has, and return how the two differ."""
        graph = read.model.graph(compiled.graph)
        if graph is None:
            return None
        told = compiled_graph(compiled)
        self._added[read.text.path, graph.name] = additions(graph, told)
        return difference(graph, told)

    def drawing(self, read: Read) -> Drawing:
        """Return a text as it is drawn: with what only its compiled graphs have."""
        path = read.text.path
        graphs = (
            with_additions(graph, added) if (added := self._added.get((path, graph.name))) else graph
            for graph in read.model.graphs
        )
        return drawing_of(read.text, replace(read.model, graphs=tuple(graphs)))
