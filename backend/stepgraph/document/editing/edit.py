"""What an edit is: changes of the text, and the drawing that they are meant to make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from stepgraph.document.editing.shape import Shape
from stepgraph.document.model import Change, Model
from stepgraph.document.text import Text

MergeKind: TypeAlias = Literal[
    "LastValue", "add", "add_messages", "function", "Topic", "EphemeralValue", "UntrackedValue", "AnyValue"
]


@dataclass(frozen=True, slots=True)
class Merge:
    """How a field merges. ``function`` is the name of an own reducer; one that is not there yet is written."""

    kind: MergeKind
    function: str | None = None
    accumulate: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """Where a branch may lead: what the router returns, and the node that it means."""

    label: str
    node: str


@dataclass(frozen=True, slots=True)
class PastedNode:
    """One node of a clip: its name, its function's source (None for an expression), and its add_node options."""

    name: str
    code: str | None
    expression: str
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PastedEdge:
    """One edge of a clip, between its nodes; ``sources`` has several for a join."""

    sources: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit: a title in a few words, the changes in ascending order, and what it should draw.

    ``select`` are the nodes (of an edit of fields, the fields) that the person wants to see selected after it.
    """

    title: str
    changes: tuple[Change, ...]
    select: tuple[str, ...]
    intended: Shape


@dataclass(frozen=True, slots=True)
class Kept:
    """An edit that was carried out and gave the drawing that was meant: the new text and what is drawn of it."""

    text: Text
    model: Model
    edit: Edit
