"""Following the builders through one statement: what it adds, binds, compiles, returns, or hides from us."""

from __future__ import annotations

import ast
from typing import Final, Protocol

from stepgraph.document.methods import ADDING
from stepgraph.document.model import Span
from stepgraph.document.reading.built import Built, Compiling, Step, built_by_code
from stepgraph.document.reading.chains import Link, chain_of, line_of
from stepgraph.document.reading.holders import Holders, Holding
from stepgraph.document.reading.modules import Modules
from stepgraph.document.reading.places import Place, assignments, own_parts
from stepgraph.document.reading.unrolled import substituted, turns

_HARMLESS: Final = frozenset({"print", "repr", "str", "type", "id", "isinstance", "hash", "len", "bool", "vars", "dir"})
_CONTAINERS: Final = frozenset({"nodes", "edges", "waiting_edges", "branches", "channels", "managed", "schemas"})
_CHANGING: Final = frozenset({"add", "update", "pop", "clear", "remove", "discard", "setdefault", "popitem"})
_LEAVES: Final = (ast.Constant, ast.Name, ast.expr_context, ast.operator)
_CHAINED = ast.Call | ast.Attribute
_ALONE = ast.Expr | ast.Assign
_SOMETIMES: Final = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Beginning(Protocol):
    """Makes the record of a builder when the call that makes it is met; None for every other call."""

    def __call__(self, call: ast.Call, place: Place) -> Built | None: ...


