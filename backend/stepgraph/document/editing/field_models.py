"""A field as it is drawn and as it is declared, and what a change of fields means for the whole drawing."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.field_sites import FieldSite, SchemaSite, elsewhere, schema_site, schemas_with
from stepgraph.document.editing.import_lines import import_lines
from stepgraph.document.editing.imports import Imports
from stepgraph.document.editing.shape import Shape, shape_of
from stepgraph.document.editing.sheet import Sheet, unlocked
from stepgraph.document.editing.statements import begins_line, line_start, rest_of_line
from stepgraph.document.model import Change, Field, Graph, Model, Schema, Span
from stepgraph.document.reading.merge import channels_of
from stepgraph.document.reading.modules import Modules
from stepgraph.document.refused import EditRefused

_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Declared:
    """One declaration of a field in this text: as one of the graph's schemas draws it, and where it stands."""

    schema: Schema
    drawn: Field
    site: SchemaSite
    field: FieldSite

    @property
    def place(self) -> Span:
        """Where the whole declaration stands, as a drawn field says it."""
        if self.field.statement is not None:
            return self.site.text.span(self.field.statement)
        return Span(self.site.text.span(self.field.target).start, self.span.end)

    @property
    def span(self) -> Span:
        """Where its annotation stands."""
        return self.site.text.span(self.field.annotation)

    @property
    def annotation(self) -> str:
        """Its annotation as written."""
        return self.site.text.piece(self.span)


def declarations(sheet: Sheet, name: str, modules: Modules, *, inherited: bool = False) -> list[Declared]:
    """Return the declarations of a field of the graph, the one that makes the channel first. Raises EditRefused.

    With `inherited`, also those that a class's own declaration hides in what it inherits from.
    """
    found: dict[int, Declared] = {}
    for schema in schemas_with(sheet.graph, name):
        drawn = next(field for field in schema.fields if field.name == name)
        sites = schema_site(sheet, schema, modules).declaring(name)
        if not sites:
            unlocked(drawn.lock, f'The field "{name}" of "{schema.name}"')
            raise EditRefused(
                "edit.locked", f'The field "{name}" is declared in a way that drawing cannot edit.', line=drawn.line
            )
        for site, field in sites if inherited else sites[:1]:
            if site.text.path != sheet.text.path:
                raise elsewhere(f'"{name}" of "{site.name}"', site.text.path, field.annotation.lineno)
            found.setdefault(id(field.annotation), Declared(schema, drawn, site, field))
        unlocked(drawn.lock, f'The field "{name}" of "{schema.name}"')
    return list(found.values())


def refuse_managed(declared: Iterable[Declared], name: str) -> None:
    """Raise EditRefused for a value that the engine computes."""
    for one in declared:
        if one.drawn.kind == "managed":
            raise EditRefused(
                "edit.managed",
                f'"{name}" is computed by the engine and merges nothing. Delete it and add a field instead.',
                line=one.drawn.line,
            )


def with_fields(model: Model, change: Callable[[Schema, Field], Field | None]) -> Shape:
    """Return the drawing with fields changed (None: gone) in every schema of every graph."""

    def changed_schema(schema: Schema) -> Schema:
        changed = (change(schema, field) for field in schema.fields)
        return replace(schema, fields=tuple(field for field in changed if field is not None))

    def changed_schemas(graph: Graph) -> tuple[Schema, ...]:
        # A first parameter says a node's input only by a class with fields; an option says it by any.
        named = {
            one.text.rpartition(".")[2] for node in graph.nodes for one in node.options if one.name == "input_schema"
        }
        changed = map(changed_schema, graph.schemas)
        return tuple(one for one in changed if one.fields or one.lock or one.name in named or one.roles != ("private",))

    return with_schemas(model, changed_schemas)


def with_schemas(model: Model, change: Callable[[Graph], tuple[Schema, ...]]) -> Shape:
    """Return the drawing with other schemas, and the channels that these make."""
    graphs: list[Graph] = []
    for graph in model.graphs:
        schemas = change(graph)
        graphs.append(replace(graph, schemas=schemas, channels=channels_of(schemas)))
    return shape_of(replace(model, graphs=tuple(graphs)))


def ordered(sheet: Sheet, changes: Iterable[Change], imports: Imports) -> tuple[Change, ...]:
    """Return the changes of an edit in order, with the imports that it needs and without those that it orphans."""
    own = [change for change in changes if change.text != sheet.text.text[change.start : change.end]]
    return without_orphans(sheet, [*import_lines(imports.changes()), *own])


def without_orphans(sheet: Sheet, changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return changes in order, with the removal of each import that stands alone and that only they used."""
    found = list(changes)
    for orphan in list(_orphans(sheet, found)):
        inside = [change for change in found if orphan.start < change.start < orphan.end]
        found = [change for change in found if change not in inside]
        # A new import that was to stand behind the old one takes its line.
        lines = "".join(change.text.lstrip("\n") + "\n" for change in inside)
        found.append(Change(orphan.start, orphan.end, lines))
    return tuple(sorted(found, key=lambda change: (change.start, change.end)))


def finished(edit: Edit) -> Edit:
    """Return an edit that does something. Raises EditRefused for one that would leave the text as it is."""
    if not edit.changes:
        raise EditRefused("edit.no_change", f"{edit.title}: that is how it is already.")
    return edit


def _orphans(sheet: Sheet, changes: list[Change]) -> Iterator[Change]:
    """Yield the removal of each import that stands alone and that only the replaced text used."""
    text = sheet.text.text
    dropped = {word for change in changes for word in _WORD.findall(text[change.start : change.end])}
    written = {word for change in changes for word in _WORD.findall(change.text)}
    for statement in sheet.text.tree.body:
        if not isinstance(statement, ast.Import | ast.ImportFrom) or len(statement.names) > 1:
            continue
        alias, span = statement.names[0], sheet.text.span(statement)
        bound = alias.asname or alias.name.partition(".")[0]
        is_alone = begins_line(text, span.start) and rest_of_line(text, span.end) == span.end
        besides = [*changes, Change(span.start, span.end, "")]
        if is_alone and bound in dropped - written and not _is_used(text, bound, besides):
            yield Change(line_start(text, span.start), _end_of_removed(text, span), "")


def _end_of_removed(text: str, span: Span) -> int:
    # A blank line behind an import that stood alone in its group goes with it.
    start, end = line_start(text, span.start), min(span.end + 1, len(text))
    is_group = not text[:start].strip() or text[:start].endswith("\n\n")
    return end + 1 if is_group and text[end : end + 1] == "\n" else end


def _is_used(text: str, name: str, besides: list[Change]) -> bool:
    return any(
        not any(change.start <= found.start() < change.end for change in besides)
        for found in re.finditer(rf"\b{re.escape(name)}\b", text)
    )
