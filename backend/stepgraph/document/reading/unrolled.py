"""What loops over written-out values do, turn by turn, and conditions that are decided already."""

from __future__ import annotations

import ast
import copy
import itertools
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from stepgraph.document.reading.module_names import Scope, statements
from stepgraph.document.reading.modules import Modules
from stepgraph.document.reading.schema_annotations import Place as Written
from stepgraph.document.reading.schema_annotations import followed
from stepgraph.document.reading.written_out import written_items

Names: TypeAlias = Mapping[str, ast.expr]
"""What some names stand for: a loop's variable, a parameter that has its default."""

Conditions: TypeAlias = Sequence[tuple[ast.stmt, str]]

_MAX_TURNS: Final = 1000
_INNER: Final = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LEAVING: Final = (ast.Break, ast.Continue, ast.Return)


@dataclass(frozen=True, slots=True)
class Turn:
    """One time that a statement runs: how often the loops around it ran before, and what names stand for."""

    at: tuple[int, ...]
    names: Names


def turns(modules: Modules, scope: Scope | None, conditions: Conditions, names: Names) -> tuple[Turn, ...] | None:
    """Return each time that a statement runs under conditions, or None when only a run can tell."""
    found = [Turn((), names)]
    for statement, block in conditions:
        more: list[Turn] = []
        for turn in found:
            inner = _of_block(modules, scope, (statement, block), turn)
            if inner is None:
                return None
            more += inner
        found = more
        if len(found) > _MAX_TURNS:
            return None
    return tuple(found)


def substituted(expr: ast.expr, names: Names) -> ast.expr:
    """Return an expression with names replaced by what they stand for; itself when it has none of them."""
    if isinstance(expr, ast.Name):
        return names.get(expr.id, expr)
    if isinstance(expr, _INNER) or not names:
        return expr
    changes: dict[str, object] = {}
    for field, value in ast.iter_fields(expr):
        new = [_part(one, names) for one in value] if isinstance(value, list) else _part(value, names)
        if new is not value and not (isinstance(new, list) and all(map(operator.is_, new, value))):
            changes[field] = new
    if not changes:
        return expr
    made = copy.copy(expr)
    for field, new in changes.items():
        setattr(made, field, new)
    return made


def default_values(function: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, ast.expr]:
    """Return the defaults of a function's parameters."""
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    found = dict(zip([one.arg for one in positional[::-1]], given.defaults[::-1], strict=False))
    pairs = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    return {**found, **{one.arg: value for one, value in pairs if value is not None}}


def given_values(function: ast.FunctionDef | ast.AsyncFunctionDef, call: ast.Call) -> dict[str, ast.expr]:
    """Return what a call gives to a function's parameters; nothing beyond a ``*`` is told."""
    positional = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    plain = list(itertools.takewhile(lambda one: not isinstance(one, ast.Starred), call.args))
    found = dict(zip(positional, plain, strict=False))
    known = {*positional, *(one.arg for one in function.args.kwonlyargs)}
    return {**found, **{one.arg: one.value for one in call.keywords if one.arg in known}}


def _part(value: object, names: Names) -> object:
    if isinstance(value, ast.expr):
        return substituted(value, names)
    if not isinstance(value, ast.keyword):
        return value
    inner = substituted(value.value, names)
    return value if inner is value.value else ast.copy_location(ast.keyword(value.arg, inner), value)


def _of_block(modules: Modules, scope: Scope | None, block: tuple[ast.stmt, str], turn: Turn) -> list[Turn] | None:
    statement, which = block
    if isinstance(statement, ast.If):
        decided = _decided(modules, scope, substituted(statement.test, turn.names))
        if decided is None:
            return None
        return [turn] if decided is (which == "body") else []
    if not isinstance(statement, ast.For) or which != "body" or _is_left_early(statement):
        return None
    items = written_items(Written(modules, substituted(statement.iter, turn.names), scope))
    if items is None:
        return None
    made = [_bound(statement.target, item) for item in items]
    known = [one for one in made if one is not None]
    if len(known) < len(made):
        return None
    return [Turn((*turn.at, index), {**turn.names, **one}) for index, one in enumerate(known)]


def _is_left_early(loop: ast.For) -> bool:
    return bool(loop.orelse) or any(isinstance(one, _LEAVING) for one in statements(loop.body))


def _bound(target: ast.expr, item: ast.expr) -> dict[str, ast.expr] | None:
    """Return what a loop's names stand for in one turn; None when the item cannot be taken apart."""
    if isinstance(target, ast.Name):
        return {target.id: item}
    if not isinstance(target, ast.Tuple | ast.List) or not isinstance(item, ast.Tuple | ast.List):
        return None
    if len(target.elts) != len(item.elts):
        return None
    found: dict[str, ast.expr] = {}
    for inner, part in zip(target.elts, item.elts, strict=True):
        more = _bound(inner, part)
        if more is None:
            return None
        found.update(more)
    return found


def _decided(modules: Modules, scope: Scope | None, test: ast.expr) -> bool | None:
    """Return what a condition is, or None when only a run can tell."""
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            decided = _decided(modules, scope, inner)
            return None if decided is None else not decided
        case ast.Compare(left=ast.Constant(value=left), ops=[kind], comparators=[ast.Constant(value=right)]):
            return _compared(kind, are_equal=left == right)
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() as kind], comparators=[ast.Constant(value=None)]):
            return _compared(kind, are_equal=False) if _is_something(Written(modules, left, scope)) else None
    return True if _is_callable(Written(modules, test, scope)) else None


def _compared(kind: ast.cmpop, *, are_equal: bool) -> bool | None:
    if isinstance(kind, ast.Is | ast.Eq):
        return are_equal
    return not are_equal if isinstance(kind, ast.IsNot | ast.NotEq) else None


def _is_something(place: Written) -> bool:
    """Tell whether an expression is surely not None."""
    is_display = isinstance(followed(place).expr, ast.List | ast.Tuple | ast.Dict | ast.Set | ast.JoinedStr)
    return is_display or _is_callable(place)


def _is_callable(place: Written) -> bool:
    """Tell whether an expression is surely a function or a class."""
    place = followed(place)
    found = place.resolve()
    return isinstance(place.expr, ast.Lambda) or (found is not None and found.kind in {"function", "class"})
