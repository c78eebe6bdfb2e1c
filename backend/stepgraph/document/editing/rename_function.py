"""Every reference to one function of the file, by Python's own rules of scope."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from stepgraph.document.editing.code import name_start
from stepgraph.document.model import Span
from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.modules import Modules
from stepgraph.document.reading.places import Words
from stepgraph.document.refused import EditRefused

Function = ast.FunctionDef | ast.AsyncFunctionDef
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def references(modules: Modules, function: Function) -> Iterator[Span]:
    """Return where the function's name stands: at its definition, and wherever the name means it.

    Raises EditRefused where a ``global`` or ``nonlocal`` names it, since what it means there changes as code runs.
    """
    start = name_start(modules.text, function)
    yield Span(start, start + len(function.name))
    for name in _names(modules, function):
        yield modules.text.span(name)
    yield from _public(modules, function.name)


def _names(modules: Modules, function: Function) -> Iterator[ast.Name]:
    """Return every name that means the function. No recursion: expressions may be nested deeply."""
    text = modules.text
    words = Words(text, {function.name})
    # Python reads some letters as others, so a name of other letters may be written in several ways.
    is_plain = text.text.isascii()
    pending: list[tuple[ast.AST, Scope | None]] = [(text.tree, None)]
    while pending:
        node, scope = pending.pop()
        if is_plain and isinstance(node, ast.stmt) and not words.within(node):
            continue
        match node:
            case ast.Name(id=name) if name == function.name:
                found = modules.resolve(node, scope)
                if found is not None and found.node is function:
                    yield node
            case ast.Global(names=names) | ast.Nonlocal(names=names) if function.name in names:
                sentence = f'"{function.name}" is bound anew by a statement in line {node.lineno}; rename it there.'
                raise EditRefused("edit.rebound", sentence, line=node.lineno)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                pending += _scoped(node, scope)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp() if _hides(node, function.name):
                # Only the first iterable is evaluated outside.
                pending.append((node.generators[0].iter, scope))
            case _:
                pending += [(child, scope) for child in ast.iter_child_nodes(node)]


def _scoped(owner: Scope, scope: Scope | None) -> Iterator[tuple[ast.AST, Scope | None]]:
    """Return the parts of a function or class with their scopes: all but its body is evaluated around it."""
    inside = {id(part) for part in ([owner.body] if isinstance(owner, ast.Lambda) else owner.body)}
    for part in ast.iter_child_nodes(owner):
        yield part, owner if id(part) in inside else scope


def _hides(node: _Comprehension, name: str) -> bool:
    targets = [part for generator in node.generators for part in ast.walk(generator.target)]
    return any(isinstance(part, ast.Name) and part.id == name for part in targets)


def _public(modules: Modules, name: str) -> Iterator[Span]:
    """Return where the list of the module's public names has it."""
    for statement in modules.text.tree.body:
        if isinstance(statement, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "__all__" for target in statement.targets
        ):
            for part in ast.walk(statement.value):
                if isinstance(part, ast.Constant) and part.value == name:
                    span = modules.text.span(part)
                    yield Span(span.start + 1, span.end - 1)
