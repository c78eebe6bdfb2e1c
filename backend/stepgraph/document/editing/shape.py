"""The drawing without places and order: what an edit means to make, compared with what the new text says.

What an edit should give is computed on shapes alone, never from the text that it writes; so a slip in one of the two
shows as a difference and nothing is kept.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from stepgraph.document.model import Branch, Channel, Edge, Field, Graph, Model, Node, Schema

Pairs = frozenset[tuple[str, str]]
_LINE = re.compile(r"(?<=line )\d+")
HANDLER = "__error_handler__"
"""What the engine puts before a node's name for its error handler, which is a node of its own."""
UNSAID_OPTIONS = frozenset({"destinations"})
"""Options of a node that are compared by the lines that they draw."""


@dataclass(frozen=True, slots=True)
class NodeShape:
    """A node: its name, what it runs (see `code_key`), and its options as written."""

    name: str
    code: str
    options: Pairs = frozenset()


@dataclass(frozen=True, slots=True)
class BranchShape:
    """A branch: its source, its name, its router (see `code_key`), and its ways (label, target) or None."""

    source: str
    name: str
    code: str
    ways: Pairs | None


@dataclass(frozen=True, slots=True)
class FieldShape:
    """A field of a schema, with how it merges."""

    name: str
    type: str
    kind: str
    reducer: str | None
    accumulate: bool
    default: str | None


@dataclass(frozen=True, slots=True)
class SchemaShape:
    """A schema: its name, the parts that it plays, its fields."""

    name: str
    roles: frozenset[str]
    fields: frozenset[FieldShape]


@dataclass(frozen=True, slots=True)
class ChannelShape:
    """A state channel."""

    name: str
    kind: str
    type: str
    reducer: str | None
    io: str


@dataclass(frozen=True, slots=True)
class GraphShape:
    """One graph. ``gotos`` are lines that functions draw (Command, Send).

    What a function's own text tells is not always known beforehand: the gotos of the nodes in ``unsaid`` are not
    compared, and with ``private`` false neither are schemas that only nodes name, and what they add.
    """

    nodes: frozenset[NodeShape]
    edges: Pairs
    joins: frozenset[tuple[frozenset[str], str]]
    branches: frozenset[BranchShape]
    gotos: frozenset[tuple[str, str | None]]
    channels: frozenset[ChannelShape]
    schemas: frozenset[SchemaShape]
    unsaid: frozenset[str] = frozenset()
    private: bool = True

    def node(self, name: str) -> NodeShape:
        """Return the node by this name; it must be there."""
        return next(node for node in self.nodes if node.name == name)


@dataclass(frozen=True, slots=True)
class Shape:
    """All graphs of a document by name. With ``unnamed`` false those that stand within an expression do not count."""

    graphs: Mapping[str, GraphShape]
    unnamed: bool = True

    def with_graph(self, name: str, change: Callable[[GraphShape], GraphShape]) -> Shape:
        """Return this shape with one graph changed."""
        return replace(self, graphs={**self.graphs, name: change(self.graphs[name])})

    def without_unnamed(self) -> Shape:
        """Return this shape for an edit that takes away or copies expressions, and with them graphs in these."""
        return replace(self, unnamed=False)

    def with_all(self, change: Callable[[GraphShape], GraphShape]) -> Shape:
        """Return this shape with every graph changed: for an edit of what several graphs share."""
        return replace(self, graphs={name: change(graph) for name, graph in self.graphs.items()})


def shape_of(model: Model) -> Shape:
    """Return the shape of a whole document. Two graphs of one name (a variable bound twice) are told apart."""
    graphs: dict[str, GraphShape] = {}
    for graph in model.graphs:
        graphs[free_key(graphs, graph.name)] = _graph_shape(graph)
    return Shape(graphs)


def free_key(taken: Iterable[str], name: str) -> str:
    """Return a graph's name without the line that it may be told apart by, with signs behind it where it is taken."""
    name = _LINE.sub("", name)
    while name in taken:
        name += "'"
    return name


def key_of(model: Model, graph: Graph) -> str:
    """Return the key of a graph of this model in its shape."""
    taken: list[str] = []
    for one in model.graphs:
        key = free_key(taken, one.name)
        if one is graph:
            return key
        taken.append(key)
    raise KeyError(graph.name)


@lru_cache(maxsize=4_096)
def code_key(text: str) -> str:
    """Return what stands for an expression in a shape: a dotted name itself, otherwise only its kind."""
    try:
        expression = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return "other"
    if isinstance(expression, ast.Name | ast.Attribute):
        return ast.unparse(expression)
    return type(expression).__name__.lower()


