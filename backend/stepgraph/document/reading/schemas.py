"""Reading a schema: its form and its fields, with the channel that each of them becomes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from stepgraph.document.model import Code, Field, Lock, Role, Schema, Span
from stepgraph.document.reading.functions import code_of
from stepgraph.document.reading.module_names import Scope, statements
from stepgraph.document.reading.modules import Definition, Modules
from stepgraph.document.reading.schema_annotations import Place, settled
from stepgraph.document.reading.schema_classes import is_engine_schema, is_typed_dict, lineage
from stepgraph.document.reading.schema_rules import MANAGED, merge_rule
from stepgraph.document.text import Text

ROOT = "__root__"


@dataclass(frozen=True, slots=True)
class _Declared:
    """A field as it stands in a file: its name, where that and the whole declaration stand, and its annotation."""

    name: str
    annotation: Place
    span: Span
    name_span: Span
    default: str | None


def read_schema(modules: Modules, expr: ast.expr, role: Role = "state", *, scope: Scope | None = None) -> Schema | None:
    """Return the schema that an expression names, or None when the text does not tell what it names.

    A class of another file has that file's `path` and lines and no spans. What is not a class with fields (`dict`,
    `Annotated[list, add]`) has the form "root" and one field named `__root__`.
    """
    place = settled(Place(modules, expr, scope))
    name = modules.text.piece(modules.text.span(expr))
    found = place.resolve()
    if isinstance(place.expr, ast.Call):
        if is_typed_dict(place.modules.dotted(place.expr.func, place.scope)):
            return _functional(modules, place, name=name, role=role)
        return None
    if found is not None and found.kind == "class":
        return _of_class(modules, found, role)
    if found is not None and found.kind == "external":
        return _external(modules, found, Place(modules, expr, scope), role=role)
    if isinstance(place.expr, ast.Subscript):
        return _root(modules, Place(modules, expr, scope), name=name, role=role)
    return None


def _of_class(modules: Modules, found: Definition, role: Role) -> Schema:
    assert isinstance(found.node, ast.ClassDef)
    family = lineage(found)
    fields: dict[str, Field] = {}
    for dotted in family.known:
        fields.update((field.name, field) for field in _engine_fields(dotted))
    for owner in family.classes:
        fields.update((one.name, _field(modules, one)) for one in _declared(owner))
    bases = tuple(found.text.piece(found.text.span(base)) for base in found.node.bases)
    schema = _schema(modules, found.text, found.node, name=found.node.name, role=role)
    lock = schema.lock or _unknown_bases(family.unknown)
    return replace(schema, form=family.form, fields=tuple(fields.values()), bases=bases, lock=lock)


def _schema(modules: Modules, text: Text, node: ast.stmt | ast.expr, *, name: str, role: Role) -> Schema:
    """Return a schema without fields, placed where its declaration stands."""
    span, line = text.span(node), node.lineno
    if isinstance(node, ast.ClassDef) and node.decorator_list:
        span = Span(text.text.rindex("@", 0, text.span(node.decorator_list[0]).start), span.end)
        line = text.line_of(span.start)
    if text.path == modules.text.path:
        return Schema(name, (role,), "class", (), (), None, span, line)
    return Schema(name, (role,), "class", (), (), text.path, None, line, _elsewhere(text))


def _declared(owner: Definition) -> Iterator[_Declared]:
    assert isinstance(owner.node, ast.ClassDef)
    for statement in statements(owner.node.body):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            if statement.target.id == "__slots__":
                continue
            text = owner.text
            default = None if statement.value is None else text.piece(text.span(statement.value))
            annotation = Place(owner.modules, statement.annotation, owner.node)
            yield _Declared(statement.target.id, annotation, text.span(statement), text.span(statement.target), default)


def _functional(modules: Modules, place: Place, *, name: str, role: Role) -> Schema:
    """Read `TypedDict("State", {"key": type})`."""
    call, text = place.expr, place.modules.text
    assert isinstance(call, ast.Call)
    given = call.args[1] if len(call.args) > 1 else None
    fields: list[Field] = []
    lock: Lock | None = None
    pairs = zip(given.keys, given.values, strict=True) if isinstance(given, ast.Dict) else ()
    if not isinstance(given, ast.Dict):
        lock = Lock("read-only: the fields of this TypedDict are made by code", call.lineno)
    for key, value in pairs:
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            lock = Lock("read-only: a field of this TypedDict has no constant name", call.lineno)
            continue
        span = Span(text.span(key).start, text.span(value).end)
        fields.append(_field(modules, _Declared(key.value, place.of(value), span, text.span(key), None)))
    schema = _schema(modules, text, call, name=name.rpartition(".")[2], role=role)
    return replace(schema, form="typeddict", fields=tuple(fields), lock=schema.lock or lock)


def _root(modules: Modules, place: Place, *, name: str, role: Role) -> Schema:
    span = place.modules.text.span(place.expr)
    root = _field(modules, _Declared(ROOT, place, span, span, None))
    return Schema(name, (role,), "root", (root,), (), None, span, place.expr.lineno)


def _external(modules: Modules, found: Definition, place: Place, *, role: Role) -> Schema:
    if is_engine_schema(found.dotted):
        return Schema(found.name, (role,), "typeddict", _engine_fields(found.dotted), (), None, None, None)
    if found.dotted.startswith(("builtins.", "typing.", "typing_extensions.", "collections.")):
        return _root(modules, place, name=place.text, role=role)
    lock = Lock(f"read-only: {found.dotted} is declared outside this project; its fields are known after a run")
    return Schema(found.name, (role,), "class", (), (), None, None, None, lock)


def _field(modules: Modules, declared: _Declared) -> Field:
    rule = merge_rule(declared.annotation)
    text = declared.annotation.modules.text
    is_here = text.path == modules.text.path
    lock = None if is_here else _elsewhere(text)
    if not rule.is_sure:
        lock = Lock(f"read-only: how {declared.name} merges is decided by code", declared.annotation.expr.lineno)
    return Field(
        name=declared.name,
        annotation=declared.annotation.text,
        type=_bare(rule.type),
        kind=rule.kind,
        reducer=None if rule.reducer is None else _reducer(modules, rule.reducer),
        accumulate=rule.accumulate,
        default=declared.default,
        span=declared.span if is_here else None,
        name_span=declared.name_span if is_here else None,
        annotation_span=text.span(declared.annotation.expr) if is_here else None,
        line=text.line_of(declared.span.start),
        lock=lock,
    )


def _bare(place: Place) -> str:
    """Return a type as written, without the quotes of a forward reference."""
    expr = place.expr
    return expr.value if isinstance(expr, ast.Constant) and isinstance(expr.value, str) else place.text


def _reducer(modules: Modules, place: Place) -> Code:
    return code_of(place.modules, place.expr, place.scope, seen_from=modules)


def _engine_fields(dotted: str) -> tuple[Field, ...]:
    merge = Code("add_messages", "imported", "add_messages", None, None, None, None, None)
    messages = Field(
        name="messages",
        annotation="Annotated[list[AnyMessage], add_messages]",
        type="list[AnyMessage]",
        kind="BinaryOperatorAggregate",
        reducer=merge,
        accumulate=False,
        default=None,
        span=None,
        name_span=None,
        annotation_span=None,
        line=None,
        lock=Lock(f"read-only: this field comes with {dotted.rpartition('.')[2]}"),
    )
    if not dotted.endswith("AgentState"):
        return (messages,)
    steps = "NotRequired[RemainingSteps]"
    left = replace(
        messages, name="remaining_steps", annotation=steps, type="RemainingSteps", kind=MANAGED, reducer=None
    )
    return (messages, left)


def _elsewhere(text: Text) -> Lock:
    return Lock(f"read-only: declared in {Path(text.path).name}; open that file to change it")


def _unknown_bases(names: tuple[str, ...]) -> Lock | None:
    if not names:
        return None
    return Lock(f"read-only: {', '.join(names)} is declared outside this project and may bring more fields")
