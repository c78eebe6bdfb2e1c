"""The compiled graph as the wire shows it."""

from __future__ import annotations

from typing import Literal

from stepgraph.protocol.shape import Shape
from stepgraph.protocol.values import Preview


class GraphNode(Shape, frozen=True):
    """One node. ``line``/``end_line``: where its function stands in the document, if it does. No START, no END."""

    name: str
    triggers: tuple[str, ...]
    defer: bool
    function: str | None
    line: int | None
    end_line: int | None
    doc: str | None


class GraphChannel(Shape, frozen=True):
    """One channel. ``argument``: what its class was given, in words ("operator.add", "guard=False").

    ``initial`` is what it holds before any write: a reducer's channel begins with its type's empty value.
    """

    name: str
    kind: str
    type: str
    argument: str | None
    role: Literal["state", "internal"]
    io: Literal["input", "output", "both", "none"]
    initial: Preview


class GraphManaged(Shape, frozen=True):
    """A value that is computed for each task and stored nowhere."""

    name: str
    kind: str


class GraphEdge(Shape, frozen=True):
    """One edge as drawn. ``source`` and ``target`` may be ``__start__``/``__end__``; target None is an open end.

    The members of a join share ``join`` (its channel's name); a branch's edges share ``branch`` (its name). An edge
    of the kind handler leads from a node to the one that takes its failures.
    """

    source: str
    target: str | None
    kind: Literal["static", "join", "branch", "send", "command", "handler"]
    origin: Literal["declared", "inferred", "observed"]
    label: str | None
    join: str | None
    branch: str | None


class InnerGraph(Shape, frozen=True):
    """The graph inside of a node.

    ``path`` names the nodes that lead to it from the root, joined by "|" ("dig", "dig|sift"). ``called``: the node's
    function calls it, rather than being it.
    """

    path: str
    called: bool
    nodes: tuple[GraphNode, ...]
    channels: tuple[GraphChannel, ...]
    managed: tuple[GraphManaged, ...]
    edges: tuple[GraphEdge, ...]
    input_keys: tuple[str, ...]
    output_keys: tuple[str, ...]
