"""Choosing what a graph takes and gives: its input or output schema, a class beside the state."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.edit import Edit, Merge
from stepgraph.document.editing.field_models import finished, with_schemas, without_orphans
from stepgraph.document.editing.field_rules import check_names
from stepgraph.document.editing.field_sites import SchemaSite, schema_site, sites_in, state_of
from stepgraph.document.editing.field_text import exchanged, insertion_above
from stepgraph.document.editing.lists import appended, without
from stepgraph.document.editing.merges import annotated_with, rule_for, ruled
from stepgraph.document.editing.options import argument_spans
from stepgraph.document.editing.placing import indent_unit
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import (
    Place,
    indent_at,
    line_start,
    place_at,
    rest_of_line,
    root_of,
    whole_span,
)
from stepgraph.document.model import Field, Graph, Schema, Span
from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.modules import Modules
from stepgraph.document.refused import EditRefused

Side: TypeAlias = Literal["input", "output"]
_DOTTED = re.compile(r"[\w.]+|lambda\b.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Work:
    """What a choice works on: the changes so far, the names of the text, and the builder's call."""

    draft: Draft
    modules: Modules
    call: ast.Call
    role: Side

    @property
    def sheet(self) -> Sheet:
        return self.draft.sheet

    @property
    def keyword(self) -> ast.keyword | None:
        """The keyword of the builder's call that names the schema now, by its new name or its old one."""
        names = {f"{self.role}_schema", self.role}
        return next((one for one in self.call.keywords if one.arg in names), None)

    @property
    def schema(self) -> Schema | None:
        """The schema that the keyword names."""
        if self.keyword is None:
            return None
        return next((one for one in self.sheet.graph.schemas if self.role in one.roles), None)


def schema_set(sheet: Sheet, *, role: Side, fields: tuple[str, ...] | None) -> Edit:
    """Choose the fields that a graph takes ("input") or gives ("output"); None: the state's. Raises EditRefused."""
    work = _Work(Draft(sheet), Modules(sheet.text), _builder_call(sheet), role)
    verb = "take" if role == "input" else "give"
    if fields is None:
        return _without_schema(work, f"Let the graph {verb} all fields")
    chosen = _chosen(sheet, fields)
    title = f"Choose what the graph {verb}s"
    site = _own_class(work)
    return _with_schema(work, chosen, title) if site is None else _adapted(work, site, chosen, title)


def _chosen(sheet: Sheet, names: Iterable[str]) -> list[Field]:
    """Return the fields by name, as the first schema that has each declares it."""
    known: dict[str, Field] = {}
    for schema in sorted(sheet.graph.schemas, key=lambda one: "state" not in one.roles):
        if schema.form == "root":
            raise EditRefused("edit.no_fields", "The state of this graph is one value without fields to choose from.")
        for field in schema.fields if schema.roles != ("context",) else ():
            known.setdefault(field.name, field)
    for name in names:
        if name not in known:
            raise EditRefused("edit.unknown_field", f'The graph "{sheet.graph.name}" has no field "{name}".')
        if known[name].kind == "managed":
            raise EditRefused("edit.managed", f'"{name}" is computed by the engine; it goes neither in nor out.')
    return [known[name] for name in dict.fromkeys(names)]


def _builder_call(sheet: Sheet) -> ast.Call:
    place = place_at(sheet.text, sheet.graph.span.end - 1)
    value = getattr(place.statement, "value", None) if place is not None else None
    root = root_of(value) if isinstance(value, ast.Call) else None
    if isinstance(root, ast.NamedExpr):
        root = root.value
    if not isinstance(root, ast.Call) or not (root.args or root.keywords):
        raise EditRefused(
            "edit.locked", "The graph's builder is made in a way that drawing cannot edit.", line=sheet.graph.line
        )
    return root


