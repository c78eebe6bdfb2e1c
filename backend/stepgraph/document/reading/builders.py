"""Finding the builders of a document and following each through the statements that use it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Final

from stepgraph.document.model import Span
from stepgraph.document.reading.built import ADDING, Built, Compiling, Step
from stepgraph.document.reading.chains import GRAPH_CLASS, Link, chain_of, line_of
from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.modules import Modules
from stepgraph.document.reading.places import Place, Words, own_parts, places

_PACKAGES: Final = frozenset({"langgraph", "stepgraph"})
_HARMLESS: Final = frozenset({"print", "repr", "str", "type", "id", "isinstance", "hash", "len", "bool", "vars", "dir"})
_CONTAINERS: Final = frozenset({"nodes", "edges", "waiting_edges", "branches", "channels", "managed", "schemas"})
_CHANGING: Final = frozenset({"add", "update", "pop", "clear", "remove", "discard", "setdefault", "popitem"})
_REBOUND: Final = frozenset({"with_config", "copy"})
_SOMETIMES: Final = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True, slots=True)
class Holding:
    """What an expression is worth: a builder, or with `compiled` the graph that it was compiled to."""

    built: Built
    compiled: bool


class Holders:
    """Which variables hold a builder or a compiled graph, and which functions make one."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._bound: dict[tuple[Scope | None, str], Holding] = {}
        self.made_by: dict[ast.FunctionDef | ast.AsyncFunctionDef, Holding] = {}
        self.roots: dict[ast.Call, Built] = {}

    def bind(self, scope: Scope | None, name: str, holding: Holding) -> None:
        self._bound[scope, name] = holding

    def variable(self, name: str, scope: Scope | None) -> Holding | None:
        """Return what a variable holds, looked for scope by scope as Python does."""
        names = self._modules.names
        while True:
            found = self._bound.get((scope, name))
            if found is not None:
                return found
            if scope is None or name in names.table(scope).names:
                return None
            scope = names.parent(scope)

    def holding(self, expr: ast.expr, scope: Scope | None) -> Holding | None:
        """Return the builder or graph that an expression is: a variable, a chain, or a call of what makes one."""
        base, links = chain_of(expr)
        if isinstance(base, ast.NamedExpr):
            base = base.value
        found = self._base(base, scope)
        if found is None:
            return None
        for link in links:
            if link.call is None:
                # `self.graph` is a name of its own and was looked up whole.
                return self.variable(ast.unparse(expr), scope)
            if link.name == "compile":
                found = Holding(found.built, compiled=True)
            elif found.compiled and link.name not in _REBOUND:
                return None
        return found

    def _base(self, base: ast.expr, scope: Scope | None) -> Holding | None:
        if isinstance(base, ast.Call):
            root = self.roots.get(base)
            return Holding(root, compiled=False) if root is not None else self._made(base, scope)
        if not isinstance(base, ast.Name):
            return None
        return self.variable(base.id, scope)

    def _made(self, call: ast.Call, scope: Scope | None) -> Holding | None:
        if not self.made_by or not isinstance(call.func, ast.Name):
            return None
        maker = self._modules.resolve(call.func, scope)
        if maker is None or not isinstance(maker.node, ast.FunctionDef | ast.AsyncFunctionDef):
            return None
        return self.made_by.get(maker.node)


