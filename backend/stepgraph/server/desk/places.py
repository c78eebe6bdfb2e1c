"""The form of a layout's file: where a person put the boxes, by graph and node."""

from __future__ import annotations

from pathlib import Path

import msgspec

from stepgraph.protocol.document import Position
from stepgraph.server.desk.disk import read_bytes

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


def layout_file(document: Path) -> Path:
    """Return where the layout of a document lies."""
    return document.parent / FOLDER / f"{document.name}.layout.json"


def read_places(path: Path) -> Places:
    """Return what a layout's file says. Raises OSError, or ValueError when the file is not right."""
    content = read_bytes(path, at_most=MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ValueError("too large")
    found = _decode(content)
    boxes = [position for places in found.graphs.values() for position in places.values()]
    if found.version != _VERSION or len(found.graphs) > MAX_GRAPHS or len(boxes) > MAX_GRAPHS * MAX_BOXES:
        raise ValueError("another version")
    if not all(abs(position.x) <= 1e7 and abs(position.y) <= 1e7 for position in boxes):
        raise ValueError("out of bounds")
    return found.graphs


def encoded(places: Places) -> bytes:
    """Return the file's content."""
    content = msgspec.json.encode(_File(_VERSION, places), order="sorted")
    return msgspec.json.format(content, indent=1) + b"\n"
