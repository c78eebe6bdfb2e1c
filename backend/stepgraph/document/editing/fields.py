"""Adding, retyping and deleting a field of the state."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from stepgraph.document.editing.edit import Edit, Merge
from stepgraph.document.editing.field_annotations import annotation_of, element_of, with_type
from stepgraph.document.editing.field_models import (
    Declared,
    declarations,
    finished,
    ordered,
    refuse_managed,
    with_fields,
    with_schemas,
)
from stepgraph.document.editing.field_names import VALIDATORS
from stepgraph.document.editing.field_rules import check_shadows, checked_annotation, checked_default, checked_field
from stepgraph.document.editing.field_sites import SchemaSite, schema_site, sites_in, state_of
from stepgraph.document.editing.field_text import added, has_default, has_ordered_defaults, is_dataclass, removed
from stepgraph.document.editing.imports import Imports
from stepgraph.document.editing.merges import Rule, annotated_with, rule_for, ruled
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.model import Change, Code, Field, Schema
from stepgraph.document.reading.merge import conflicts
from stepgraph.document.reading.modules import Modules
from stepgraph.document.reading.schema_annotations import Place
from stepgraph.document.reading.schema_rules import merge_rule
from stepgraph.document.refused import EditRefused

_PLAIN = Merge("LastValue")


def field_add(
    sheet: Sheet,
    *,
    name: str,
    annotation: str,
    merge: Merge = _PLAIN,
    default: str | None = None,
    target: str | None = None,
) -> Edit:
    """Add a field to a schema (None: the graph's state). Raises EditRefused."""
    modules, imports = Modules(sheet.text), Imports(sheet)
    schema = _schema(sheet, target)
    site = schema_site(sheet, schema, modules)
    checked_field(sheet, name, form=schema.form)
    _check_free(site, schema, name)
    type_text = checked_annotation(annotation, site, imports, qualified=schema.form == "typeddict")
    field = _drawn(name, type_text, site)
    if default is not None:
        default = checked_default(default, name, site, form=schema.form)
        check_shadows(site, name)
        _check_followers(site, name, modules)
        default = _factory(default, imports) if is_dataclass(site) else default
    else:
        _check_order(site, name)
    rule = Rule(None, field.kind)
    if merge.kind != "LastValue":
        if field.kind != "LastValue":
            raise EditRefused("edit.annotation", f"`{type_text}` says already how it merges.")
        rule = rule_for(sheet, merge, field.type, site, imports)
        field = ruled(field, rule)
    written = annotated_with(type_text, site, rule, imports)
    changes = added(sheet, site, name, annotation=written, default=default)
    drawn = replace(field, default=default)
    heirs = _heirs(sheet, site, modules)

    def with_it(one: Schema) -> Schema:
        is_there = any(field.name == name for field in one.fields)
        return one if one.span not in heirs or is_there else replace(one, fields=(*one.fields, drawn))

    _check_agreement(map(with_it, sheet.graph.schemas), name)
    intended = with_schemas(sheet.model, lambda graph: tuple(map(with_it, graph.schemas)))
    return Edit(f'Add the field "{name}"', ordered(sheet, [*rule.writes, *changes], imports), (name,), intended)


def field_retype(sheet: Sheet, *, name: str, annotation: str) -> Edit:
    """Give a field another type; how it merges stays. Raises EditRefused."""
    modules, imports = Modules(sheet.text), Imports(sheet)
    found = declarations(sheet, name, modules)
    refuse_managed(found, name)
    first = found[0]
    new = checked_annotation(annotation, first.site, imports, qualified=False)
    field = _drawn(name, new, first.site)
    if field.kind != "LastValue":
        raise EditRefused("edit.annotation", f"`{new}` says how it merges, too. Give a type that does not.")
    alike = [one for one in found if one.drawn.type == first.drawn.type]
    changes = [Change(one.span.start, one.span.end, _retyped(one, new, field.type)) for one in alike]
    places = {one.place for one in alike}
    intended = with_fields(
        sheet.model, lambda _, one: replace(one, type=field.type) if one.name == name and one.span in places else one
    )
    return finished(Edit(f'Make "{name}" {new}', ordered(sheet, changes, imports), (name,), intended))


def field_delete(sheet: Sheet, *, name: str) -> Edit:
    """Delete a field from the schemas that declare it. Raises EditRefused."""
    found = declarations(sheet, name, Modules(sheet.text), inherited=True)
    for one in found:
        _check_unnamed(one.site, name)
    changes = [change for one in found for change in removed(one.site, one.field)]
    places = {one.place for one in found}
    intended = with_fields(sheet.model, lambda _, one: None if one.name == name and one.span in places else one)
    return Edit(f'Delete the field "{name}"', ordered(sheet, changes, Imports(sheet)), (), intended)


def _check_unnamed(site: SchemaSite, name: str) -> None:
    """Refuse to leave a validator that names a field which is gone: the class could not be made any more."""
    for decorator in (one for item in ast.walk(site.node) for one in getattr(item, "decorator_list", ())):
        if not isinstance(decorator, ast.Call) or ast.unparse(decorator.func).rpartition(".")[2] not in VALIDATORS:
            continue
        if any(isinstance(word, ast.Constant) and word.value == name for word in decorator.args):
            line = decorator.lineno
            raise EditRefused(
                "edit.used",
                f'"{name}" is checked by a function of {site.name} in line {line}, which names it. Change that first.',
                line=line,
            )


def _schema(sheet: Sheet, target: str | None) -> Schema:
    if target is None:
        return state_of(sheet.graph)
    for schema in sheet.graph.schemas:
        if schema.name == target:
            return schema
    raise EditRefused("edit.unknown_schema", f'The graph "{sheet.graph.name}" has no schema "{target}".')


def _check_free(site: SchemaSite, schema: Schema, name: str) -> None:
    members = {field.name for field in schema.fields}
    for one in site.with_bases():
        body = one.node.body if isinstance(one.node, ast.ClassDef) else []
        members |= {member.name for member in body if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef)}
    if name in members:
        raise EditRefused("edit.name_taken", f'"{schema.name}" has "{name}" already.', line=schema.line)