class Finder:
    """One reading of a document: `built` are its builders in order, `holders` who holds them."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._text = modules.text
        self.built: list[Built] = []
        self.holders = Holders(modules)

    def find(self) -> None:
        """Follow all builders through the document."""
        text = self._text.text
        if GRAPH_CLASS not in text:
            return
        words = {GRAPH_CLASS, *re.findall(rf"\b{GRAPH_CLASS}\s+as\s+(\w+)", text)}
        for place in places(self._text.tree, self._words(words)):
            _Reader(self, place).read()
        self._name_what_functions_make()

    def _words(self, words: set[str]) -> Words:
        """Return the words to look at: those given, and all variables that are bound to what they stand for."""
        tree = self._text.tree
        while True:
            found = Words(self._text, words)
            more = {name for place in places(tree, found) for name in self._names_bound(place, words)}
            if more <= words:
                return found
            words |= more

    def _names_bound(self, place: Place, words: set[str]) -> list[str]:
        statement = place.statement
        if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
            return [one.target.id for part in own_parts(statement) for one in _walrus(part)]
        base, _ = chain_of(statement.value)
        named = base.value if isinstance(base, ast.NamedExpr) else base
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        names += [one.target.id for one in _walrus(statement.value)]
        return names if self._is_known(named, place.scope, words) else []

    def _is_known(self, base: ast.expr, scope: Scope | None, words: set[str]) -> bool:
        if isinstance(base, ast.Name):
            return base.id in words
        return isinstance(base, ast.Call) and self.package_of(base, scope) is not None

    def package_of(self, call: ast.Call, scope: Scope | None) -> str | None:
        """Return where the builder's class comes from that a call makes one of; None for every other call."""
        named = call.func.value if isinstance(call.func, ast.Subscript) else call.func
        dotted = self._modules.dotted(named, scope)
        if dotted is None or not dotted.endswith(f".{GRAPH_CLASS}"):
            return None
        package = dotted.partition(".")[0]
        return package if package in _PACKAGES else None

    def _name_what_functions_make(self) -> None:
        """Give a graph that a function returns the variable of the module that keeps it."""
        makers = {function.name for function in self.holders.made_by}
        if not makers:
            return
        for place in places(self._text.tree, Words(self._text, makers)):
            statement = place.statement
            if place.scope is None and isinstance(statement, ast.Assign):
                held = self.holders.holding(statement.value, None)
                names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
                if held is not None and held.built.function is not None:
                    held.built.in_module.extend(names)
                    for name in names:
                        self.holders.bind(None, name, held)


def _walrus(expr: ast.expr) -> list[ast.NamedExpr]:
    return [one for one in ast.walk(expr) if isinstance(one, ast.NamedExpr)]


