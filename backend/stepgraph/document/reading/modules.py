"""What the names of a document mean, its imports from files beside it included, by syntax alone."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from stepgraph.document.model import END, START
from stepgraph.document.reading.module_files import find_module, open_file
from stepgraph.document.reading.module_names import Bound, Function, Imported, Names, Opaque, Scope
from stepgraph.document.text import Text

DefinitionKind: TypeAlias = Literal["function", "class", "value", "module", "external"]
Constant: TypeAlias = str | int | float | bool | None

_MAX_STEPS = 64
_MAX_PARTS = 256
"""Of a constant that is put together: names may stand for names twice, each of them twice again, and so on."""
_ENGINE_CONSTANTS = {
    f"{package}.{module}.{name}": value
    for package in ("langgraph", "stepgraph")
    for module in ("graph", "graph.state", "graph.graph", "constants")
    for name, value in (("START", START), ("END", END))
}


@dataclass(frozen=True, slots=True)
class Definition:
    """What a name means.

    `node` is the function, the class, or for kind "value" the assigned expression; None for a module and for what is
    external to the project. `modules` are the names of the file that it stands in, `scope` the function or class
    there. `dotted` is its full name: "operator.add" when external, "state.State" from another file, else its own.
    `bound` counts the positional arguments that a `partial` gave already.
    """

    kind: DefinitionKind
    dotted: str
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr | None
    modules: Modules
    scope: Scope | None = None
    bound: int = 0

    @property
    def text(self) -> Text:
        """The text that `node` stands in."""
        return self.modules.text

    @property
    def name(self) -> str:
        """The last part of its name."""
        return self.dotted.rpartition(".")[2]


class Modules:
    """The names of one text. A `scope` is the function (or class) that an expression stands in, None at module level.

    Local names come before those of the enclosing functions and of the module, as in Python. A name that is bound in a
    way which the syntax does not tell means nothing (None).
    """

    def __init__(self, text: Text, *, names: Names | None = None, opened: dict[str, Modules] | None = None) -> None:
        self.text = text
        self.names = Names(text.tree) if names is None else names
        # The files of one reading, so that each is looked at once.
        self._opened: dict[str, Modules] = {} if opened is None else opened
        self._files: dict[tuple[str, int], Modules | None] = {}
        self._meanings: dict[tuple[str, Scope | None], _Meaning | None] = {}

    def resolve(self, expr: ast.expr, scope: Scope | None = None) -> Definition | None:
        """Return what a name or a dotted name means, through aliases and imports; None for any other expression."""
        if not isinstance(expr, ast.Name):
            return _Search().resolve(self, expr, scope)
        asked = (expr.id, scope)
        if asked not in self._meanings:
            found = _Search().resolve(self, expr, scope)
            self._meanings[asked] = None if found is None else _Meaning.of(found, asked_by=self)
        meaning = self._meanings[asked]
        return None if meaning is None else meaning.definition(self)

    def dotted(self, expr: ast.expr, scope: Scope | None = None) -> str | None:
        """Return the full name that an expression stands for ("langgraph.graph.StateGraph" for `lg.StateGraph`)."""
        definition = self.resolve(expr, scope)
        return None if definition is None else definition.dotted

    def constant(self, expr: ast.expr, scope: Scope | None = None) -> Constant:
        """Return the constant that an expression is or names, f-strings of such too; None when there is none."""
        return _constant(self, expr, scope, steps=iter(range(_MAX_PARTS)))

    def module_file(self, module: str, level: int) -> Modules | None:
        """Return the names of the file of this project that an import here means, or None."""
        asked = (module, level)
        if asked not in self._files:
            path = find_module(self.text.path, module, level)
            self._files[asked] = None if path is None else self._file(path)
        return self._files[asked]

    def _file(self, path: str) -> Modules | None:
        if path not in self._opened:
            file = open_file(path)
            if file is None:
                return None
            self._opened[path] = Modules(file.text, names=file.names, opened=self._opened)
        return self._opened[path]


@dataclass(frozen=True, slots=True)
class _Meaning:
    """A definition as the names of a text keep it. They never hold themselves (`modules` is None then).

    So a text and its tree go as soon as nobody reads them any more, and no search for circles is needed, which takes
    longer than a reading.
    """

    kind: DefinitionKind
    dotted: str
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr | None
    modules: Modules | None
    scope: Scope | None

    @classmethod
    def of(cls, found: Definition, asked_by: Modules) -> _Meaning:
        modules = None if found.modules is asked_by else found.modules
        return cls(found.kind, found.dotted, found.node, modules, found.scope)

    def definition(self, asked_by: Modules) -> Definition:
        return Definition(self.kind, self.dotted, self.node, self.modules or asked_by, self.scope)


class _Search:
    """One question. It counts its steps, since names may mean each other in a circle."""

    def __init__(self) -> None:
        self._steps = 0

    def resolve(self, modules: Modules, expr: ast.expr, scope: Scope | None) -> Definition | None:
        self._steps += 1
        if self._steps > _MAX_STEPS:
            return None
        if isinstance(expr, ast.Name):
            return self._name(modules, expr.id, scope)
        if isinstance(expr, ast.Attribute):
            return self._attribute(modules, expr, scope)
        return None

    def _name(self, modules: Modules, name: str, scope: Scope | None) -> Definition | None:
        for owner in _scopes(modules.names, scope):
            bounds = modules.names.table(owner).names.get(name)
            if bounds:
                bound = _chosen(bounds)
                return None if bound is None else self._bound(modules, name, bound, owner)
        return self._starred(modules, name)

    def _bound(self, modules: Modules, name: str, bound: Bound, owner: Scope | None) -> Definition | None:
        dotted = f"{owner.name}.{name}" if isinstance(owner, ast.ClassDef) else name
        if isinstance(bound, Imported):
            return self._import(modules, bound)
        if isinstance(bound, ast.FunctionDef | ast.AsyncFunctionDef):
            return Definition("function", dotted, bound, modules, owner)
        if isinstance(bound, ast.ClassDef):
            return Definition("class", dotted, bound, modules, owner)
        if isinstance(bound, ast.Name | ast.Attribute):
            return self.resolve(modules, bound, owner)
        return None if isinstance(bound, Opaque) else Definition("value", dotted, bound, modules, owner)

    def _import(self, modules: Modules, imported: Imported) -> Definition | None:
        dotted = ".".join(part for part in (imported.module, imported.name) if part)
        if imported.name is None:
            return Definition("module", dotted, None, modules.module_file(imported.module, imported.level) or modules)
        file = modules.module_file(imported.module, imported.level)
        if file is not None and file is not modules:
            found = self._member(file, imported.name)
            if found is not None:
                return _renamed(found, imported.module)
        inner = modules.module_file(dotted, imported.level)
        if inner is not None:
            return Definition("module", dotted, None, inner)
        return Definition("external", dotted, None, modules)

    def _member(self, modules: Modules, name: str) -> Definition | None:
        """Return what a name means in another file; the builtins do not count as its own."""
        found = self._name(modules, name, None)
        return None if found is None or found.dotted == f"builtins.{name}" else found

    def _starred(self, modules: Modules, name: str) -> Definition | None:
        outside: list[Imported] = []
        for star in modules.names.table(None).stars:
            file = modules.module_file(star.module, star.level)
            if file is None:
                outside.append(star)
                continue
            self._steps += 1
            found = self._member(file, name) if self._steps < _MAX_STEPS else None
            if found is not None:
                return _renamed(found, star.module)
        if hasattr(builtins, name):
            return Definition("external", f"builtins.{name}", None, modules)
        return Definition("external", f"{outside[0].module}.{name}", None, modules) if len(outside) == 1 else None

    def _attribute(self, modules: Modules, expr: ast.Attribute, scope: Scope | None) -> Definition | None:
        owner = self._owner(modules, expr.value, scope)
        if owner is None:
            return None
        if isinstance(owner.node, ast.ClassDef):
            return self.class_member(owner, expr.attr)
        if owner.kind == "module":
            return self._module_member(owner, expr.attr)
        return (
            Definition("external", f"{owner.dotted}.{expr.attr}", None, modules) if owner.kind == "external" else None
        )

    def _owner(self, modules: Modules, expr: ast.expr, scope: Scope | None) -> Definition | None:
        """Return what an attribute is looked for in: for an instance its class, for `self` the class around."""
        if isinstance(expr, ast.Call):
            made = self.resolve(modules, expr.func, scope)
            return made if made is not None and made.kind == "class" else None
        if isinstance(expr, ast.Name):
            around = _class_of_self(modules.names, expr.id, scope)
            if around is not None:
                return Definition("class", around.name, around, modules, modules.names.parent(around))
        owner = self.resolve(modules, expr, scope)
        if owner is not None and owner.kind == "value" and isinstance(owner.node, ast.Call):
            return self._owner(owner.modules, owner.node, owner.scope)
        return owner

    def _module_member(self, module: Definition, name: str) -> Definition | None:
        dotted = f"{module.dotted}.{name}"
        file = module.modules.module_file(module.dotted, 0)
        if file is None and module.modules.module_file(dotted, 0) is None:
            return Definition("external", dotted, None, module.modules)
        found = None if file is None else self._member(file, name)
        if found is not None:
            return _renamed(found, module.dotted)
        return Definition("module", dotted, None, module.modules)

    def class_member(self, owner: Definition, name: str) -> Definition | None:
        """Return a method or an assigned name of a class, of its bases too."""
        self._steps += 1
        if self._steps > _MAX_STEPS or not isinstance(owner.node, ast.ClassDef):
            return None
        bounds = owner.modules.names.table(owner.node).names.get(name)
        if bounds:
            bound = _chosen(bounds)
            return None if bound is None else self._bound(owner.modules, name, bound, owner.node)
        for base in owner.node.bases:
            parent = self.resolve(owner.modules, base, owner.scope)
            found = None if parent is None else self.class_member(parent, name)
            if found is not None:
                return found
        return None


def class_member(owner: Definition, name: str) -> Definition | None:
    """Return a method or an assigned name of a class, looked for in its bases too; None when there is none."""
    return _Search().class_member(owner, name)


def _scopes(names: Names, scope: Scope | None) -> Iterator[Scope | None]:
    """Yield the scopes in which a name is looked for. The body of an enclosing class is none of them."""
    first = scope
    while scope is not None:
        if scope is first or not isinstance(scope, ast.ClassDef):
            yield scope
        scope = names.parent(scope)
    yield None


def _chosen(bounds: list[Bound]) -> Bound | None:
    """Return the one binding that counts of those that a name has in one scope, or None when that is open.

    Of several definitions the last one counts (overloads), of several imports the first (a fallback for another).
    """
    if len(bounds) == 1:
        return bounds[0]
    if isinstance(bounds[0], Imported):
        return bounds[0]
    defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return bounds[-1] if all(isinstance(bound, defined) for bound in bounds) else None


def _class_of_self(names: Names, name: str, scope: Scope | None) -> ast.ClassDef | None:
    """Return the class whose method calls its instance by this name, seen from a scope within the method."""
    while scope is not None:
        around = names.parent(scope)
        if isinstance(scope, Function) and any(one.arg == name for one in scope.args.args[:1]):
            return around if isinstance(around, ast.ClassDef) else None
        scope = around
    return None


def _renamed(found: Definition, module: str) -> Definition:
    """Return a definition of another file under its full name; what is external there has one already."""
    if found.kind in {"external", "module"} or not module:
        return found
    return Definition(found.kind, f"{module}.{found.dotted}", found.node, found.modules, found.scope)


def _constant(modules: Modules, expr: ast.expr, scope: Scope | None, *, steps: Iterator[int]) -> Constant:
    """Return a constant, unless that takes more steps than are left, or is put together of more parts."""
    if next(steps, None) is None:
        return None
    match expr:
        case ast.Constant(value=str() | int() | float() as value):
            return value
        case ast.JoinedStr(values=parts):
            return _joined(modules, parts, scope, steps=steps)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            pair = [_constant(modules, side, scope, steps=steps) for side in (left, right)]
            return "".join(str(side) for side in pair) if all(isinstance(side, str) for side in pair) else None
        case ast.Name() | ast.Attribute():
            return _named_constant(modules, expr, scope, steps=steps)
    return None


def _named_constant(modules: Modules, expr: ast.expr, scope: Scope | None, *, steps: Iterator[int]) -> Constant:
    if isinstance(expr, ast.Attribute) and expr.attr == "__name__":
        named = modules.resolve(expr.value, scope)
        return named.name if named is not None and named.kind in {"function", "class"} else None
    if isinstance(expr, ast.Attribute) and expr.attr == "value" and isinstance(expr.value, ast.Attribute):
        expr = expr.value  # the member of an Enum
    named = modules.resolve(expr, scope)
    if named is None:
        return None
    if named.kind == "value" and isinstance(named.node, ast.expr):
        return _constant(named.modules, named.node, named.scope, steps=steps)
    return _ENGINE_CONSTANTS.get(named.dotted)


def _joined(modules: Modules, parts: list[ast.expr], scope: Scope | None, *, steps: Iterator[int]) -> str | None:
    pieces: list[str] = []
    for part in parts:
        if isinstance(part, ast.FormattedValue) and (part.format_spec is not None or part.conversion != -1):
            return None
        inner = part.value if isinstance(part, ast.FormattedValue) else part
        value = _constant(modules, inner, scope, steps=steps)
        if value is None:
            return None
        pieces.append(str(value))
    return "".join(pieces)
