"""Gestures: what a person may do to a drawing. Each becomes an edit of the document's text, or is refused.

Names are the graph's own; offsets count code points of the text at the revision that the command names.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
Names: TypeAlias = Annotated[tuple[Name, ...], Field(min_length=1, max_length=2_000)]
Code: TypeAlias = Annotated[str, Field(max_length=200_000)]
Expression: TypeAlias = Annotated[str, Field(min_length=1, max_length=10_000)]
Offset: TypeAlias = Annotated[int, Field(ge=0, le=20_000_000)]

MergeKind: TypeAlias = Literal[
    "LastValue", "add", "add_messages", "function", "Topic", "EphemeralValue", "UntrackedValue", "AnyValue"
]
"""How a field merges several writes: the channel's class, ``operator.add``, ``add_messages``, or an own function."""


class Gesture(BaseModel):
    """The base of gestures."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, validate_by_name=True)


class Merge(Gesture):
    """How a field merges. ``function`` is the name of an own reducer; one that is not there yet is written."""

    kind: MergeKind
    function: Name | None = None
    accumulate: bool = False


class Target(Gesture):
    """Where a branch may lead: what the router returns, and the node that it means."""

    label: Name
    node: Name


class NodeAdd(Gesture):
    """Add a node with a function of its own. ``after``: also connect it from that node (or START)."""

    type: Literal["node.add"]
    name: Name
    code: Code | None = None
    """The whole function's source; None writes a stub that returns {}."""
    after: Name | None = None


class NodeRename(Gesture):
    """Rename a node: its name in every edge, join, path map, Literal, goto and Send."""

    type: Literal["node.rename"]
    name: Name
    to: Name
    function: bool = True
    """Rename its function too, where the two have the same name and the function stands in this file."""


class NodeDelete(Gesture):
    """Delete nodes and every edge, join member and path map entry that names them."""

    type: Literal["node.delete"]
    names: Names
    functions: bool = False
    """Delete their functions too, where nothing else in the file uses them."""


class NodeDuplicate(Gesture):
    """Duplicate nodes, with a copy of each function and the edges among them."""

    type: Literal["node.duplicate"]
    names: Names


class PastedNode(Gesture):
    """One node of a clip: its name, its function's source (None for an expression), and its add_node options."""

    name: Name
    code: Code | None
    expression: Expression
    options: dict[Name, Expression] = Field(default_factory=dict, max_length=20)


class PastedEdge(Gesture):
    """One edge of a clip, between its nodes; ``sources`` has several for a join."""

    sources: Names
    target: Name


class NodePaste(Gesture):
    """Paste a clip. Names that are taken get a number."""

    type: Literal["node.paste"]
    nodes: Annotated[tuple[PastedNode, ...], Field(min_length=1, max_length=500)]
    edges: Annotated[tuple[PastedEdge, ...], Field(max_length=5_000)] = ()


class NodeOption(Gesture):
    """Set a keyword of add_node (``defer``, ``retry_policy``, ``destinations``, …) as source; None removes it."""

    type: Literal["node.option"]
    name: Name
    option: Name
    value: Expression | None


class NodeCode(Gesture):
    """Give a node another function: the name of one in this file, or an expression."""

    type: Literal["node.code"]
    name: Name
    expression: Expression


class EdgeAdd(Gesture):
    """Connect two nodes; START and END by their wire names."""

    type: Literal["edge.add"]
    source: Name
    target: Name


class EdgeDelete(Gesture):
    """Disconnect. ``join``: this member leaves that join; ``branch``: that entry leaves its path map."""

    type: Literal["edge.delete"]
    source: Name
    target: Name | None
    join: Name | None = None
    branch: Name | None = None


class EdgeMove(Gesture):
    """Let an edge lead elsewhere, in place: another target, or another source."""

    type: Literal["edge.move"]
    source: Name
    target: Name
    to_source: Name
    to_target: Name
    join: Name | None = None
    branch: Name | None = None


class JoinAdd(Gesture):
    """Let a node wait for several: a list edge. Plain edges of the same pairs become part of it."""

    type: Literal["join.add"]
    sources: Names
    target: Name


class BranchAdd(Gesture):
    """Make where a node leads conditional: a router and its path map; plain edges to the targets become part of it."""

    type: Literal["branch.add"]
    source: Name
    router: Name
    targets: Annotated[tuple[Target, ...], Field(min_length=1, max_length=200)]


class BranchTargets(Gesture):
    """Set where a branch may lead: its path map, and the Literal of its router where that is what says it."""

    type: Literal["branch.targets"]
    source: Name
    branch: Name
    targets: Annotated[tuple[Target, ...], Field(min_length=1, max_length=200)]


class BranchDelete(Gesture):
    """Delete a branch. Its router stays unless nothing else uses it and ``function`` says so."""

    type: Literal["branch.delete"]
    source: Name
    branch: Name
    function: bool = False


class FieldAdd(Gesture):
    """Add a field to a schema (None: the graph's state)."""

    type: Literal["field.add"]
    name: Name
    annotation: Expression
    merge: Merge = Merge(kind="LastValue")
    default: Expression | None = None
    target: Name | None = None
    """The schema's name."""


class FieldRename(Gesture):
    """Rename a field in the schemas that declare it and, with ``nodes``, in every function that reads or writes it."""

    type: Literal["field.rename"]
    name: Name
    to: Name
    nodes: bool = True


class FieldRetype(Gesture):
    """Give a field another type; how it merges stays."""

    type: Literal["field.retype"]
    name: Name
    annotation: Expression


class FieldMerge(Gesture):
    """Choose how a field merges several writes."""

    type: Literal["field.merge"]
    name: Name
    merge: Merge


class FieldDelete(Gesture):
    """Delete a field from the schemas that declare it. What still uses it is told as findings."""

    type: Literal["field.delete"]
    name: Name


class SchemaSet(Gesture):
    """Choose the fields that a graph takes or gives: an input or output schema. ``fields`` None: the state's."""

    type: Literal["schema.set"]
    role: Literal["input", "output"]
    fields: Names | None


class TextEdit(Gesture):
    """One replaced span."""

    start: Offset
    end: Offset
    text: Code


class TextReplace(Gesture):
    """Replace spans of the text, in ascending order: a repair of a finding."""

    type: Literal["text.replace"]
    title: Name
    changes: Annotated[tuple[TextEdit, ...], Field(min_length=1, max_length=10_000)]


AnyGesture: TypeAlias = Annotated[
    NodeAdd
    | NodeRename
    | NodeDelete
    | NodeDuplicate
    | NodePaste
    | NodeOption
    | NodeCode
    | EdgeAdd
    | EdgeDelete
    | EdgeMove
    | JoinAdd
    | BranchAdd
    | BranchTargets
    | BranchDelete
    | FieldAdd
    | FieldRename
    | FieldRetype
    | FieldMerge
    | FieldDelete
    | SchemaSet
    | TextReplace,
    Field(discriminator="type"),
]
