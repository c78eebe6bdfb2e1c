"""The classes that schemas are made of: which form one has, and which classes its fields come from."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from stepgraph.document.model import SchemaForm
from stepgraph.document.reading.module_names import statements
from stepgraph.document.reading.modules import Definition

_FORMS: dict[str, SchemaForm] = {
    "typing.TypedDict": "typeddict",
    "typing_extensions.TypedDict": "typeddict",
    "pydantic.BaseModel": "pydantic",
    "pydantic.main.BaseModel": "pydantic",
    "pydantic.RootModel": "pydantic",
}
_DATACLASS = frozenset({"dataclasses.dataclass", "pydantic.dataclasses.dataclass"})
# Bases that bring no fields.
_EMPTY = frozenset({"typing.Generic", "typing.Protocol", "typing.NamedTuple", "builtins.object", "abc.ABC"})
_MAX_DEPTH = 16


@dataclass(frozen=True, slots=True)
class Lineage:
    """A class with its bases: `classes` in the order in which they give fields, a later one over an earlier one.

    `known` are the engine's own schemas among the bases, by dotted name; `unknown` the bases as written that are
    declared outside the project.
    """

    form: SchemaForm
    classes: tuple[Definition, ...]
    known: tuple[str, ...]
    unknown: tuple[str, ...]


class _Collector:
    def __init__(self) -> None:
        self.form: SchemaForm = "class"
        self.classes: list[Definition] = []
        self.known: list[str] = []
        self.unknown: list[str] = []

    def visit(self, found: Definition, depth: int) -> None:
        node = found.node
        if depth > _MAX_DEPTH or not isinstance(node, ast.ClassDef) or any(one.node is node for one in self.classes):
            return
        if any(_is_dataclass(found, decorator) for decorator in node.decorator_list):
            self.form = "dataclass"
        for base in node.bases:
            self._base(found, base, depth)
        self.classes.append(found)

    def _base(self, found: Definition, base: ast.expr, depth: int) -> None:
        expr = base.value if isinstance(base, ast.Subscript) else base
        parent = found.modules.resolve(expr, found.scope)
        dotted = "" if parent is None else parent.dotted
        if parent is not None and isinstance(parent.node, ast.ClassDef):
            self.visit(parent, depth + 1)
        elif dotted in _FORMS:
            self.form = _FORMS[dotted]
        elif is_engine_schema(dotted):
            self.form = "typeddict"
            self.known.append(dotted)
        elif dotted not in _EMPTY:
            self.unknown.append(found.text.piece(found.text.span(base)))


def lineage(found: Definition) -> Lineage:
    """Return a class with all that its fields come from, base classes first."""
    collector = _Collector()
    collector.visit(found, 0)
    return Lineage(collector.form, tuple(collector.classes), tuple(collector.known), tuple(collector.unknown))


def field_names(family: Lineage) -> tuple[str, ...]:
    """Return the names of the fields that the classes of a lineage declare."""
    nodes = (found.node for found in family.classes)
    declared = (one for node in nodes if isinstance(node, ast.ClassDef) for one in statements(node.body))
    targets = (one.target for one in declared if isinstance(one, ast.AnnAssign))
    return tuple(dict.fromkeys(target.id for target in targets if isinstance(target, ast.Name)))


def is_engine_schema(dotted: str) -> bool:
    """Tell whether a name is a schema that the engine ships: its fields are known without its file."""
    package, _, rest = dotted.partition(".")
    return package in {"langgraph", "stepgraph"} and rest.rpartition(".")[2] in {"MessagesState", "AgentState"}


def is_typed_dict(dotted: str | None) -> bool:
    """Tell whether a name is `TypedDict`, whose call makes a schema too."""
    return dotted is not None and _FORMS.get(dotted) == "typeddict"


def _is_dataclass(found: Definition, decorator: ast.expr) -> bool:
    expr = decorator.func if isinstance(decorator, ast.Call) else decorator
    return found.modules.dotted(expr, found.scope) in _DATACLASS
