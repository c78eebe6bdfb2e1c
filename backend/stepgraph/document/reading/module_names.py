"""What each name of a text is bound to, scope by scope, told from its syntax alone."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Scope: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
"""What has names of its own; the module's scope is None."""

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import binds: a module, or with `name` a member of it. `level` counts the dots of a relative one."""

    module: str
    level: int
    name: str | None


@dataclass(frozen=True, slots=True)
class Opaque:
    """A binding whose value the syntax does not tell: a parameter, the target of a loop or of `with`."""


Bound: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr | Imported | Opaque
OPAQUE = Opaque()


@dataclass(slots=True)
class Table:
    """The names of one scope with all that they are bound to there, in order, and its `from … import *`."""

    names: dict[str, list[Bound]] = field(default_factory=dict)
    stars: list[Imported] = field(default_factory=list)

    def bind(self, name: str, bound: Bound) -> None:
        self.names.setdefault(name, []).append(bound)


class Names:
    """The tables of one tree, each made when it is first asked for."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._tables: dict[Scope | None, Table] = {}

    def table(self, scope: Scope | None) -> Table:
        """Return the names of a function, a class or (None) the module."""
        table = self._tables.get(scope)
        if table is None:
            table = self._tables[scope] = _table(self._tree, scope)
        return table

    def parent(self, scope: Scope) -> Scope | None:
        """Return the scope that a function or class is defined in."""
        if isinstance(scope, ast.Lambda):
            return self._parents_of_lambdas.get(scope)
        if scope.col_offset == 0:
            # Nothing is around it, so the others need not be looked at.
            return None
        return self._parents.get(scope)

    @cached_property
    def _parents(self) -> dict[Scope, Scope | None]:
        parents: dict[Scope, Scope | None] = {}
        pending: list[tuple[Scope | None, list[ast.stmt]]] = [(None, self._tree.body)]
        while pending:
            owner, body = pending.pop()
            for statement in statements(body):
                if isinstance(statement, _SCOPES):
                    parents[statement] = owner
                    pending.append((statement, statement.body))
        return parents

    @cached_property
    def _parents_of_lambdas(self) -> dict[ast.Lambda, Scope | None]:
        parents: dict[ast.Lambda, Scope | None] = {}
        pending: list[tuple[Scope | None, ast.AST]] = [(None, self._tree)]
        while pending:
            owner, node = pending.pop()
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.Lambda):
                    parents[child] = owner
                pending.append((child if isinstance(child, (*_SCOPES, ast.Lambda)) else owner, child))
        return parents


def statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of one scope in order, those of its blocks too, none of an inner scope."""
    pending = list(body)[::-1]
    while pending:
        statement = pending.pop()
        yield statement
        if not isinstance(statement, _SCOPES):
            pending.extend(reversed(list(_inner(statement))))


def _inner(statement: ast.stmt) -> Iterator[ast.stmt]:
    for name in ("body", "handlers", "cases", "orelse", "finalbody"):
        for part in getattr(statement, name, ()):
            if isinstance(part, ast.stmt):
                yield part
            else:
                yield from part.body


def parameters(function: Function) -> list[ast.arg]:
    """Return all parameters of a function, the positional ones first."""
    given = function.args
    rest = [one for one in (given.vararg, given.kwarg) if one is not None]
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *rest]


def _table(tree: ast.Module, scope: Scope | None) -> Table:
    table = Table()
    if isinstance(scope, Function):
        for parameter in parameters(scope):
            table.bind(parameter.arg, OPAQUE)
    if isinstance(scope, ast.Lambda):
        return table
    for statement in statements(tree.body if scope is None else scope.body):
        _bind_statement(table, statement)
    return table


def _bind_statement(table: Table, statement: ast.stmt) -> None:
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            table.bind(statement.name, statement)
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                _bind_target(table, target, value)
        case ast.AnnAssign(target=target, value=value) if value is not None:
            _bind_target(table, target, value)
        case ast.Import(names=aliases):
            for alias in aliases:
                whole = alias.name if alias.asname else alias.name.partition(".")[0]
                table.bind(alias.asname or whole, Imported(whole, 0, None))
        case ast.ImportFrom(module=module, names=aliases, level=level):
            _bind_from(table, module or "", aliases, level)
        case _:
            _bind_opaque(table, statement)


def _bind_opaque(table: Table, statement: ast.stmt) -> None:
    match statement:
        case ast.AugAssign(target=target) | ast.For(target=target) | ast.AsyncFor(target=target):
            _bind_target(table, target, None)
        case ast.With(items=items) | ast.AsyncWith(items=items):
            for target in (item.optional_vars for item in items if item.optional_vars is not None):
                _bind_target(table, target, None)
        case ast.Try(handlers=handlers) | ast.TryStar(handlers=handlers):
            for handler in handlers:
                _bind_captured(table, handler.name)
        case ast.Match(cases=cases):
            for case in cases:
                _bind_pattern(table, case.pattern)


def _bind_pattern(table: Table, pattern: ast.pattern) -> None:
    for part in ast.walk(pattern):
        if isinstance(part, ast.MatchAs | ast.MatchStar):
            _bind_captured(table, part.name)
        elif isinstance(part, ast.MatchMapping):
            _bind_captured(table, part.rest)


def _bind_captured(table: Table, name: str | None) -> None:
    if name is not None:
        table.bind(name, OPAQUE)


def _bind_from(table: Table, module: str, aliases: list[ast.alias], level: int) -> None:
    for alias in aliases:
        if alias.name == "*":
            table.stars.append(Imported(module, level, None))
        else:
            table.bind(alias.asname or alias.name, Imported(module, level, alias.name))


def _bind_target(table: Table, target: ast.expr, value: ast.expr | None) -> None:
    if isinstance(target, ast.Name):
        table.bind(target.id, OPAQUE if value is None else value)
    elif isinstance(target, ast.Starred):
        _bind_target(table, target.value, None)
    elif isinstance(target, ast.Tuple | ast.List):
        values = value.elts if isinstance(value, ast.Tuple | ast.List) else []
        is_pairwise = len(values) == len(target.elts) and not any(isinstance(one, ast.Starred) for one in values)
        for index, part in enumerate(target.elts):
            _bind_target(table, part, values[index] if is_pairwise else None)
