"""What every rule may look at, worked out once for a graph."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.finding import Finding, Mend, Severity
from stepgraph.document.lint.activity import Activity
from stepgraph.document.lint.studied import Studied
from stepgraph.document.lint.wiring import Wiring, wiring_of
from stepgraph.document.model import TITLES, Graph, Model, Node, Span, shown
from stepgraph.document.text import Text


@dataclass(frozen=True, slots=True)
class Marks:
    """What a finding marks on the canvas, and the ways that show it."""

    nodes: tuple[str, ...] = ()
    channels: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Context:
    """One graph of a document, for the rules."""

    text: Text
    model: Model
    graph: Graph
    studied: Studied

    @cached_property
    def sheet(self) -> Sheet:
        """The graph as gestures see it, for mends that are gestures."""
        return Sheet(self.text, self.model, self.graph)

    @cached_property
    def wiring(self) -> Wiring:
        """Who may be woken by whom."""
        return wiring_of(self.graph, may_jump=self.studied.may_jump)

    @cached_property
    def activity(self) -> Activity:
        """Which nodes can be active together."""
        return Activity(self.wiring)

    @cached_property
    def nodes(self) -> dict[str, Node]:
        """The nodes by their names; the first one of a name that is there twice."""
        nodes: dict[str, Node] = {}
        for node in self.graph.nodes:
            nodes.setdefault(node.name, node)
        return nodes

    @cached_property
    def channels(self) -> frozenset[str]:
        """The names of all state channels."""
        return frozenset(channel.name for channel in self.graph.channels)

    def write_of(self, node: str, key: str) -> Span | None:
        """Return where a node's function writes a key, if that is in this text."""
        code = self.nodes[node].code
        if code.path is not None:
            return None
        return next(iter(self.studied.facts(code).writes_at.get(key, ())), None)

    def finding(
        self,
        code: str,
        sentence: str,
        *,
        at: Span | None,
        severity: Severity = "warning",
        marks: Marks = Marks(),
        mends: tuple[Mend, ...] = (),
    ) -> Finding:
        """Return a finding of this graph at a place of its text."""
        line = column = None
        if at is not None:
            line = self.text.line_of(at.start)
            column = at.start - self.text.line_span(line).start + 1
        return Finding(
            code=f"lint.{code}",
            severity=severity,
            sentence=sentence,
            graph=self.graph.name,
            span=at,
            line=line,
            column=column,
            nodes=marks.nodes,
            channels=marks.channels,
            edges=marks.edges,
            paths=marks.paths,
            mends=mends,
        )


def words(nodes: tuple[str, ...] | list[str]) -> str:
    """Return names as a sentence lists them."""
    said = [shown(node) for node in nodes]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def way(path: tuple[str, ...]) -> str:
    """Return a way through the graph as a person reads it."""
    return " → ".join(TITLES.get(node, node) for node in path)
