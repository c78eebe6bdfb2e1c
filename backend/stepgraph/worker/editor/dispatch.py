"""From a gesture on the wire to the edit that carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from stepgraph.document.editing import edit as plain
from stepgraph.document.editing.branches import branch_add, branch_delete, branch_targets
from stepgraph.document.editing.delete import node_delete
from stepgraph.document.editing.edges import edge_add, edge_delete, edge_move
from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.field_rename import field_rename
from stepgraph.document.editing.fields import field_add, field_delete, field_retype
from stepgraph.document.editing.joins import join_add
from stepgraph.document.editing.merges import field_merge
from stepgraph.document.editing.nodes import node_add, node_code
from stepgraph.document.editing.options import node_option
from stepgraph.document.editing.paste import node_duplicate, node_paste
from stepgraph.document.editing.rename import node_rename
from stepgraph.document.editing.replacing import text_replace
from stepgraph.document.editing.schemas import schema_set
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.model import Change
from stepgraph.protocol.gestures import AnyGesture, Gesture, Merge, PastedEdge, PastedNode, Target, TextEdit

ACTS: Final[Mapping[str, Callable[..., Edit]]] = {
    "node.add": node_add,
    "node.rename": node_rename,
    "node.delete": node_delete,
    "node.duplicate": node_duplicate,
    "node.paste": node_paste,
    "node.option": node_option,
    "node.code": node_code,
    "edge.add": edge_add,
    "edge.delete": edge_delete,
    "edge.move": edge_move,
    "join.add": join_add,
    "branch.add": branch_add,
    "branch.targets": branch_targets,
    "branch.delete": branch_delete,
    "field.add": field_add,
    "field.rename": field_rename,
    "field.retype": field_retype,
    "field.merge": field_merge,
    "field.delete": field_delete,
    "schema.set": schema_set,
    "text.replace": text_replace,
}
"""By the gesture's type; each takes the sheet, and the gesture's fields by their names."""


_PARTS: Final[Mapping[type[Gesture], Callable[..., object]]] = {
    Merge: plain.Merge,
    Target: plain.Target,
    PastedNode: plain.PastedNode,
    PastedEdge: plain.PastedEdge,
    TextEdit: Change,
}
"""What the wire's parts of a gesture are in the document's own words; their fields have the same names."""


def edit_of(sheet: Sheet, gesture: AnyGesture) -> Edit:
    """Return the edit that a gesture means. Raises EditRefused."""
    fields = _fields(gesture)
    del fields["type"]
    return ACTS[gesture.type](sheet, **fields)


def _fields(part: Gesture) -> dict[str, Any]:
    return {name: _plain(getattr(part, name)) for name in type(part).model_fields}


def _plain(value: object) -> object:
    """Return a gesture's value without the wire; its line ends are those of the text."""
    match value:
        case str():
            return value.replace("\r\n", "\n").replace("\r", "\n")
        case tuple():
            return tuple(map(_plain, value))
        case dict():
            return {_plain(key): _plain(item) for key, item in value.items()}
        case Gesture():
            return _PARTS[type(value)](**_fields(value))
    return value
