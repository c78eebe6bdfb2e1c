"""Where a person put the boxes: a small file beside the document, never in it."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from stepgraph.protocol.commands import DocumentArrange
from stepgraph.protocol.document import Arrangement, Position
from stepgraph.server.desk.disk import replace

FOLDER = ".stepgraph"
MAX_BYTES = 4 * 1024 * 1024
MAX_GRAPHS = 100
MAX_BOXES = 10_000
_VERSION = 1

Places = dict[str, dict[str, Position]]
"""Positions by graph and node."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    graphs: Places


_decode = msgspec.json.Decoder(_File).decode


class Layout:
    """The arrangement of one document. Its calls of the disk block: they are made in threads."""

    def __init__(self, document: Path) -> None:
        self._path = document.parent / FOLDER / f"{document.name}.layout.json"
        self._places: Places = {}

    def read(self) -> None:
        """Read the file. One that is not right is put aside, and the boxes are placed by the layout."""
        try:
            with self._path.open("rb") as file:
                content = file.read(MAX_BYTES + 1)
        except OSError:
            return
        try:
            self._places = _places(content)
        except ValueError:
            with contextlib.suppress(OSError):
                self._path.replace(self._path.with_suffix(".json.bad"))

    def save(self) -> None:
        """Write the file. Raises OSError."""
        self._path.parent.mkdir(exist_ok=True)
        content = msgspec.json.encode(_File(_VERSION, self._places), order="sorted")
        replace(self._path, msgspec.json.format(content, indent=1) + b"\n")

    def arrange(self, command: DocumentArrange) -> None:
        """Put boxes somewhere."""
        places = {} if command.reset else dict(self._places.get(command.graph, {}))
        for box in command.boxes:
            if box.x is None or box.y is None:
                places.pop(box.name, None)
            else:
                places[box.name] = Position(box.x, box.y)
        self._set(command.graph, places)

    def rename(self, graph: str, name: str, to: str) -> bool:
        """Let a renamed node stand where it stood; say whether that changed anything.

        The old name's place stays: Undo brings that name back.
        """
        places = dict(self._places.get(graph, {}))
        if name not in places:
            return False
        places[to] = places[name]
        self._set(graph, places)
        return True

    def told(self) -> tuple[Arrangement, ...]:
        """Return the arrangement as the wire tells it."""
        return tuple(Arrangement(graph, dict(places)) for graph, places in self._places.items())

    def _set(self, graph: str, places: dict[str, Position]) -> None:
        self._places.pop(graph, None)
        if places:
            self._places[graph] = dict(list(places.items())[-MAX_BOXES:])
        while len(self._places) > MAX_GRAPHS:
            del self._places[next(iter(self._places))]


def _places(content: bytes) -> Places:
    if len(content) > MAX_BYTES:
        raise ValueError("too large")
    file = _decode(content)
    boxes = [position for places in file.graphs.values() for position in places.values()]
    if file.version != _VERSION or len(file.graphs) > MAX_GRAPHS or len(boxes) > MAX_GRAPHS * MAX_BOXES:
        raise ValueError("another version")
    if not all(abs(position.x) <= 1e7 and abs(position.y) <= 1e7 for position in boxes):
        raise ValueError("out of bounds")
    return file.graphs
