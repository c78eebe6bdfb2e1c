"""Which graphs of a document the functions of others' nodes call, as far as the text tells."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping

from stepgraph.document.model import Graph, Span
from stepgraph.document.text import Text


def called_graphs(graphs: Iterable[Graph], text: Text) -> tuple[str, ...]:
    """Return the names of graphs that run inside of another graph's node, whose function names them."""
    names = {alias: graph.name for graph in graphs for alias in _in_module(graph)}
    if len(set(names.values())) < 2:
        return ()
    word = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    called = (
        names[name]
        for graph in graphs
        for span in _functions(graph)
        if word.search(text.piece(span))
        for name in _named(text, span, names)
        if names[name] != graph.name
    )
    return tuple(dict.fromkeys(called))


def _in_module(graph: Graph) -> Iterable[str]:
    """Return the variables of the module that hold a graph; a function's own are no concern of other functions."""
    if graph.function is None:
        return [name for name in graph.aliases if name.isidentifier()]
    return [] if graph.name == graph.function or not graph.name.isidentifier() else [graph.name]


def _functions(graph: Graph) -> list[Span]:
    return [node.code.span for node in graph.nodes if node.code.span is not None and node.code.path is None]


def _named(text: Text, span: Span, names: Mapping[str, str]) -> set[str]:
    """Return which names the code of a span looks up in the module: those that it does not bind itself."""
    read: set[str] = set()
    bound: set[str] = set()
    for node in _within(text, span):
        if isinstance(node, ast.arg):
            bound.add(node.arg)
        elif node.id in names:
            (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
    return read - bound


def _within(text: Text, span: Span) -> Iterator[ast.arg | ast.Name]:
    first, last = text.line_of(span.start), text.line_of(span.end)
    for statement in text.tree.body:
        if statement.lineno <= last and (statement.end_lineno or 0) >= first:
            for node in ast.walk(statement):
                if isinstance(node, ast.arg | ast.Name) and span.start <= text.span(node).start < span.end:
                    yield node
