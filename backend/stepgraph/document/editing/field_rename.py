"""Renaming a field: in every schema that declares it, and in everything that is certain to name it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.field_models import Declared, declarations, finished, ordered, with_fields
from stepgraph.document.editing.field_names import FieldNames
from stepgraph.document.editing.field_rules import check_shadows, checked_field
from stepgraph.document.editing.field_sites import sites_in
from stepgraph.document.editing.imports import Imports
from stepgraph.document.editing.names import literal
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.model import Change, Graph, Span
from stepgraph.document.reading.modules import Modules
from stepgraph.document.refused import EditRefused


def field_rename(sheet: Sheet, *, name: str, to: str, nodes: bool = True) -> Edit:
    """Rename a field in the schemas that declare it and, with `nodes`, in what reads or writes it. Raises EditRefused.

    Graphs of this file that share a schema with this one, or hold it or are held by it as a node, share the key.
    """
    modules = Modules(sheet.text)
    title = f'Rename the field "{name}" to "{to}"'
    graphs, found = _concerned(sheet, name, modules)
    if name == to:
        raise EditRefused("edit.no_change", f"{title}: that is how it is already.")
    for one in found:
        checked_field(sheet, to, form=one.schema.form)
        if one.field.default is not None:
            check_shadows(one.site, to)
    _check_free(graphs, to)
    uses = FieldNames(sheet, modules, name, _owners(found, modules))
    changes = [*(_declared(one, to) for one in found), *uses.changes(graphs if nodes else (), to)]
    elsewhere = _elsewhere(graphs, name) if nodes else []
    title = f"{title}, but not in {', '.join(elsewhere)}" if elsewhere else title
    places = {one.place for one in found}
    intended = with_fields(
        sheet.model, lambda _, field: replace(field, name=to) if field.name == name and field.span in places else field
    )
    return finished(Edit(title, ordered(sheet, changes, Imports(sheet)), (to,), intended))


def _elsewhere(graphs: Iterable[Graph], name: str) -> list[str]:
    """Return the other files whose functions read or write the field, and go on using its old name."""
    nodes = [node for graph in graphs for node in graph.nodes if name in {*(node.reads or ()), *(node.writes or ())}]
    return sorted({Path(node.code.path).name for node in nodes if node.code.path is not None})


def _concerned(sheet: Sheet, name: str, modules: Modules) -> tuple[list[Graph], list[Declared]]:
    """Return the graphs that share the key with this one, and all declarations of it."""
    graphs = [sheet.graph]
    found: dict[Span, Declared] = {}
    for graph in graphs:
        if (
            not any(field.name == name for schema in graph.schemas for field in schema.fields)
            and graph is not sheet.graph
        ):
            continue
        own = declarations(Sheet(sheet.text, sheet.model, graph), name, modules, inherited=True)
        found.update({one.place: one for one in own})
        graphs += [
            other
            for other in sheet.model.graphs
            if all(other is not one for one in graphs)
            and (_shares(other, name, found) or _is_nested(graph, other, name))
        ]
    return graphs, list(found.values())


def _shares(graph: Graph, name: str, found: dict[Span, Declared]) -> bool:
    return any(field.name == name and field.span in found for schema in graph.schemas for field in schema.fields)


def _is_nested(graph: Graph, other: Graph, name: str) -> bool:
    """Tell whether one of two graphs is a node of the other and they hand each other this key."""
    pairs = ((graph, other), (other, graph))
    holds = any(node.code.graph is not None and _is_called(b, node.code.graph) for a, b in pairs for node in a.nodes)
    return holds and all(any(channel.name == name for channel in one.channels) for one in (graph, other))


def _is_called(graph: Graph, name: str) -> bool:
    return name in {graph.name, graph.compiled, graph.builder, graph.function}


def _check_free(graphs: Iterable[Graph], to: str) -> None:
    for graph in graphs:
        for schema in graph.schemas:
            if any(field.name == to for field in schema.fields):
                raise EditRefused("edit.name_taken", f'"{schema.name}" has "{to}" already.', line=schema.line)
        if any(node.name == to for node in graph.nodes):
            raise EditRefused("edit.name_taken", f'"{to}" is the name of a node, and a field may not have it.')


def _declared(one: Declared, to: str) -> Change:
    span = one.site.text.span(one.field.target)
    is_entry = one.field.statement is None
    return Change(span.start, span.end, literal(to, one.site.text.text[span.end - 1]) if is_entry else to)


def _owners(found: list[Declared], modules: Modules) -> list[ast.ClassDef | ast.Call]:
    """Return the classes that have the field, those that inherit it included."""
    declaring = {id(one.site.node) for one in found}
    return [site.node for site in sites_in(modules) if any(id(base.node) in declaring for base in site.with_bases())]
