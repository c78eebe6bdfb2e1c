"""Where a person put the boxes: a small file beside the document, never in it."""

from __future__ import annotations

import contextlib
from pathlib import Path

from stepgraph.protocol.commands import DocumentArrange
from stepgraph.protocol.document import Arrangement, Position
from stepgraph.server.desk.disk import replace
from stepgraph.server.desk.places import MAX_BOXES, MAX_GRAPHS, Places, encoded, layout_file, read_places


class Layout:
    """The arrangement of one document. Its calls of the disk block: they are made in threads."""

    def __init__(self, document: Path) -> None:
        self._path = layout_file(document)
        self._places: Places = {}

    def read(self) -> None:
        """Read the file. One that is not right is put aside, and the boxes are placed by the layout."""
        try:
            self._places = read_places(self._path)
        except OSError:
            return
        except ValueError:
            with contextlib.suppress(OSError):
                self._path.replace(self._path.with_suffix(".json.bad"))

    def save(self) -> None:
        """Write the file. Raises OSError."""
        self._path.parent.mkdir(exist_ok=True)
        replace(self._path, encoded(self._places))

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
