"""Who may be woken by whom, as the text tells it: what the rules about ways through a graph look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from stepgraph.document.model import END, START, Code, Edge, Graph

Choice = frozenset[str]
"""Nodes that are woken together when a branch decides so."""


@dataclass(frozen=True, slots=True)
class Join:
    """A node that waits for several."""

    channel: str
    members: frozenset[str]
    target: str


@dataclass(frozen=True, slots=True)
class Wiring:
    """A graph's ways. Each node's ``choices`` are independent decisions, each with its alternatives.

    ``many`` are nodes that one superstep may run several times, by Sends. ``is_whole`` says that nothing else can be
    woken: no branch has an open end, no node's goto is unknown, and no code builds parts that cannot be told.
    """

    nodes: tuple[str, ...]
    always: Mapping[str, frozenset[str]]
    choices: Mapping[str, tuple[tuple[Choice, ...], ...]]
    joins: tuple[Join, ...]
    deferred: frozenset[str]
    many: Mapping[str, str]
    is_whole: bool

    def reached_from(self, source: str) -> frozenset[str]:
        """Return every node that a node may wake alone, END left out; a join's target counts for its members."""
        chosen = {node for choice in self.choices.get(source, ()) for nodes in choice for node in nodes}
        joined = {join.target for join in self.joins if source in join.members}
        return (self.always.get(source, frozenset()) | chosen | joined) - {END}

    def has_way_out(self, source: str) -> bool:
        """Say whether anything at all follows a node, END included."""
        has_join = any(source in join.members for join in self.joins)
        return has_join or bool(self.always.get(source)) or bool(self.choices.get(source))


def wiring_of(graph: Graph, *, may_jump: Callable[[Code], bool]) -> Wiring:
    """Return the ways of a graph; edges to and from nodes that do not exist are left out.

    ``may_jump`` says whether a function may lead where no edge does.
    """
    known = {node.name for node in graph.nodes} | {START, END}
    edges = [edge for edge in graph.edges if edge.source in known and edge.target in known]
    always: dict[str, set[str]] = defaultdict(set)
    many: dict[str, str] = {}
    for edge in edges:
        if edge.kind == "static":
            always[edge.source].add(_end(edge))
        elif edge.kind == "send":
            many[_end(edge)] = edge.source
    return Wiring(
        nodes=tuple(dict.fromkeys(node.name for node in graph.nodes)),
        always={source: frozenset(targets) for source, targets in always.items()},
        choices=_choices(edges),
        joins=_joins(edges),
        deferred=frozenset(node.name for node in graph.nodes if node.defer),
        many=many,
        is_whole=not graph.locks
        and all(edge.target is not None for edge in graph.edges)
        and not any(may_jump(node.code) for node in graph.nodes),
    )


def _choices(edges: Iterable[Edge]) -> dict[str, tuple[tuple[Choice, ...], ...]]:
    """Return each node's decisions: its branches, what it sends, and where its Commands lead."""
    decisions: dict[str, dict[str, dict[Choice, None]]] = defaultdict(lambda: defaultdict(dict))
    for edge in edges:
        if edge.kind in {"branch", "send", "command"}:
            # Sends of a router come instead of its other answers.
            name = f"branch {edge.branch}" if edge.branch is not None else edge.kind
            decisions[edge.source][name][frozenset({_end(edge)})] = None
    return {source: tuple(tuple(one) for one in made.values()) for source, made in decisions.items()}


def _joins(edges: Iterable[Edge]) -> tuple[Join, ...]:
    members: dict[tuple[str, str], set[str]] = defaultdict(set)
    for edge in edges:
        if edge.kind == "join" and edge.join is not None:
            members[edge.join, _end(edge)].add(edge.source)
    return tuple(Join(channel, frozenset(sources), target) for (channel, target), sources in members.items())


def _end(edge: Edge) -> str:
    assert edge.target is not None
    return edge.target