def node_options(node: Node) -> Pairs:
    """Return a node's options as a shape has them."""
    return frozenset((option.name, option.text) for option in node.options if option.name not in UNSAID_OPTIONS)


def handler_of(name: str, options: Pairs) -> frozenset[NodeShape]:
    """Return the node that a node's option for an error handler adds, if it has one."""
    text = dict(options).get("error_handler", "None")
    return frozenset() if text == "None" else frozenset({NodeShape(f"{HANDLER}{name}", code_key(text))})


def differences(meant: Shape, found: Shape) -> Iterator[str]:
    """Return in words where two shapes differ; nothing when they are the same."""
    old, new = _counted(meant, meant.unnamed), _counted(found, meant.unnamed)
    for name in old.keys() - new.keys():
        yield f'the graph "{name}" is gone'
    for name in new.keys() - old.keys():
        yield f'there is another graph, "{name}"'
    for name in old.keys() & new.keys():
        yield from _graph_differences(old[name], new[name])


def _counted(shape: Shape, unnamed: bool) -> dict[str, GraphShape]:  # noqa: FBT001  says which are meant
    return {name: graph for name, graph in shape.graphs.items() if unnamed or not name.startswith("graph in line")}


def _graph_differences(meant: GraphShape, found: GraphShape) -> Iterator[str]:
    pairs: dict[str, tuple[frozenset[object], frozenset[object]]] = {
        "node": (frozenset(meant.nodes), frozenset(found.nodes)),
        "edge": (frozenset(meant.edges), frozenset(found.edges)),
        "join": (frozenset(meant.joins), frozenset(found.joins)),
        "branch": (frozenset(meant.branches), frozenset(found.branches)),
        "goto": (_said(meant.gotos, meant.unsaid), _said(found.gotos, meant.unsaid)),
        "schema": (_shared(meant.schemas, meant.private), _shared(found.schemas, meant.private)),
    }
    if meant.private:
        pairs["channel"] = (frozenset(meant.channels), frozenset(found.channels))
    for what, (wanted, got) in pairs.items():
        yield from (f"the {what} {_told(one)} is missing" for one in wanted - got)
        yield from (f"there is a {what} {_told(one)} that was not meant" for one in got - wanted)


def _told(part: object) -> str:
    return str(getattr(part, "name", part))


def _said(gotos: frozenset[tuple[str, str | None]], unsaid: frozenset[str]) -> frozenset[object]:
    return frozenset(goto for goto in gotos if not unsaid.intersection(goto))


def _shared(schemas: frozenset[SchemaShape], private: bool) -> frozenset[object]:  # noqa: FBT001  says which are meant
    return frozenset(schema for schema in schemas if private or schema.roles != {"private"})


def _graph_shape(graph: Graph) -> GraphShape:
    return GraphShape(
        nodes=frozenset(NodeShape(node.name, code_key(node.code.text), node_options(node)) for node in graph.nodes),
        edges=frozenset(
            (edge.source, edge.target) for edge in graph.edges if edge.kind == "static" and edge.target is not None
        ),
        joins=frozenset((frozenset(sources), target) for sources, target in joins_of(graph.edges)),
        branches=frozenset(map(_branch_shape, graph.branches)),
        gotos=frozenset((edge.source, edge.target) for edge in graph.edges if edge.kind in {"command", "send"}),
        channels=frozenset(map(_channel_shape, graph.channels)),
        schemas=frozenset(map(_schema_shape, graph.schemas)),
    )


def joins_of(edges: Iterable[Edge]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Return the joins among edges: their members in order, and the target."""
    members: dict[tuple[str, str], list[str]] = {}
    for edge in edges:
        if edge.kind == "join" and edge.join is not None and edge.target is not None:
            members.setdefault((edge.join, edge.target), []).append(edge.source)
    for (_, target), sources in members.items():
        yield tuple(dict.fromkeys(sources)), target


def _branch_shape(branch: Branch) -> BranchShape:
    ways = None if branch.targets is None else frozenset((way.label, way.target) for way in branch.targets)
    return BranchShape(branch.source, branch.name, code_key(branch.code.text), ways)


def field_shape(field: Field) -> FieldShape:
    """Return a field's shape."""
    reducer = None if field.reducer is None else field.reducer.text
    return FieldShape(field.name, field.type, field.kind, reducer, field.accumulate, field.default)


def _schema_shape(schema: Schema) -> SchemaShape:
    return SchemaShape(schema.name, frozenset(schema.roles), frozenset(map(field_shape, schema.fields)))


def _channel_shape(channel: Channel) -> ChannelShape:
    return ChannelShape(channel.name, channel.kind, channel.type, channel.reducer, channel.io)