class Follower:
    """Reads one statement for what it does with builders."""

    def __init__(self, modules: Modules, holders: Holders, place: Place, begin: Beginning) -> None:
        self._modules = modules
        self._text = modules.text
        self._holders = holders
        self._place = place
        self._begin = begin

    def follow(self) -> None:
        """Note in the builders' records all that the statement does with them."""
        statement = self._place.statement
        for part in own_parts(statement):
            self._look(part, sure=True)
        match statement:
            case ast.Assign(targets=targets, value=value):
                self._bind(targets, value)
                self._store(targets)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._bind([target], value)
            case ast.Return(value=ast.expr() as value) | ast.Expr(value=ast.Yield(value=ast.expr() as value)):
                self._return(value)
            case ast.Delete(targets=targets):
                self._store(targets)
            case ast.AugAssign(target=target):
                self._store([target])

    def _holding(self, expr: ast.expr) -> Holding | None:
        return self._holders.holding(expr, self._place.scope)

    def _bind(self, targets: list[ast.expr], assigned: ast.expr) -> None:
        for target, value in assignments(targets, assigned):
            held = self._holding(value)
            if held is not None and isinstance(target, ast.Name | ast.Attribute):
                self._bind_one(target, held)

    def _bind_one(self, target: ast.Name | ast.Attribute, held: Holding) -> None:
        name = ast.unparse(target)
        self._holders.bind(self._place.scope, name, held)
        if held.built.conditions(self._place) == ():
            # Else it is no name that the graph can be opened by.
            (held.built.compiled if held.compiled else held.built.names).append(name)
        if isinstance(target, ast.Attribute) and not held.compiled:
            # Any method of the class may add to it.
            held.built.lock(self._place.statement.lineno)

    def _return(self, value: ast.expr) -> None:
        held = self._holding(value)
        if held is None:
            return
        scope = self._place.scope
        held.built.is_returned = held.built.is_returned or scope is held.built.place.scope
        if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
            self._holders.made_by[scope] = held

    def _store(self, targets: list[ast.expr]) -> None:
        """Lock a builder whose containers a statement stores into."""
        for target in targets:
            base, links = chain_of(target.value if isinstance(target, ast.Subscript) else target)
            held = self._holding(base) if isinstance(base, ast.Name) else None
            if held is not None and not held.compiled and links and links[0].name in _CONTAINERS:
                held.built.lock(target.lineno)

    def _look(self, expr: ast.AST, *, sure: bool) -> None:
        """Look through an expression for chains that begin with a builder."""
        if isinstance(expr, _LEAVES):
            return
        if isinstance(expr, _CHAINED) and self._chain(expr, sure=sure):
            return
        if isinstance(expr, ast.NamedExpr):
            self._look(expr.value, sure=sure)
            self._bind([expr.target], expr.value)
            return
        for index, child in enumerate(ast.iter_child_nodes(expr)):
            is_certain = not isinstance(expr, _SOMETIMES) and not (isinstance(expr, ast.IfExp) and index != 0)
            is_first = not isinstance(expr, ast.BoolOp) or index <= 1
            self._look(child, sure=sure and is_certain and is_first)
        if isinstance(expr, ast.Call):
            self._escape(expr)

    def _chain(self, expr: ast.Call | ast.Attribute, *, sure: bool) -> bool:
        """Follow a chain if it begins with a builder; the arguments of its calls are looked at too."""
        base, links = chain_of(expr)
        if isinstance(base, ast.NamedExpr):
            self._look(base, sure=sure)
            base = base.target
        built = self._begun(base)
        if built is None:
            return False
        for argument in _arguments(base, links):
            self._look(argument, sure=sure)
        if isinstance(base, ast.Call) and any(link.name in ADDING for link in links):
            built.form = "chain"
        self._links(built, expr, links, sure=sure)
        return True

    def _begun(self, base: ast.expr) -> Built | None:
        if isinstance(base, ast.Name):
            held = self._holding(base)
            return None if held is None or held.compiled else held.built
        return self._begin(base, self._place) if isinstance(base, ast.Call) else None

    def _links(self, built: Built, expr: ast.expr, links: tuple[Link, ...], *, sure: bool) -> None:
        for index, link in enumerate(links):
            line = line_of(expr, link)
            if link.name == "compile" and link.call is not None:
                if sure and built.conditions(self._place) == ():
                    built.compilings.append(Compiling(link.call, len(built.steps), line))
                return
            if link.name == "validate" and link.call is not None:
                continue
            if link.name not in ADDING or link.call is None:
                self._other(built, links[index:], line)
                return
            self._touch(built, link)
            self._add(built, link.name, link.call, self._span(expr, links, link), sure=sure)

    def _add(self, built: Built, method: str, call: ast.Call, span: Span, *, sure: bool) -> None:
        """Note a call that adds, once for each time that it runs."""
        scope, line = self._place.scope, self._text.line_of(span.start)
        conditions = built.conditions(self._place) if sure else None
        found = None if conditions is None else turns(self._modules, scope, conditions, built.parameters)
        if found is None:
            built.lock(line)
            return
        loop = conditions[0][0] if conditions else None
        for turn in found:
            made = substituted(call, turn.names)
            assert isinstance(made, ast.Call)
            lock = built_by_code(line) if loop is not None or made is not call else None
            built.steps.append(Step(method, made, scope, span, line, turn.at, loop, lock))

    def _touch(self, built: Built, link: Link) -> None:
        """Move the place for new statements behind one that adds."""
        if built.compilings or self._place.scope is not built.place.scope:
            return
        if built.form == "chain" and self._place is built.place:
            built.insert = link.span(self._text).end
        else:
            built.form = "statements"
            built.insert = self._text.span(built.anchor(self._place)).end

    def _span(self, expr: ast.expr, links: tuple[Link, ...], link: Link) -> Span:
        statement = self._place.statement
        is_alone = isinstance(statement, _ALONE) and statement.value is expr and len(links) == 1
        is_on_name = is_alone and isinstance(link.attribute.value, ast.Name)
        return self._text.span(statement) if is_on_name else link.span(self._text)

    def _other(self, built: Built, links: tuple[Link, ...], line: int) -> None:
        """Lock a builder of which something is used that may add to it; its containers may be read."""
        is_container = links[0].name in _CONTAINERS and links[0].call is None
        is_changed = any(link.call is not None and link.name in _CHANGING for link in links[1:])
        is_method = links[0].name in ADDING or (links[0].call is not None and not is_container)
        if is_method or (is_container and is_changed):
            built.lock(line)

    def _escape(self, call: ast.Call) -> None:
        """Lock the builders that are handed to a function, which may do anything with them."""
        if isinstance(call.func, ast.Name) and call.func.id in _HARMLESS:
            return
        for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
            held = self._holding(argument.value if isinstance(argument, ast.Starred) else argument)
            if held is not None and not held.compiled:
                held.built.lock(call.lineno)


def _arguments(base: ast.expr, links: tuple[Link, ...]) -> list[ast.expr]:
    calls = [base] if isinstance(base, ast.Call) else []
    calls += [link.call for link in links if link.call is not None]
    return [value for call in calls for value in (*call.args, *(keyword.value for keyword in call.keywords))]
