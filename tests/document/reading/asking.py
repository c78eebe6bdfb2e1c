"""Asking what an expression means at the end of a text."""

from __future__ import annotations

import ast

from stepgraph.document.reading.module_names import Function
from stepgraph.document.reading.modules import Modules
from stepgraph.document.text import parse_text


def asked(expression: str, source: str, path: str = "/nowhere/graph.py") -> tuple[Modules, ast.expr]:
    """Return the names of a text that ends with the expression, and the expression in it."""
    text = parse_text(path, f"{source}\n({expression})\n")
    last = text.tree.body[-1]
    assert isinstance(last, ast.Expr)
    return Modules(text), last.value


def function_named(modules: Modules, name: str) -> Function:
    """Return the function of this name, however deep it stands."""
    return next(node for node in ast.walk(modules.text.tree) if isinstance(node, ast.FunctionDef) and node.name == name)
