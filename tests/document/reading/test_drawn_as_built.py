"""What is drawn of a file by reading it is what the engines build when they run it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from stepgraph.debugger.graph_picture import DocumentFacts, compiled_event
from stepgraph.document.model import Graph, Model
from stepgraph.document.reading.read import read_model
from stepgraph.document.text import parse_text
from tests.document.reading.running import GRAPHS, compiled_of, is_reachable, ran

FILES = sorted(path.name for path in GRAPHS.glob("*.py") if path.name != "shelf_parts.py")
FACTS = DocumentFacts(document="a.py", graph="graph", source_hash="0", changed=False, path="a.py")

Line: TypeAlias = tuple[Any, ...]


def drawn(name: str) -> Model:
    """Read a file of this folder."""
    path = GRAPHS / name
    return read_model(parse_text(str(path), path.read_text(encoding="utf-8")))


def lines_of(edges: Any) -> Counter[Line]:
    """Return edges as plain tuples, from the model or from a compiled graph's picture."""
    return Counter((e.source, e.target, e.kind, e.origin, e.label, e.join, e.branch) for e in edges)


def is_inferred(line: Line) -> bool:
    return bool(line[3] == "inferred")


def is_open_end(line: Line) -> bool:
    return line[1] is None


@pytest.mark.parametrize("file", FILES)
def test_every_graph_of_the_files_is_resolved(file: str) -> None:
    """No part of them is read-only for being built by code."""
    model = drawn(file)

    assert model.package == "langgraph"
    assert model.graphs
    assert [graph.locks for graph in model.graphs] == [() for _ in model.graphs]


@pytest.mark.parametrize("file", FILES)
def test_nodes_and_edges_are_those_of_the_compiled_graph(file: str) -> None:
    """Every edge with kind, origin, label, join and branch; only inferred ones may be drawn beyond them.

    Where more is inferred of a router, its open end may be left out; where failures go is only told of what was built.
    """
    with ran(GRAPHS / file, "stepgraph") as module:
        for graph in filter(is_reachable, drawn(file).graphs):
            picture = compiled_event(compiled_of(module, graph), FACTS)

            assert [node.name for node in graph.nodes] == [node.name for node in picture.nodes]
            assert [node.defer for node in graph.nodes] == [node.defer for node in picture.nodes]
            built = [edge for edge in picture.edges if edge.kind != "handler"]
            missing = lines_of(built) - lines_of(graph.edges)
            beyond = lines_of(graph.edges) - lines_of(picture.edges)
            assert all(is_inferred(line) for line in beyond), beyond
            assert all(is_open_end(line) and is_inferred_instead(line, beyond) for line in missing), missing


def is_inferred_instead(open_end: Line, beyond: Counter[Line]) -> bool:
    """Tell whether the branch with an open end has ways that were inferred."""
    return any((line[0], line[6]) == (open_end[0], open_end[6]) for line in beyond)


@pytest.mark.parametrize("file", FILES)
def test_channels_are_those_of_the_compiled_graph(file: str) -> None:
    """In their order, each with kind, reducer and whose input or output it is."""
    with ran(GRAPHS / file, "stepgraph") as module:
        for graph in filter(is_reachable, drawn(file).graphs):
            picture = compiled_event(compiled_of(module, graph), FACTS)

            built = [(one.name, one.kind, one.io) for one in picture.channels if one.role == "state"]
            assert [(one.name, one.kind, one.io) for one in graph.channels] == built


@pytest.mark.parametrize("file", FILES)
def test_langgraph_builds_what_is_drawn(file: str) -> None:
    """Its builder has the same nodes, edges, joins, and branches with the same ends."""
    with ran(GRAPHS / file, "langgraph") as module:
        for graph in filter(is_reachable, drawn(file).graphs):
            builder = compiled_of(module, graph).builder

            assert nodes_of(graph) == {name for name in builder.nodes if not name.startswith("__")}
            assert statics_of(graph) == builder.edges
            assert joins_of(graph) == builder.waiting_edges
            assert branches_of(graph) == {
                (source, name, told(branch.ends))
                for source, branches in builder.branches.items()
                for name, branch in branches.items()
            }
            gotos = gotos_of(graph)
            assert all(set(spec.ends) <= gotos[name] for name, spec in builder.nodes.items() if spec.ends)


def nodes_of(graph: Graph) -> set[str]:
    return {node.name for node in graph.nodes if not node.name.startswith("__")}


def statics_of(graph: Graph) -> set[tuple[str, str | None]]:
    return {(edge.source, edge.target) for edge in graph.edges if edge.kind == "static"}


def joins_of(graph: Graph) -> set[tuple[tuple[str, ...], str | None]]:
    members: dict[tuple[str | None, str | None], list[str]] = {}
    for edge in graph.edges:
        if edge.kind == "join":
            members.setdefault((edge.join, edge.target), []).append(edge.source)
    return {(tuple(names), target) for (_, target), names in members.items()}


def branches_of(graph: Graph) -> set[tuple[str, str, frozenset[tuple[str, str]] | None]]:
    """Return the branches with their ends, where these are said and not only seen in what the router returns."""
    return {
        (
            branch.source,
            branch.name,
            None
            if branch.form == "none" or branch.targets is None
            else frozenset((way.label, way.target) for way in branch.targets),
        )
        for branch in graph.branches
    }


def told(ends: Any) -> frozenset[tuple[str, str]] | None:
    return frozenset((str(answer), target) for answer, target in ends.items()) if ends else None


def gotos_of(graph: Graph) -> dict[str, set[str | None]]:
    ends: dict[str, set[str | None]] = {}
    for edge in graph.edges:
        if edge.kind == "command":
            ends.setdefault(edge.source, set()).add(edge.target)
    return ends


def test_the_folder_holds_enough_forms() -> None:
    """A form that is lost from the folder is no longer compared."""
    assert len(FILES) >= 25
    assert all(Path(GRAPHS / name).read_text(encoding="utf-8").startswith('"""') for name in FILES)
