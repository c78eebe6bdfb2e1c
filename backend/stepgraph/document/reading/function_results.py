"""What a function returns, path by path: the keys that it writes, the names that it leads to."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from stepgraph.document.reading.function_body import Body
from stepgraph.document.reading.function_facts import Target
from stepgraph.document.reading.function_writes import Writes

_MAX_DEPTH = 12


@dataclass(slots=True)
class Routes:
    """Names that values lead to. `is_complete` is False when one of them may be something else."""

    targets: list[Target] = field(default_factory=list)
    sends: list[Target] = field(default_factory=list)
    is_complete: bool = True
    seen: set[ast.expr | str] = field(default_factory=set)
    """Local names and tables that were looked at: one that is made of itself, step by step, tells no more each time."""


class Results:
    """All that the returns and the `Command`s of a function say."""

    def __init__(self, body: Body) -> None:
        self._body = body
        self.writes = Writes(body)
        self.returns = Routes()
        self.goto = Routes()
        self.sends: list[Target] = []
        returned = list(_returned(body))
        for value in returned:
            self._route(value, self.returns, 0)
            self.writes.add(value)
        self.returns.is_complete = self.returns.is_complete and bool(returned)
        for node in body.own_nodes:
            if isinstance(node, ast.Call):
                self._call(node)

    def _call(self, call: ast.Call) -> None:
        if self._body.is_engine(_called(call), "Send"):
            self.sends += self._send(call)
        elif self._body.is_engine(_called(call), "Command"):
            goto = _keyword(call, "goto")
            if goto is not None and not is_for_parent(call):
                self._route(goto, self.goto, 0)

    def _send(self, call: ast.Call) -> list[Target]:
        node = call.args[0] if call.args else _keyword(call, "node")
        return [] if node is None else self._named(node) or []

    def _named(self, expr: ast.expr) -> list[Target] | None:
        """Return the name that an expression is or means, or None."""
        value = self._body.key(expr)
        if value is None:
            return None
        return [Target(value, self._body.span(expr), isinstance(expr, ast.Constant))]

    def _route(self, value: ast.expr, routes: Routes, depth: int) -> None:
        """Add what one value may lead to."""
        if depth > _MAX_DEPTH:
            routes.is_complete = False
            return
        parts = self._parts(value, routes)
        if parts is not None:
            for part in parts:
                self._route(part, routes, depth + 1)
            return
        if isinstance(value, ast.Call) and self._body.is_engine(_called(value), "Send"):
            sent = self._send(value)
            routes.sends += sent
            routes.is_complete = routes.is_complete and bool(sent)
            return
        named = self._named(value)
        if named is None and isinstance(value, ast.Name):
            self._route_local(value.id, routes, depth)
            return
        routes.targets += named or []
        routes.is_complete = routes.is_complete and named is not None

    def _parts(self, value: ast.expr, routes: Routes) -> list[ast.expr] | None:
        """Return the values that an expression chooses from or consists of, or None for a single one."""
        match value:
            case ast.BinOp(left=left, op=ast.Add(), right=right) if self._body.key(value) is None:
                return [left, right]
            case ast.Subscript(value=table):
                return self._table(table, routes)
            case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[_, *rest]):
                found = self._table(table, routes)
                return None if found is None or not rest else [*found, *rest]
        return _choices(value)

    def _table(self, table: ast.expr, routes: Routes) -> list[ast.expr] | None:
        """Return the values of a dict of constants that a router looks its answer up in."""
        if isinstance(table, ast.Name):
            bounds = self._body.bounds(table.id)
            if len(bounds) == 1 and isinstance(bounds[0], ast.Dict):
                table = bounds[0]
            else:
                found = self._body.resolve(table)
                is_here = found is not None and found.text.path == self._body.modules.text.path
                table = found.node if is_here and found is not None and isinstance(found.node, ast.Dict) else table
        if not isinstance(table, ast.Dict):
            return None
        if table in routes.seen:
            return []
        routes.seen.add(table)
        return table.values

    def _route_local(self, name: str, routes: Routes, depth: int) -> None:
        """Add what a local name may lead to: all that is bound to it, and what is appended to it."""
        if name in routes.seen:
            return
        routes.seen.add(name)
        bounds = self._body.bounds(name)
        values = [bound for bound in bounds if isinstance(bound, ast.expr)]
        if not values or len(values) != len(bounds):
            routes.is_complete = False
            return
        before = len(routes.targets)
        for value in (*values, *_appended(self._body, name)):
            self._route(value, routes, depth + 1)
        replaced = {self._body.key(one) for one in _replaced(self._body, name)}
        routes.targets[before:] = [one for one in routes.targets[before:] if one.name not in replaced]


def _choices(value: ast.expr) -> list[ast.expr] | None:
    match value:
        case ast.IfExp(body=first, orelse=second):
            return [first, second]
        case ast.BoolOp(op=ast.Or(), values=values):
            return values
        case ast.List(elts=values) | ast.Tuple(elts=values) | ast.Set(elts=values):
            return values
        case ast.ListComp(elt=part) | ast.GeneratorExp(elt=part) | ast.SetComp(elt=part):
            return [part]
        case ast.Starred(value=part) | ast.NamedExpr(value=part) | ast.Await(value=part):
            return [part]
    return None


def is_for_parent(call: ast.Call) -> bool:
    """Tell whether a `Command` speaks to another graph than the one that its node is in."""
    graph = _keyword(call, "graph")
    return graph is not None and not (isinstance(graph, ast.Constant) and graph.value is None)


def _returned(body: Body) -> Iterator[ast.expr]:
    """Yield what the function returns or yields; a bare return gives nothing."""
    if isinstance(body.function, ast.Lambda):
        yield body.function.body
        return
    for node in body.own_nodes:
        if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
            yield node.value


def _appended(body: Body, name: str) -> Iterable[ast.expr]:
    for node in body.own_nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr="append" | "extend" | "add"), args=[value]):
                if owner == name:
                    yield value


def _replaced(body: Body, name: str) -> Iterator[ast.expr]:
    """Yield what a local name does not keep: the "FINISH" of ``if goto == "FINISH": goto = END``."""
    for node in body.own_nodes:
        match node:
            case ast.If(test=ast.Compare(left=ast.Name(id=tested), ops=[ast.Eq()], comparators=[value]), body=then):
                is_bound_again = any(
                    isinstance(one, ast.Name) and one.id == name
                    for statement in then
                    if isinstance(statement, ast.Assign)
                    for one in statement.targets
                )
                if tested == name and is_bound_again:
                    yield value


def _called(call: ast.Call) -> ast.expr:
    """Return what is called, without type arguments: `Command` of `Command[Literal["a"]](…)`."""
    return call.func.value if isinstance(call.func, ast.Subscript) else call.func


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
