"""Where a branch may lead: its path map, or the ``Literal`` of its router where that is what says it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.hints import function_of, is_shared, literals_in
from stepgraph.document.editing.lists import appended, item_spans, without
from stepgraph.document.editing.names import literal as literal_text
from stepgraph.document.editing.names import quoted
from stepgraph.document.editing.shape import BranchShape, GraphShape
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import argument, link_at, place_at
from stepgraph.document.model import END, Branch, Span, Way
from stepgraph.document.refused import EditRefused


def remove_way(sheet: Sheet, title: str, *, source: str, name: str, target: str | None) -> Edit:
    """Take every entry that leads to a node out of a branch; without any left the branch goes. Raises EditRefused."""
    branch = sheet.branch(source, name)
    ways = tuple(way for way in branch.targets or () if way.target != target)
    if ways and len(ways) == len(branch.targets or ()):
        raise EditRefused("edit.unknown_edge", f'The branch "{name}" does not lead to "{target}".')
    return ways_edit(sheet, title, branch, ways)


def move_way(sheet: Sheet, title: str, *, source: str, name: str, target: str, to_target: str) -> Edit:
    """Let the entries of a branch that lead to a node lead to another. Raises EditRefused."""
    branch = sheet.branch(source, name)
    old = branch.targets or ()
    if all(way.target != target for way in old):
        raise EditRefused("edit.unknown_edge", f'The branch "{name}" does not lead to "{target}".')
    # What the router returns stays; only what it means changes.
    ways = tuple(replace(way, target=to_target) if way.target == target else way for way in old)
    return ways_edit(sheet, title, branch, ways)


def ways_edit(sheet: Sheet, title: str, branch: Branch, ways: tuple[Way, ...]) -> Edit:
    """Return the edit that sets where a branch may lead; with no ways it goes."""
    draft = Draft(sheet)
    if ways:
        set_ways(draft, branch, ways)
    else:
        draft.remove_link(link_at(sheet.text, branch.span))
    intended = sheet.shape.with_graph(sheet.key, lambda graph: with_ways(graph, branch, ways))
    return draft.edit(title, select=sheet.selectable(branch.source), intended=intended)


def with_ways(graph: GraphShape, branch: Branch, ways: tuple[Way, ...]) -> GraphShape:
    """Return the shape with other ways for a branch; with none it is gone."""
    old = {one for one in graph.branches if (one.source, one.name) == (branch.source, branch.name)}
    pairs = frozenset((way.label, way.target) for way in ways)
    new = {replace(one, ways=pairs) for one in old} if ways else set[BranchShape]()
    if new:
        return replace(graph, branches=graph.branches - old | new)
    # What only its router told of the graph goes with it.
    return replace(graph, branches=graph.branches - old, unsaid=graph.unsaid | {branch.source}, private=False)


def set_ways(draft: Draft, branch: Branch, ways: tuple[Way, ...]) -> None:
    """Write where a branch may lead, in the form that the file has for it if that can say it."""
    is_plain = all(way.label == way.target for way in ways)
    if branch.form == "literal" and is_plain and _set_literal(draft, branch, ways):
        return
    container = None if branch.map_span is None else expression_at(draft.sheet, branch.map_span)
    if isinstance(container, ast.Dict) or (isinstance(container, ast.List) and is_plain):
        _set_items(draft, container, branch, ways)
        _set_literal(draft, branch, ways)
        return
    if isinstance(container, ast.List) and branch.map_span is not None:
        draft.replace(branch.map_span, map_text(draft, ways))
        return
    _give_map(draft, branch, ways)


def map_text(draft: Draft, ways: tuple[Way, ...]) -> str:
    """Return a path map as source."""
    return "{" + ", ".join(_entry(draft, way) for way in ways) + "}"


def _entry(draft: Draft, way: Way) -> str:
    label = draft.name(END) if way.label == END == way.target else quoted(draft.sheet, way.label)
    return f"{label}: {draft.name(way.target)}"


def _give_map(draft: Draft, branch: Branch, ways: tuple[Way, ...]) -> None:
    link = link_at(draft.sheet.text, branch.span)
    position = 1 if link.method == "set_conditional_entry_point" else 2
    given = argument(link.call, position, "path_map")
    if given is not None:
        draft.replace(draft.sheet.text.span(given), map_text(draft, ways))
        return
    spans = [*map(draft.sheet.text.span, link.call.args), *map(draft.sheet.text.span, link.call.keywords)]
    last = max(spans, key=lambda span: span.end)
    word = "path_map=" if link.call.keywords else ""
    draft.apply([appended(draft.sheet.text.text, last, [word + map_text(draft, ways)])])


@dataclass(frozen=True, slots=True)
class _Item:
    span: Span
    value: Span
    way: Way


def _set_items(draft: Draft, container: ast.Dict | ast.List, branch: Branch, ways: tuple[Way, ...]) -> None:
    text = draft.sheet.text
    values = container.values if isinstance(container, ast.Dict) else container.elts
    spans = item_spans(text, container)
    old = branch.targets or ()
    if len(old) != len(spans):
        raise EditRefused("edit.locked", "This path map is made by code; change it in the code.", line=branch.line)
    items = [_Item(span, text.span(value), way) for span, value, way in zip(spans, values, old, strict=True)]
    wanted = {way.label: way.target for way in ways}
    kept = [index for index, item in enumerate(items) if item.way.label in wanted]
    is_dict = isinstance(container, ast.Dict)
    known = {item.way.label for item in items}
    added = [_entry(draft, way) if is_dict else draft.name(way.target) for way in ways if way.label not in known]
    if not kept:
        draft.replace(text.span(container), map_text(draft, ways) if is_dict else f"[{', '.join(added)}]")
        return
    for index in kept:
        target = wanted[items[index].way.label]
        if target != items[index].way.target:
            draft.replace(items[index].value, draft.name(target))
    draft.apply(without(text.text, spans, set(range(len(items))) - set(kept)))
    if added:
        _append(draft, spans, kept, added)


def _append(draft: Draft, spans: list[Span], kept: list[int], added: list[str]) -> None:
    if kept[-1] == len(spans) - 1:
        draft.apply([appended(draft.sheet.text.text, spans[-1], added)])
    else:
        # The last ones go, so the new ones stand behind the last that stays.
        end = spans[kept[-1]].end
        draft.insert(end, "".join(f", {item}" for item in added))


def expression_at(sheet: Sheet, span: Span) -> ast.expr | None:
    """Return the expression that stands exactly there."""
    place = place_at(sheet.text, span.start)
    inside = [] if place is None else list(ast.walk(place.statement))
    return next((node for node in inside if isinstance(node, ast.expr) and sheet.text.span(node) == span), None)


def _set_literal(draft: Draft, branch: Branch, ways: tuple[Way, ...]) -> bool:
    """Let the router's ``Literal`` name what it may return, if that is what it names now; tell whether it is."""
    literal = _literal_of(draft.sheet, branch)
    if literal is None:
        return False
    parts = literal.slice.elts if isinstance(literal.slice, ast.Tuple) else [literal.slice]
    named = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    old = [way.label for way in branch.targets or ()]
    labels = [way.label for way in ways]
    if len(named) != len(parts) or set(named) != set(old):
        return False
    kept = [label for label in named if label in labels]
    new = [*kept, *(label for label in labels if label not in kept)]
    if new != named:
        text = draft.sheet.text
        quote = text.text[text.span(parts[0]).start]
        draft.replace(text.span(literal.slice), ", ".join(_in_quotes(draft, label, quote) for label in new))
    return True


def _in_quotes(draft: Draft, label: str, quote: str) -> str:
    return literal_text(label, quote) if quote in "\"'" else quoted(draft.sheet, label)


def _literal_of(sheet: Sheet, branch: Branch) -> ast.Subscript | None:
    """Return the ``Literal`` of a router that decides only here."""
    function = None if is_shared(sheet, branch) else function_of(sheet, branch.code)
    return None if function is None else next(literals_in(function), None)
