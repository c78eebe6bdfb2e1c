"""Every gesture that a graph as drawn allows, and the comparison of what it made with what LangGraph builds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from stepgraph.document.editing.branches import branch_add, branch_delete, branch_targets
from stepgraph.document.editing.delete import node_delete
from stepgraph.document.editing.edges import edge_add, edge_delete, edge_move
from stepgraph.document.editing.edit import Edit, Target
from stepgraph.document.editing.joins import join_add
from stepgraph.document.editing.nodes import node_add, node_code
from stepgraph.document.editing.options import node_option
from stepgraph.document.editing.paste import node_duplicate
from stepgraph.document.editing.rename import node_rename
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.model import END, START, Graph, Model
from tests.document.reading.running import compiled_of, is_reachable
from tests.document.reading.test_drawn_as_built import branches_of, gotos_of, joins_of, nodes_of, statics_of, told

Gesture: TypeAlias = tuple[Callable[..., Edit], dict[str, Any]]


def gestures(sheet: Sheet) -> Iterator[Gesture]:
    """Yield gestures of every kind for the parts that a graph has."""
    names = [node.name for node in sheet.graph.nodes if node.lock is None]
    yield node_add, {"name": "new one"}
    yield from ((node_add, {"name": "fresh", "after": name}) for name in [START, *names[-1:]])
    yield from _of_nodes(sheet, names)
    yield from _of_edges(sheet, names)
    yield from _of_joins(sheet, names)
    yield from _of_branches(sheet, names)


def _of_nodes(sheet: Sheet, names: list[str]) -> Iterator[Gesture]:
    for name in names:
        yield node_rename, {"name": name, "to": "another name"}
        yield node_rename, {"name": name, "to": "renamed"}
        yield node_rename, {"name": name, "to": "renamed", "function": False}
        yield node_delete, {"names": (name,)}
        yield node_delete, {"names": (name,), "functions": True}
        yield node_duplicate, {"names": (name,)}
        yield node_option, {"name": name, "option": "defer", "value": "True"}
        yield node_code, {"name": name, "expression": "lambda state: {}"}
        for option in sheet.nodes[name].options:
            yield node_option, {"name": name, "option": option.name, "value": None}
    if names:
        yield node_duplicate, {"names": tuple(names)}
        yield node_delete, {"names": tuple(names), "functions": True}


def _of_edges(sheet: Sheet, names: list[str]) -> Iterator[Gesture]:
    for source, target in product([START, *names[:1]], [*names[-1:], END]):
        yield edge_add, {"source": source, "target": target}
    for edge in sheet.graph.edges:
        if edge.kind != "static":
            continue
        ends = {"source": edge.source, "target": edge.target}
        yield edge_delete, ends
        for to_source, to_target in product([START, *names[:1]], [*names[-1:], END]):
            yield edge_move, {**ends, "to_source": to_source, "to_target": to_target}


def _of_joins(sheet: Sheet, names: list[str]) -> Iterator[Gesture]:
    if len(names) > 1:
        yield join_add, {"sources": tuple(names[:2]), "target": names[-1]}
        yield join_add, {"sources": tuple(names), "target": END}
    for edge in sheet.graph.edges:
        if edge.kind == "join":
            ends = {"source": edge.source, "target": edge.target, "join": edge.join}
            yield edge_delete, ends
            for name in names[-2:]:
                yield edge_move, {**ends, "to_source": name, "to_target": edge.target}
                yield edge_move, {**ends, "to_source": edge.source, "to_target": name}


def _of_branches(sheet: Sheet, names: list[str]) -> Iterator[Gesture]:
    for name in [START, *names[-1:]] if names else []:
        plain = tuple(Target(one, one) for one in names[:2])
        yield branch_add, {"source": name, "router": "decide", "targets": plain}
        yield branch_add, {"source": name, "router": "decide", "targets": (*plain, Target("done", END))}
    for branch in sheet.graph.branches:
        known = {"source": branch.source, "branch": branch.name}
        targets = tuple(Target(way.label, way.target) for way in branch.targets or ())
        yield branch_delete, known
        yield branch_delete, {**known, "function": True}
        yield branch_targets, {**known, "targets": (*targets, Target("more", END))}
        yield branch_targets, {**known, "targets": (Target("only", END),)}
        for way in branch.targets or ():
            yield edge_delete, {**known, "target": way.target}
            ends = {**known, "target": way.target, "to_source": branch.source}
            yield edge_move, {**ends, "to_target": ([END, *names])[-1]}
            yield edge_move, {**ends, "to_target": END}


@contextmanager
def executed(source: str, path: Path) -> Iterator[ModuleType]:
    """Run a graph file's text on LangGraph, as if it stood in its folder."""
    name = f"edited_{path.stem}"
    module = ModuleType(name)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        exec(compile(source, str(path), "exec", dont_inherit=True), module.__dict__)
        yield module
    finally:
        sys.path.remove(str(path.parent))
        del sys.modules[name]


def is_built_as_drawn(source: str, path: Path, model: Model) -> None:
    """Check on LangGraph that each graph of an edited file has the nodes, edges, joins and branches that are drawn.

    A graph that nothing enters any more is drawn all the same; the engine only builds it once something does.
    """
    try:
        with executed(source, path) as module:
            for graph in filter(is_reachable, model.graphs):
                _compare(graph, compiled_of(module, graph).builder)
    except ValueError as error:
        if "must have an entrypoint" not in str(error):
            raise


def _compare(graph: Graph, builder: Any) -> None:
    assert nodes_of(graph) == {name for name in builder.nodes if not name.startswith("__")}
    assert statics_of(graph) == builder.edges
    assert {(frozenset(members), target) for members, target in joins_of(graph)} == {
        (frozenset(members), target) for members, target in builder.waiting_edges
    }
    assert branches_of(graph) == {
        (source, name, told(branch.ends))
        for source, branches in builder.branches.items()
        for name, branch in branches.items()
    }
    gotos = gotos_of(graph)
    assert all(set(spec.ends) <= gotos[name] for name, spec in builder.nodes.items() if spec.ends)
