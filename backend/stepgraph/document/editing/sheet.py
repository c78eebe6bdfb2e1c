"""The document and the graph that a gesture is about, and its parts by name."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property

from stepgraph.document.editing.identifiers import Identifiers
from stepgraph.document.editing.shape import GraphShape, Shape, key_of, shape_of
from stepgraph.document.editing.statements import Calls
from stepgraph.document.model import END, START, Branch, Graph, Lock, Model, Node
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import Text

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Sheet:
    """The text, its model, and one graph of the model."""

    text: Text
    model: Model
    graph: Graph

    @cached_property
    def shape(self) -> Shape:
        """The drawing as it is."""
        return shape_of(self.model)

    @cached_property
    def key(self) -> str:
        """The graph's key in the shape."""
        return key_of(self.model, self.graph)

    @property
    def graph_shape(self) -> GraphShape:
        """The graph's shape as it is."""
        return self.shape.graphs[self.key]

    @cached_property
    def nodes(self) -> dict[str, Node]:
        """The graph's nodes by name."""
        return {node.name: node for node in self.graph.nodes}

    def node(self, name: str) -> Node:
        """Return a node that may be edited. Raises EditRefused."""
        found = self.nodes.get(name)
        if found is None:
            raise EditRefused("edit.unknown_node", f'The graph "{self.graph.name}" has no node "{name}".')
        unlocked(found.lock, f'The node "{name}"')
        return found

    def end_point(self, name: str) -> str:
        """Return a name that an edge may lead from or to: a node's, START or END. Raises EditRefused."""
        if name not in {START, END} and name not in self.nodes:
            raise EditRefused("edit.unknown_node", f'The graph "{self.graph.name}" has no node "{name}".')
        return name

    def selectable(self, *names: str) -> tuple[str, ...]:
        """Return those of some ends of edges that are nodes, which a person can select."""
        return tuple(name for name in names if name in self.nodes)

    def branch(self, source: str, name: str) -> Branch:
        """Return a branch that may be edited. Raises EditRefused."""
        for branch in self.graph.branches:
            if (branch.source, branch.name) == (source, name):
                unlocked(branch.lock, f'The branch "{name}" of "{source}"')
                return branch
        raise EditRefused("edit.unknown_branch", f'The node "{source}" has no branch "{name}".')

    @cached_property
    def calls(self) -> Calls:
        """The calls that build graphs."""
        return Calls(self.text)

    @cached_property
    def identifiers(self) -> Identifiers:
        """Every Python name that the file uses or binds, in any scope, with the language's own."""
        return Identifiers(self.text)

    @cached_property
    def definitions(self) -> dict[str, _Definition]:
        """Functions and classes at module level by name; the last of a name counts."""
        return {one.name: one for one in self.text.tree.body if isinstance(one, _Definition)}


def sheet_of(text: Text, model: Model, graph: str | None) -> Sheet:
    """Return the sheet for one graph (None: the first). Raises EditRefused when there is no such graph."""
    found = model.graph(graph)
    if found is None:
        sentence = "There is no graph in this file." if graph is None else f'There is no graph "{graph}" in this file.'
        raise EditRefused("edit.unknown_graph", sentence)
    return Sheet(text, model, found)


def unlocked(lock: Lock | None, what: str) -> None:
    """Raise EditRefused for a part that is drawn but not edited."""
    if lock is not None:
        raise EditRefused("edit.locked", f"{what} cannot be edited by drawing ({lock.sentence}).", line=lock.line)
