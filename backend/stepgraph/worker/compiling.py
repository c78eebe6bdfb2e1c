"""Compiles the document's builder; what is wrong with it is told with the line that said it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from stepgraph.debugger.tracebacks import error_text
from stepgraph.document.methods import BUILDING
from stepgraph.document.outline import parse
from stepgraph.graph.state import CompiledStateGraph, StateGraph
from stepgraph.protocol.problems import Problem
from stepgraph.worker.choosing import Chosen
from stepgraph.worker.importing import Rejected

_QUOTED = re.compile(r"[`'\"]([^`'\"]{1,200})[`'\"]")


def compile_builder(chosen: Chosen) -> CompiledStateGraph:
    """Compile the builder that a document holds. Raises Rejected."""
    builder = chosen.graph
    assert isinstance(builder, StateGraph)
    try:
        return builder.compile()
    except Exception as error:
        text = error_text(error).partition(": ")[2] or error_text(error)
        tree = parse(chosen.source).tree
        line = None if tree is None else line_of_fault(tree, text)
        where = "" if line is None else f" in line {line} of {Path(chosen.source.path).name}"
        sentence = f"The graph does not compile{where}: {text}"
        raise Rejected(Problem("graph.not_compiled", sentence, path=chosen.source.path, line=line)) from error


def line_of_fault(tree: ast.Module, text: str) -> int | None:
    """Return the line of the building call that an error is most likely about: one that uses a name it quotes.

    A name that no call writes out (one of a loop) gives the line in which the builder is made.
    """
    names = _QUOTED.findall(text)
    calls = sorted(_building_calls(tree), key=lambda call: call.lineno)
    for name in names:
        # The last use: an edge to a node that is missing, not the node that it starts from.
        lines = [call.lineno for call in calls if _called(call) != "add_node" and _mentions(call, name)]
        lines = lines or [call.lineno for call in calls if _mentions(call, name)]
        if lines:
            return lines[-1]
    made = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Call) and _called(node) == "StateGraph"]
    return made[0] if made else None


def _building_calls(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) in BUILDING:
            yield node


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _mentions(call: ast.Call, name: str) -> bool:
    parts = [*call.args, *(keyword.value for keyword in call.keywords)]
    return any(isinstance(node, ast.Constant) and node.value == name for part in parts for node in ast.walk(part))
