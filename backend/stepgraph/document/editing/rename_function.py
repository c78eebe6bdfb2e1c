"""Every reference to one function of the file, by Python's own rules of scope."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stepgraph.document.editing.code import name_start
from stepgraph.document.model import Span
from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.modules import Modules
from stepgraph.document.refused import EditRefused

Function = ast.FunctionDef | ast.AsyncFunctionDef
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def references(modules: Modules, function: Function) -> Iterator[Span]:
    """Return where the function's name stands: at its definition, and wherever the name means it.

    Raises EditRefused where a ``global`` or ``nonlocal`` names it, since what it means there changes as code runs.
    """
    start = name_start(modules.text, function)
    yield Span(start, start + len(function.name))
    for name in _Names(modules, function).of(modules.text.tree, None):
        yield modules.text.span(name)
    yield from _public(modules, function.name)


@dataclass(frozen=True, slots=True)
class _Names:
    """Walks the tree with the scope that each part of it is evaluated in."""

    modules: Modules
    function: Function

    def of(self, node: ast.AST, scope: Scope | None) -> Iterator[ast.Name]:
        match node:
            case ast.Name(id=name) if name == self.function.name:
                found = self.modules.resolve(node, scope)
                if found is not None and found.node is self.function:
                    yield node
            case ast.Global(names=names) | ast.Nonlocal(names=names) if self.function.name in names:
                sentence = (
                    f'"{self.function.name}" is bound anew by a statement in line {node.lineno}; rename it there.'
                )
                raise EditRefused("edit.rebound", sentence, line=node.lineno)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                yield from self._scoped(node, scope)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp() if self._hides(node):
                # Only the first iterable is evaluated outside.
                yield from self.of(node.generators[0].iter, scope)
            case _:
                yield from self._all(ast.iter_child_nodes(node), scope)

    def _all(self, nodes: Iterable[ast.AST], scope: Scope | None) -> Iterator[ast.Name]:
        for node in nodes:
            yield from self.of(node, scope)

    def _scoped(self, owner: Scope, scope: Scope | None) -> Iterator[ast.Name]:
        body = [owner.body] if isinstance(owner, ast.Lambda) else owner.body
        inside = {id(part) for part in body}
        # Decorators, defaults, annotations and bases are evaluated around it.
        yield from self._all((part for part in ast.iter_child_nodes(owner) if id(part) not in inside), scope)
        yield from self._all(body, owner)

    def _hides(self, node: _Comprehension) -> bool:
        targets = [part for generator in node.generators for part in ast.walk(generator.target)]
        return any(isinstance(part, ast.Name) and part.id == self.function.name for part in targets)


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
