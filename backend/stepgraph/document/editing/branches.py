"""Branches: conditional edges with the router that decides."""

from __future__ import annotations

import ast
import keyword
from dataclasses import replace

from stepgraph.document.editing.anchors import absorbed_edges
from stepgraph.document.editing.branch_ways import map_text, ways_edit, with_ways
from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.edit import Edit, Target
from stepgraph.document.editing.joins import put_call
from stepgraph.document.editing.names import quoted
from stepgraph.document.editing.placing import indent_unit, place_functions, state_name
from stepgraph.document.editing.sequences import drop_edges
from stepgraph.document.editing.shape import BranchShape, GraphShape
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import link_at
from stepgraph.document.editing.unused import remove_functions
from stepgraph.document.model import END, START, Way, shown
from stepgraph.document.refused import EditRefused


def branch_add(sheet: Sheet, *, source: str, router: str, targets: tuple[Target, ...]) -> Edit:
    """Let a router decide where a node leads; plain edges to its targets become part of it. Raises EditRefused."""
    if source == END:
        raise EditRefused("edit.end_source", "Nothing comes after END.")
    sheet.end_point(source)
    ways = checked_ways(sheet, targets)
    if any((branch.source, branch.name) == (source, router) for branch in sheet.graph.branches):
        raise EditRefused("edit.name_taken", f'"{source}" has a branch by the router "{router}" already.')
    draft = Draft(sheet)
    is_new = _is_new(sheet, router)
    if is_new:
        place_functions(draft, [_router(draft, router, ways)])
    ends = {way.target for way in ways}
    plain = absorbed_edges(sheet, {source}, ends)
    arguments = [draft.name(source), router]
    if not is_new or END in ends or any(way.label != way.target for way in ways):
        arguments.append(map_text(draft, ways))
    put_call(draft, drop_edges(draft, plain), ("add_conditional_edges", arguments), behind=())

    def with_branch(graph: GraphShape) -> GraphShape:
        pairs = frozenset((way.label, way.target) for way in ways)
        return replace(
            graph,
            edges=graph.edges - {(source, end) for end in ends},
            branches=graph.branches | {BranchShape(source, router, router, pairs)},
            private=graph.private and is_new,
        )

    return draft.edit(
        f'Let "{router}" decide where {shown(source)} leads',
        select=sheet.selectable(source),
        intended=sheet.shape.with_graph(sheet.key, with_branch),
    )


def branch_targets(sheet: Sheet, *, source: str, branch: str, targets: tuple[Target, ...]) -> Edit:
    """Set where a branch may lead. Raises EditRefused."""
    found = sheet.branch(source, branch)
    return ways_edit(
        sheet,
        f'Set where "{branch}" may lead',
        found,
        checked_ways(sheet, targets),
    )


def branch_delete(sheet: Sheet, *, source: str, branch: str, function: bool = False) -> Edit:
    """Delete a branch, and with ``function`` its router where nothing else uses that. Raises EditRefused."""
    found = sheet.branch(source, branch)
    draft = Draft(sheet)
    link = link_at(sheet.text, found.span)
    draft.remove_link(link)
    if function:
        remove_functions(draft, [found.code], [link])
    intended = sheet.shape.with_graph(sheet.key, lambda graph: with_ways(graph, found, ()))
    title = f'Delete the branch "{branch}" of {shown(source)}'
    return draft.edit(title, select=sheet.selectable(source), intended=intended)


def checked_ways(sheet: Sheet, targets: tuple[Target, ...]) -> tuple[Way, ...]:
    """Return the ways that targets mean. Raises EditRefused."""
    ways: dict[str, Way] = {}
    for target in targets:
        if target.node == START:
            raise EditRefused("edit.start_target", "Nothing leads to START: it is where a run begins.")
        sheet.end_point(target.node)
        if target.label in ways:
            raise EditRefused("edit.label_taken", f'Two ways have the label "{target.label}"; each needs its own.')
        ways[target.label] = Way(target.label, target.node)
    if not ways:
        raise EditRefused("edit.no_targets", "A branch needs at least one way.")
    return tuple(ways.values())


def _is_new(sheet: Sheet, router: str) -> bool:
    """Return whether a router is to be written; otherwise it is a function that the file has. Raises EditRefused."""
    if not router.isidentifier() or keyword.iskeyword(router):
        raise EditRefused("edit.router_name", f'"{router}" is not a name that a Python function can have.')
    if isinstance(sheet.definitions.get(router), ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    if router not in sheet.identifiers:
        return True
    for statement in sheet.text.tree.body:
        if isinstance(statement, ast.ImportFrom) and router in {one.asname or one.name for one in statement.names}:
            return False
    raise EditRefused("edit.name_taken", f'"{router}" means something else in this file; choose another name.')


def _router(draft: Draft, name: str, ways: tuple[Way, ...]) -> str:
    literal = draft.imports.need("typing", "Literal")
    labels = [quoted(draft.sheet, way.label) for way in ways]
    state = state_name(draft.sheet)
    head = f"def {name}(state: {state})" if state else f"def {name}(state)"
    indent = indent_unit(draft.sheet)
    note = "# Look at the state and return the label of the way to go."
    return f"{head} -> {literal}[{', '.join(labels)}]:\n{indent}{note}\n{indent}return {labels[0]}"
