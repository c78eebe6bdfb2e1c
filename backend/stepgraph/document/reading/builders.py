"""Finding the builders of a document, and who holds them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import groupby
from typing import Final

from stepgraph.document.methods import ADDING
from stepgraph.document.reading.built import Built, Step
from stepgraph.document.reading.chains import GRAPH_CLASS, chain_of
from stepgraph.document.reading.following import Follower
from stepgraph.document.reading.holders import Holders
from stepgraph.document.reading.module_names import Scope, statements
from stepgraph.document.reading.modules import Definition, Modules
from stepgraph.document.reading.places import Place, Words, assignments, own_parts, places
from stepgraph.document.reading.unrolled import Names, default_values, given_values

_MAX_ALIASES: Final = 16
_PACKAGES: Final = frozenset({"langgraph", "stepgraph"})
_Function = ast.FunctionDef | ast.AsyncFunctionDef


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
        # A pattern that begins with the word itself is found faster than one that begins at its edge.
        classes = {GRAPH_CLASS, *re.findall(rf"{GRAPH_CLASS}(?<!\w{GRAPH_CLASS})\s+as\s+(\w+)", text)}
        for place in self._places_of_builders(classes):
            try:
                Follower(self._modules, self.holders, place, self._begin).follow()
            except RecursionError:
                # An expression nested more deeply than any that a person wrote may add anything to any of them.
                for built in self.built:
                    built.lock(place.statement.lineno)
        for built in self.built:
            built.steps = _in_turn(built.steps)
            if not (built.names or built.compilings or built.is_returned):
                # It is kept in a list, say, where we do not follow it.
                built.lock(built.root.lineno)
        makers = {function.name for function in self.holders.made_by}
        makers |= {owner.name for owner in map(self._class_of, self.built) if owner is not None}
        if makers:
            self._follow_into_module(Words(self._text, makers))

    def _places_of_builders(self, classes: set[str]) -> list[Place]:
        """Return the statements that may have to do with builders: with their classes, or variables bound to them."""
        has_walrus = ":=" in self._text.text
        words, new = set(classes), set(classes)
        for _ in range(_MAX_ALIASES):
            # What holds only words that were known before has been looked at.
            new = {
                name
                for place in places(self._text.tree, Words(self._text, new))
                for names, value in _bindings(place.statement, has_walrus=has_walrus)
                if not words.issuperset(names) and self._is_known(value, place.scope, words)
                for name in names
            }
            if not new:
                break
            words |= new
        return list(places(self._text.tree, Words(self._text, words)))

    def _is_known(self, value: ast.expr, scope: Scope | None, words: set[str]) -> bool:
        base, _ = chain_of(value)
        base = base.target if isinstance(base, ast.NamedExpr) else base
        if isinstance(base, ast.Name):
            return base.id in words or (isinstance(value, ast.Attribute) and value.attr == GRAPH_CLASS)
        return isinstance(base, ast.Call) and self._class(base, scope) is not None

    def _class(self, call: ast.Call, scope: Scope | None) -> tuple[str, ast.ClassDef | None] | None:
        """Return the package of the builder that a call makes, with the project's own class if it is of one."""
        named = call.func.value if isinstance(call.func, ast.Subscript) else call.func
        found = self._modules.resolve(named, scope)
        own = found.node if found is not None and isinstance(found.node, ast.ClassDef) else None
        for _ in range(4):
            package = None if found is None else _package(found)
            if package is not None:
                return package, own
            if found is None or not isinstance(found.node, ast.ClassDef) or not found.node.bases:
                return None
            base = found.node.bases[0]
            found = found.modules.resolve(base.value if isinstance(base, ast.Subscript) else base, found.scope)
        return None

    def _begin(self, call: ast.Call, place: Place) -> Built | None:
        built = self.holders.roots.get(call)
        if built is not None:
            return built
        made = self._class(call, place.scope)
        if made is None:
            return None
        package, own = made
        built = Built(call, place, package, insert=self._text.span(place.statement).end)
        built.parameters = self._parameters(built.function)
        if own is not None and any(isinstance(part, _Function) for part in own.body):
            built.lock(own.lineno)
        self.holders.roots[call] = built
        self.built.append(built)
        return built

    def _parameters(self, function: _Function | None) -> Names:
        """Return what the parameters of a function stand for: what its one call in the module gives, or the defaults.

        A function that the module calls in several ways makes several graphs of one text, so nothing is known then.
        """
        if function is None or not any(ast.iter_child_nodes(function.args)):
            return {}
        calls = self._calls_in_module.get(function.name, [])
        if len(calls) > 1 and any(call.args or call.keywords for call in calls):
            return {}
        found = default_values(function)
        if calls:
            found.update(given_values(function, calls[0]))
        table = self._modules.names.table(function).names
        return {name: value for name, value in found.items() if len(table[name]) == 1}

    @cached_property
    def _calls_in_module(self) -> Mapping[str, list[ast.Call]]:
        """The calls of plain names that the module itself makes, by name."""
        calls: dict[str, list[ast.Call]] = {}
        for statement in statements(self._text.tree.body):
            for node in (inner for part in own_parts(statement) for inner in ast.walk(part)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    calls.setdefault(node.func.id, []).append(node)
        return calls

    def _class_of(self, built: Built) -> ast.ClassDef | None:
        """Return the class in a method of which a builder is made."""
        owner = None if built.function is None else self._modules.names.parent(built.function)
        return owner if isinstance(owner, ast.ClassDef) else None

    def _follow_into_module(self, words: Words) -> None:
        """Give a graph that a function makes the variable of the module that keeps it."""
        extended: dict[str, Built] = {}
        for place in places(self._text.tree, words):
            statement = place.statement
            if place.scope is not None or not isinstance(statement, ast.Assign):
                continue
            held = self.holders.holding(statement.value, None)
            names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
            if held is None or not names:
                continue
            held.built.in_module.extend(names)
            for name in names:
                self.holders.bind(None, name, held)
                if not held.compiled and held.built.function is not None:
                    extended[name] = held.built
        if extended:
            self._lock_extended(extended)

    def _lock_extended(self, extended: dict[str, Built]) -> None:
        """Lock what the module adds to a builder that a function made."""
        for place in places(self._text.tree, Words(self._text, set(extended))):
            for part in own_parts(place.statement) if place.scope is None else ():
                for call in (node for node in ast.walk(part) if isinstance(node, ast.Call)):
                    base, links = chain_of(call)
                    adds = bool(links) and links[-1].name in ADDING
                    if adds and isinstance(base, ast.Name) and base.id in extended:
                        extended[base.id].lock(links[-1].attribute.end_lineno or call.lineno)


def _bindings(statement: ast.stmt, *, has_walrus: bool) -> Iterator[tuple[list[str], ast.expr]]:
    """Yield what a statement binds names to."""
    if isinstance(statement, ast.Assign):
        for target, value in assignments(statement.targets, statement.value):
            yield [target.id] if isinstance(target, ast.Name) else [], value
    elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value:
        yield [statement.target.id], statement.value
    elif isinstance(statement, ast.ClassDef):
        yield from (
            ([statement.name], base.value if isinstance(base, ast.Subscript) else base) for base in statement.bases
        )
    for part in own_parts(statement) if has_walrus else ():
        for node in ast.walk(part):
            if isinstance(node, ast.NamedExpr):
                yield [node.target.id], node.value


def _package(found: Definition) -> str | None:
    package, _, rest = found.dotted.partition(".")
    is_class = found.kind == "external" and package in _PACKAGES and rest.rpartition(".")[2] == GRAPH_CLASS
    return package if is_class else None


def _in_turn(steps: list[Step]) -> list[Step]:
    """Return the steps of loops in the order in which they run: turn by turn, not statement by statement."""
    found: list[Step] = []
    for _, group in groupby(steps, key=lambda step: step.loop):
        # What is in no loop has no turns, and stays as it is.
        found += sorted(group, key=lambda step: step.at)
    return found