def _check_order(site: SchemaSite, name: str) -> None:
    """Raise EditRefused where a field without a default would follow one with, which Python does not allow."""
    inherited = [field for base in site.bases for one in base.with_bases() for field in one.fields]
    if has_ordered_defaults(site) and any(map(has_default, inherited)):
        raise EditRefused(
            "edit.default",
            f'"{name}" needs a default: "{site.name}" inherits fields that have one, and they come first.',
        )


def _check_followers(site: SchemaSite, name: str, modules: Modules) -> None:
    """Raise EditRefused where a class that inherits the default has fields of its own without one."""
    for heir in sites_in(modules):
        inherits = heir.node is not site.node and any(base.node is site.node for base in heir.with_bases())
        if inherits and has_ordered_defaults(heir) and not all(map(has_default, heir.fields)):
            raise EditRefused(
                "edit.default", f'"{name}" may have no default: "{heir.name}" adds fields without one, which follow it.'
            )


def _check_agreement(schemas: Iterable[Schema], name: str) -> None:
    for conflict in conflicts(schemas):
        if conflict.key == name:
            raise EditRefused(
                "edit.conflict",
                f'"{name}" merges in another way in "{conflict.first_schema}" than in "{conflict.second_schema}", and '
                "the engine would refuse the graph. Choose the same, or a plain value where it is repeated.",
            )


def _factory(default: str, imports: Imports) -> str:
    """Return a default as a dataclass takes it: what can be changed in place is made anew for each."""
    expr = ast.parse(default, mode="eval").body
    is_call = isinstance(expr, ast.Call) and isinstance(expr.func, ast.Name) and expr.func.id in {"list", "dict", "set"}
    if not (is_call or isinstance(expr, ast.List | ast.Dict | ast.Set)):
        return default
    made = {"[]": "list", "list()": "list", "{}": "dict", "dict()": "dict", "set()": "set"}
    factory = made.get(ast.unparse(expr), f"lambda: {default}")
    return f"{imports.need('dataclasses', 'field')}(default_factory={factory})"


def _drawn(name: str, annotation: str, site: SchemaSite) -> Field:
    """Return a field as it is drawn for a type; one that names more than a type brings its own merge rule."""
    apart = annotation_of(annotation, site.modules, site.inner)
    rule = merge_rule(Place(site.modules, apart.expr, site.inner))
    own = {id(node) for node in ast.walk(apart.expr)}
    type_text = apart.type_text if id(rule.type.expr) in own else rule.type.text
    reducer = None
    if rule.reducer is not None:
        reducer = Code(rule.reducer.text, "function", None, None, None, None, None, None)
    return Field(
        name=name,
        annotation=annotation,
        type=type_text,
        kind=rule.kind,
        reducer=reducer,
        accumulate=rule.accumulate,
        default=None,
        span=None,
        name_span=None,
        annotation_span=None,
        line=None,
    )


def _retyped(declared: Declared, new: str, type_text: str) -> str:
    apart = annotation_of(declared.annotation, declared.site.modules, declared.site.inner)
    if declared.drawn.kind != "LastValue" and not apart.items:
        raise EditRefused(
            "edit.alias",
            f"`{declared.annotation}` stands for both the type and the merge. Change it where that name is given.",
            line=declared.drawn.line,
        )
    return with_type(apart, new, element=element_of(type_text))


def _heirs(sheet: Sheet, site: SchemaSite, modules: Modules) -> frozenset[object]:
    """Return the places of the schemas, of any graph here, that a field of this declaration comes to."""
    drawn = {schema.span: schema for graph in sheet.model.graphs for schema in graph.schemas if schema.span is not None}
    heirs: set[object] = set()
    for one in sites_in(modules):
        if any(base.node is site.node for base in one.with_bases()):
            span = one.text.span(one.node)
            heirs |= {place for place in drawn if place.start <= span.start and span.end == place.end}
    return frozenset(heirs)
