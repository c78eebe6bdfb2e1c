"""Where the fields of a schema are declared: the class, or the call that makes it, and each field's own place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.model import Graph, Schema
from stepgraph.document.reading.module_names import Scope, statements
from stepgraph.document.reading.modules import Definition, Modules
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import Text

TYPED_DICTS = frozenset({"typing.TypedDict", "typing_extensions.TypedDict"})


@dataclass(frozen=True, slots=True)
class FieldSite:
    """One field where it is declared: an annotated name in a class, or an entry of the dict of a functional TypedDict.

    `statement` is the class's statement; None for an entry.
    """

    name: str
    target: ast.expr
    annotation: ast.expr
    default: ast.expr | None
    statement: ast.AnnAssign | None


@dataclass(frozen=True)
class SchemaSite:
    """One declaration of a schema: its class, or its call of `TypedDict`, in the text that `modules` names."""

    name: str
    node: ast.ClassDef | ast.Call
    modules: Modules
    scope: Scope | None

    @property
    def text(self) -> Text:
        """The text that it stands in."""
        return self.modules.text

    @cached_property
    def inner(self) -> Scope | None:
        """The scope in which its annotations are looked up."""
        return self.node if isinstance(self.node, ast.ClassDef) else self.scope

    @cached_property
    def fields(self) -> tuple[FieldSite, ...]:
        """The fields that it declares itself."""
        if isinstance(self.node, ast.ClassDef):
            return tuple(_class_fields(self.node))
        return tuple(_entries(self.node))

    @cached_property
    def bases(self) -> tuple[SchemaSite, ...]:
        """The declarations that it inherits from, as far as they can be read."""
        if not isinstance(self.node, ast.ClassDef):
            return ()
        found = (self.modules.resolve(base, self.scope) for base in self.node.bases)
        return tuple(site for one in found if one is not None and (site := site_of(one)) is not None)

    def own(self, name: str) -> FieldSite | None:
        """Return a field that is declared here."""
        return next((field for field in self.fields if field.name == name), None)

    def declaring(self, name: str) -> list[tuple[SchemaSite, FieldSite]]:
        """Return the declarations of a field, this one's and those that it inherits from, the one that counts first."""
        found = ((site, site.own(name)) for site in self.with_bases())
        return [(site, field) for site, field in found if field is not None]

    def with_bases(self) -> Iterator[SchemaSite]:
        """Yield this declaration and all that it inherits from, the nearest first."""
        pending, seen = [self], set[int]()
        while pending:
            site = pending.pop(0)
            if id(site.node) not in seen:
                seen.add(id(site.node))
                yield site
                pending.extend(site.bases)


def site_of(definition: Definition) -> SchemaSite | None:
    """Return a definition as the declaration of a schema, or None when it is none that can be read."""
    node = definition.node
    if isinstance(node, ast.ClassDef):
        return SchemaSite(definition.name, node, definition.modules, definition.scope)
    if definition.kind == "value" and isinstance(node, ast.Call) and _is_functional(node, definition):
        return SchemaSite(definition.name, node, definition.modules, definition.scope)
    return None


def schema_site(sheet: Sheet, schema: Schema, modules: Modules) -> SchemaSite:
    """Return where a schema of the graph is declared in this document. Raises EditRefused when that is elsewhere."""
    if schema.form == "root":
        raise EditRefused(
            "edit.no_fields", "The state of this graph is one value without fields. Make it a TypedDict in the code."
        )
    if schema.path is not None and schema.path != sheet.text.path:
        raise elsewhere(f'"{schema.name}"', schema.path, schema.line)
    for site in sites_in(modules):
        if schema.span is not None and _is_at(site, schema):
            return site
    raise EditRefused(
        "edit.elsewhere",
        f'"{schema.name}" is not declared in this file. Make a class of your own that inherits from it, and give that '
        "to the graph.",
        line=schema.line,
    )


def elsewhere(what: str, path: str, line: int | None) -> EditRefused:
    """Return the refusal to edit what another file declares."""
    place = path if line is None else f"{path}, line {line}"
    return EditRefused("edit.elsewhere", f"{what} is declared in another file ({place}). Open that file to change it.")


def sites_in(modules: Modules) -> Iterator[SchemaSite]:
    """Yield every class of the text and every call of `TypedDict` that is given a name, in order."""
    pending: list[tuple[Scope | None, list[ast.stmt]]] = [(None, modules.text.tree.body)]
    while pending:
        scope, body = pending.pop()
        for statement in statements(body):
            if isinstance(statement, ast.ClassDef):
                yield SchemaSite(statement.name, statement, modules, scope)
            elif isinstance(statement, ast.Assign | ast.AnnAssign) and isinstance(statement.value, ast.Call):
                target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
                if isinstance(target, ast.Name):
                    found = site_of(Definition("value", target.id, statement.value, modules, scope))
                    yield from () if found is None else (found,)
            if isinstance(statement, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                pending.append((statement, statement.body))


def schemas_with(graph: Graph, name: str) -> list[Schema]:
    """Return the schemas of a graph that have a field. Raises EditRefused when there is none."""
    found = [schema for schema in graph.schemas if any(field.name == name for field in schema.fields)]
    if not found:
        raise EditRefused("edit.unknown_field", f'The graph "{graph.name}" has no field "{name}".')
    return found


def state_of(graph: Graph) -> Schema:
    """Return the state schema of a graph. Raises EditRefused when it cannot be read."""
    for schema in graph.schemas:
        if "state" in schema.roles:
            return schema
    raise EditRefused("edit.unknown_schema", f'The state of the graph "{graph.name}" cannot be read from the text.')


def _is_at(site: SchemaSite, schema: Schema) -> bool:
    assert schema.span is not None
    span = site.text.span(site.node)
    return site.name == schema.name and schema.span.start <= span.start and span.end <= schema.span.end


def _class_fields(node: ast.ClassDef) -> Iterator[FieldSite]:
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = statement.target.id
            yield FieldSite(name, statement.target, statement.annotation, statement.value, statement)


def fields_dict(call: ast.Call) -> ast.Dict | None:
    """Return the dict of a functional TypedDict's fields."""
    given = call.args[1] if len(call.args) > 1 else next((k.value for k in call.keywords if k.arg == "fields"), None)
    return given if isinstance(given, ast.Dict) else None


def _entries(call: ast.Call) -> Iterator[FieldSite]:
    entries = fields_dict(call)
    for key, value in zip(entries.keys, entries.values, strict=True) if entries is not None else ():
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield FieldSite(key.value, key, value, None, None)


def _is_functional(call: ast.Call, definition: Definition) -> bool:
    return definition.modules.dotted(call.func, definition.scope) in TYPED_DICTS