def _own_class(work: _Work) -> SchemaSite | None:
    """Return the class of this file that plays this part and nothing else, where there is one to be adapted."""
    schema = work.schema
    if schema is None or schema.roles != (work.role,) or schema.span is None or schema.form != "typeddict":
        return None
    users = [one for graph in work.sheet.model.graphs for one in graph.schemas if one.span == schema.span]
    site = schema_site(work.sheet, schema, work.modules)
    heirs = [one for one in sites_in(work.modules) if any(base.node is site.node for base in one.with_bases())]
    is_alone = len(users) == 1 and len(heirs) == 1 and not site.bases
    return site if is_alone and isinstance(site.node, ast.ClassDef) else None


def _adapted(work: _Work, site: SchemaSite, chosen: list[Field], title: str) -> Edit:
    """Exchange fields of the class that plays this part."""
    schema = work.schema
    assert schema is not None
    names = {field.name for field in chosen}
    old = {field.name for field in schema.fields}
    written = [_written(work, field, site.scope) for field in chosen if field.name not in old]
    gone = [field for field in site.fields if field.name not in names]
    lines = [f"{field.name}: {annotation}" for annotation, field in written]
    work.draft.apply(exchanged(work.sheet, site, gone, lines))
    kept = tuple(field for field in schema.fields if field.name in names)
    new = replace(schema, fields=(*kept, *(field for _, field in written)))
    intended = with_schemas(
        work.sheet.model, lambda graph: tuple(new if one is schema else one for one in graph.schemas)
    )
    return finished(work.draft.edit(title, intended=intended))


def _with_schema(work: _Work, chosen: list[Field], title: str) -> Edit:
    """Write a class for this part, beside the state's, and name it in the builder's call."""
    sheet, text = work.sheet, work.sheet.text
    state = state_of(sheet.graph)
    site = schema_site(sheet, state, work.modules) if state.span is not None and state.form != "root" else None
    scope = site.scope if site is not None else _scope_of(work)
    name = _class_name(sheet, state, work.role)
    written = [_written(work, field, scope) for field in chosen]
    base = work.draft.imports.need("typing", "TypedDict")
    lines = [f"class {name}({base}):", *(f"{indent_unit(sheet)}{field.name}: {note}" for note, field in written)]
    _insert(work, _anchor(work, site), lines)
    keyword, spans = work.keyword, argument_spans(sheet, work.call)
    if keyword is None:
        work.draft.apply([appended(text.text, spans[-1], [f"{work.role}_schema={name}"])])
    else:
        work.draft.replace(text.span(keyword.value), name)
    new = Schema(name, (work.role,), "typeddict", tuple(field for _, field in written), (), None, None, None)
    return _exchanged(work, new, title)


def _without_schema(work: _Work, title: str) -> Edit:
    keyword, spans = work.keyword, argument_spans(work.sheet, work.call)
    if keyword is None:
        raise EditRefused("edit.no_change", f"{title}: that is how it is already.")
    text = work.sheet.text
    work.draft.apply(without(text.text, spans, [spans.index(text.span(keyword))]))
    return _exchanged(work, None, title)


def _exchanged(work: _Work, new: Schema | None, title: str) -> Edit:
    """Return the edit that gives a part to a new schema (None: to the state), and removes the old one's class."""
    old, graph = work.schema, work.sheet.graph

    def schemas(one: Graph) -> tuple[Schema, ...]:
        if one is not graph:
            return one.schemas
        rest = (replace(s, roles=tuple(r for r in s.roles if r != work.role)) if s is old else s for s in one.schemas)
        return (*(schema for schema in rest if schema.roles), *(() if new is None else (new,)))

    intended = with_schemas(work.sheet.model, schemas)
    if old is not None and old.roles == (work.role,):
        _remove_unused(work, old)
        # A node may name it as its own input, and goes on doing so.
        intended = intended.with_graph(work.sheet.key, lambda shape: replace(shape, private=False))
    edit = work.draft.edit(title, intended=intended)
    return replace(edit, changes=without_orphans(work.sheet, edit.changes))