class _Reader:
    """Reads one statement for what it does with builders."""

    def __init__(self, finder: Finder, place: Place) -> None:
        self._finder = finder
        self._holders = finder.holders
        self._text = finder._text  # noqa: SLF001  a part of the finder, in a class of its own
        self._place = place

    def read(self) -> None:
        statement = self._place.statement
        for part in own_parts(statement):
            self._look(part, sure=True)
        match statement:
            case ast.Assign(targets=targets, value=value):
                self._bind(targets, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._bind([target], value)
            case ast.Return(value=ast.expr() as value):
                self._return(value)
        self._look_at_targets(statement)

    def _bind(self, targets: list[ast.expr], value: ast.expr) -> None:
        held = self._holding(value)
        if held is None:
            return
        for target in targets:
            if isinstance(target, ast.Name):
                self._holders.bind(self._place.scope, target.id, held)
                self._name(held, target.id)
            elif isinstance(target, ast.Attribute):
                name = ast.unparse(target)
                self._holders.bind(self._place.scope, name, held)
                if held.compiled:
                    self._name(held, name)
                else:
                    # Any method of the class may add to it.
                    held.built.names.append(name)
                    held.built.lock(self._place.statement.lineno)

    def _name(self, held: Holding, name: str) -> None:
        names = held.built.compiled if held.compiled else held.built.names
        if name not in names:
            names.append(name)

    def _return(self, value: ast.expr) -> None:
        held = self._holding(value)
        if held is None:
            return
        held.built.is_returned = True
        function = held.built.function
        if function is not None and function is self._place.scope:
            self._holders.made_by[function] = held

    def _holding(self, expr: ast.expr) -> Holding | None:
        return self._holders.holding(expr, self._place.scope)

    def _look_at_targets(self, statement: ast.stmt) -> None:
        """Lock a builder whose containers a statement stores into."""
        targets: list[ast.expr] = []
        if isinstance(statement, ast.Assign | ast.Delete):
            targets = statement.targets
        elif isinstance(statement, ast.AugAssign):
            targets = [statement.target]
        for target in targets:
            inner = target.value if isinstance(target, ast.Subscript) else target
            base, links = chain_of(inner)
            held = self._holders.variable(base.id, self._place.scope) if isinstance(base, ast.Name) else None
            if held is not None and not held.compiled and links and links[0].name in _CONTAINERS:
                held.built.lock(statement.lineno)

    def _look(self, expr: ast.AST, *, sure: bool) -> None:
        """Look through an expression for chains that begin with a builder."""
        if isinstance(expr, ast.Call | ast.Attribute) and self._chain(expr, sure=sure):
            return
        if isinstance(expr, ast.Call):
            self._escape(expr)
        if isinstance(expr, ast.NamedExpr):
            self._look(expr.value, sure=sure)
            self._bind([expr.target], expr.value)
            return
        for index, child in enumerate(ast.iter_child_nodes(expr)):
            is_certain = not isinstance(expr, _SOMETIMES) and not (isinstance(expr, ast.IfExp) and index > 0)
            is_first = not isinstance(expr, ast.BoolOp) or index <= 1
            self._look(child, sure=sure and is_certain and is_first)

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
        is_root = isinstance(base, ast.Call)
        if is_root and any(link.name in ADDING for link in links):
            built.form = "chain"
        self._follow(built, expr, links, sure=sure)
        return True

    def _begun(self, base: ast.expr) -> Built | None:
        if isinstance(base, ast.Name):
            held = self._holders.variable(base.id, self._place.scope)
            return None if held is None or held.compiled else held.built
        if not isinstance(base, ast.Call):
            return None
        package = self._finder.package_of(base, self._place.scope)
        if package is None:
            return None
        built = self._holders.roots.get(base)
        if built is None:
            built = Built(base, self._place, package, insert=self._text.span(self._place.statement).end)
            self._holders.roots[base] = built
            self._finder.built.append(built)
        return built

    def _follow(self, built: Built, expr: ast.expr, links: tuple[Link, ...], *, sure: bool) -> None:
        runs_surely = sure and built.runs_surely(self._place)
        for index, link in enumerate(links):
            line = line_of(expr, link)
            if link.name == "compile" and link.call is not None:
                if runs_surely:
                    built.compilings.append(Compiling(link.call, len(built.steps), line))
                return
            if link.name == "validate" and link.call is not None:
                continue
            if link.name not in ADDING or link.call is None:
                self._other(built, links[index:], line)
                return
            self._touch(built, link)
            if runs_surely:
                span = self._span(expr, links, link)
                built.steps.append(Step(link.name, link.call, self._place.scope, span, self._text.line_of(span.start)))
            else:
                built.lock(line)

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
        is_alone = isinstance(statement, ast.Expr | ast.Assign) and statement.value is expr and len(links) == 1
        base, _ = chain_of(expr)
        if is_alone and isinstance(base, ast.Name):
            return self._text.span(statement)
        return link.span(self._text)

    def _other(self, built: Built, links: tuple[Link, ...], line: int) -> None:
        """Lock a builder of which something is used that may add to it; its containers may be read."""
        is_read = links[0].name in _CONTAINERS and links[0].call is None
        is_changed = any(link.call is not None and link.name in _CHANGING for link in links[1:])
        if links[0].name in ADDING or (is_changed and is_read) or (links[0].call is not None and not is_read):
            built.lock(line)

    def _escape(self, call: ast.Call) -> None:
        """Lock the builders that are handed to a function, which may do anything with them."""
        if isinstance(call.func, ast.Name) and call.func.id in _HARMLESS:
            return
        for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
            value = argument.value if isinstance(argument, ast.Starred) else argument
            held = self._holding(value)
            if held is not None and not held.compiled:
                held.built.lock(call.lineno)


def _arguments(base: ast.expr, links: tuple[Link, ...]) -> list[ast.expr]:
    calls = [base] if isinstance(base, ast.Call) else []
    calls += [link.call for link in links if link.call is not None]
    return [value for call in calls for value in (*call.args, *(keyword.value for keyword in call.keywords))]