def _remove_unused(work: _Work, schema: Schema) -> None:
    text, keyword = work.sheet.text, work.keyword
    if schema.span is None or keyword is None:
        return
    node = schema_site(work.sheet, schema, work.modules).node
    besides = (text.span(node), text.span(keyword))
    uses = re.finditer(rf"\b{re.escape(schema.name)}\b", text.text)
    is_used = any(not any(span.start <= use.start() < span.end for span in besides) for use in uses)
    if is_used or not isinstance(node, ast.ClassDef):
        return
    if node in text.tree.body:
        work.draft.remove_function(Place(node, text.tree.body, ()))
        return
    span = whole_span(text, node)
    rest = rest_of_line(text.text, span.end)
    end = span.end if rest is None else rest
    after = end + len(text.text[end:]) - len(text.text[end:].lstrip("\n"))
    work.draft.replace(Span(line_start(text.text, span.start), after), "")


def _written(work: _Work, field: Field, scope: Scope | None) -> tuple[str, Field]:
    """Return a field's annotation for a schema of its own, and how it is drawn there."""
    plain = replace(field, default=None, lock=None)
    imports = work.draft.imports
    if field.span is None and field.line is None and field.name == "messages":
        type_text = f"list[{imports.need('typing', 'Any')}]"
        state = SchemaSite("", work.call, work.modules, scope)
        rule = rule_for(work.sheet, Merge("add_messages"), type_text, state, imports)
        return annotated_with(type_text, state, rule, imports), replace(ruled(plain, rule), type=type_text)
    annotation = field.annotation
    if field.reducer is not None and not _DOTTED.fullmatch(field.reducer.text):
        # The engine cannot tell whether two of such are the same; a plain field leaves the state's rule as it is.
        annotation, plain = field.type, replace(plain, kind="LastValue", reducer=None)
    if field.span is None:
        check_names(field.name, annotation, work.modules, scope)
    return annotation, plain


def _class_name(sheet: Sheet, state: Schema, role: Side) -> str:
    name = f"{state.name.rpartition('.')[2].removesuffix('State')}{role.capitalize()}"
    found, number = name, 2
    while found in sheet.identifiers:
        found, number = f"{name}{number}", number + 1
    return found


def _anchor(work: _Work, state: SchemaSite | None) -> SchemaSite | None:
    """Return the class that the new one stands below: the state's, or the input's if that follows it."""
    given = next((one for one in work.sheet.graph.schemas if "input" in one.roles and one.span is not None), None)
    if work.role == "input" or state is None or given is None:
        return state
    site = schema_site(work.sheet, given, work.modules)
    return site if site.scope is state.scope and site.node.lineno > state.node.lineno else state


def _insert(work: _Work, site: SchemaSite | None, lines: list[str]) -> None:
    """Put a class below the state's, or above the builder where the state is declared elsewhere."""
    text = work.sheet.text
    if site is None:
        span = work.sheet.graph.span
        indent = indent_at(text.text, span.start)
        block = "".join(f"{indent}{line}\n" for line in lines)
        work.draft.insert(insertion_above(text, span), block + ("\n" if indent else "\n\n"))
        return
    place = place_at(text, text.span(site.node).end - 1)
    statement = site.node if isinstance(site.node, ast.ClassDef) else place.statement if place else None
    assert statement is not None
    span = whole_span(text, statement)
    indent = indent_at(text.text, span.start)
    rest = rest_of_line(text.text, span.end)
    block = "".join(f"\n{indent}{line}" for line in lines)
    work.draft.insert(span.end if rest is None else rest, ("\n" if indent else "\n\n") + block)


def _scope_of(work: _Work) -> Scope | None:
    place = place_at(work.sheet.text, work.sheet.graph.span.end - 1)
    owners = place.owners if place is not None else ()
    return next((one for one in reversed(owners) if isinstance(one, Scope)), None)
