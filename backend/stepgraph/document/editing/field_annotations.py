"""An annotation taken apart: the type, what stands beside it in `Annotated`, and the item that says how it merges.

All work is on the annotation's own text, so that what is not changed stays as it was written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, replace

from stepgraph.document.editing.statements import begins_line, line_start, rest_of_line
from stepgraph.document.model import Change, Span
from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.modules import Modules
from stepgraph.document.reading.schema_annotations import ANNOTATED, REQUIRED, Place
from stepgraph.document.reading.schema_rules import channel_kind, merge_rule
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import Text, Unparsed, changed, parse_text


@dataclass(frozen=True, slots=True)
class Item:
    """One item beside the type in `Annotated`."""

    span: Span
    expr: ast.expr


@dataclass(frozen=True, slots=True)
class Annotation:
    """An annotation: `expr` at `whole` is what `NotRequired` holds. `quote` is the mark around one that is a text."""

    text: Text
    quote: str
    expr: ast.expr
    whole: Span
    type: Span
    items: tuple[Item, ...]
    modules: Modules
    scope: Scope | None

    @property
    def type_text(self) -> str:
        """The type as written."""
        return self.text.piece(self.type)

    def is_rule(self, item: Item, *, merges: bool) -> bool:
        """Tell whether an item says how the field merges: a channel, or as the last one of a field that merges."""
        return _is_channel(self, item.expr) or (merges and item is self.items[-1])


def annotation_of(source: str, modules: Modules, scope: Scope | None) -> Annotation:
    """Take an annotation apart. Raises EditRefused for a quoted one that is written in an unusual way."""
    text = _parsed(source)
    expr = _expression(text)
    quote = ""
    if isinstance(expr, ast.Constant) and isinstance(expr.value, str):
        quote = source[0]
        if source != f"{quote}{expr.value}{quote}":
            raise EditRefused("edit.locked", f"The annotation {source} is quoted in a way that drawing cannot edit.")
        text = _parsed(expr.value)
        expr = _expression(text)
    if isinstance(expr, ast.Subscript) and modules.dotted(expr.value, scope) in REQUIRED:
        expr = expr.slice
    whole = text.span(expr)
    bare = Annotation(text, quote, expr, whole, whole, (), modules, scope)
    if not (isinstance(expr, ast.Subscript) and modules.dotted(expr.value, scope) in ANNOTATED):
        return bare
    parts = expr.slice.elts if isinstance(expr.slice, ast.Tuple) else [expr.slice]
    items = tuple(Item(text.span(part), part) for part in parts[1:])
    return replace(bare, type=text.span(parts[0]), items=items)


def with_rule(annotation: Annotation, rule: str | None, *, merges: bool, annotated: str) -> str:
    """Return the annotation's text with another merge rule, as the last item, or with none.

    `merges` tells whether its last item is a reducer now, `annotated` how the file writes `Annotated`.
    """
    items = annotation.items
    removed = [item for item in items if annotation.is_rule(item, merges=merges)]
    kept = [item for item in items if item not in removed]
    while rule is None and kept and _merges(annotation, kept):
        removed.append(kept.pop())
    if not items:
        return (
            _spliced(annotation, ())
            if rule is None
            else _replaced(annotation, f"{annotated}[{annotation.type_text}, {rule}]")
        )
    if rule is None and not kept:
        return _replaced(annotation, annotation.type_text)
    if rule is not None and items[-1] in removed:
        last = items[-1]
        cuts = [_cut(annotation, item) for item in items if item in removed and item is not last]
        return _spliced(annotation, [*cuts, Change(last.span.start, last.span.end, rule)])
    cuts = [_cut(annotation, item) for item in items if item in removed]
    if rule is not None:
        end = items[-1].span.end
        cuts.append(Change(end, end, _separator(annotation) + rule))
    return _spliced(annotation, cuts)


def with_type(annotation: Annotation, new: str, *, element: str) -> str:
    """Return the annotation's text with another type; `element` is the new type as a Topic's items have it."""
    old = annotation.type_text
    changes = [Change(annotation.type.start, annotation.type.end, new)]
    for item in annotation.items:
        if isinstance(item.expr, ast.Call) and item.expr.args and _is_channel(annotation, item.expr):
            span = annotation.text.span(item.expr.args[0])
            if annotation.text.piece(span) in {old, element_of(old)}:
                changes.append(Change(span.start, span.end, element))
    return _spliced(annotation, changes)


def spelled_out(annotation: Annotation, type_text: str) -> str:
    """Return the annotation's text with a type in the place of the name that stands for it."""
    return _replaced(annotation, type_text)


def element_of(type_text: str) -> str:
    """Return the items' type of a list's (``str`` for ``list[str]``), and any other type as it is."""
    expr = _expression(_parsed(type_text))
    if isinstance(expr, ast.Subscript) and not isinstance(expr.slice, ast.Tuple):
        named = ast.unparse(expr.value).rpartition(".")[2]
        if named in {"list", "List", "Sequence"}:
            return ast.unparse(expr.slice)
    return type_text


def _parsed(source: str) -> Text:
    try:
        return parse_text("", source)
    except Unparsed:
        raise EditRefused("edit.annotation", f"{source!r} is not a Python expression.") from None


def _expression(text: Text) -> ast.expr:
    body = text.tree.body
    if len(body) != 1 or not isinstance(body[0], ast.Expr):
        raise EditRefused("edit.annotation", f"{text.text!r} is not a Python expression.")
    return body[0].value


def _is_channel(annotation: Annotation, expr: ast.expr) -> bool:
    named = expr.func if isinstance(expr, ast.Call) else expr
    return channel_kind(annotation.modules.resolve(named, annotation.scope)) is not None


def _merges(annotation: Annotation, kept: list[Item]) -> bool:
    """Tell whether the field would still merge with these items left: any last one that can be called is a reducer."""
    assert isinstance(annotation.expr, ast.Subscript)
    parts = annotation.expr.slice.elts if isinstance(annotation.expr.slice, ast.Tuple) else [annotation.expr.slice]
    left = ast.Tuple([parts[0], *(item.expr for item in kept)], ast.Load())
    expr = ast.Subscript(annotation.expr.value, left, ast.Load())
    return merge_rule(Place(annotation.modules, expr, annotation.scope)).kind != "LastValue"


def _cut(annotation: Annotation, item: Item) -> Change:
    # From the end of what stands before it, so that the comma goes with it; a line of its own goes as a whole.
    text, span = annotation.text.text, item.span
    comma = text[span.end : span.end + 1] == ","
    rest = rest_of_line(text, span.end + 1 if comma else span.end)
    if begins_line(text, span.start) and rest is not None and rest < len(text):
        return Change(line_start(text, span.start), rest + 1, "")
    at = annotation.items.index(item)
    before = annotation.items[at - 1].span.end if at else annotation.type.end
    return Change(before, span.end, "")


def _separator(annotation: Annotation) -> str:
    items = annotation.items
    before = items[-2].span.end if len(items) > 1 else annotation.type.end
    between = annotation.text.text[before : items[-1].span.start]
    if "#" not in between:
        return between
    return ",\n" + between.rpartition("\n")[2]


def _replaced(annotation: Annotation, new: str) -> str:
    return _spliced(annotation, [Change(annotation.whole.start, annotation.whole.end, new)])


def _spliced(annotation: Annotation, changes: Iterable[Change]) -> str:
    new = changed(annotation.text.text, changes)
    quote = annotation.quote
    if quote and quote in new:
        other = "'" if quote == '"' else '"'
        if other in new:
            raise EditRefused("edit.locked", f"The annotation {quote}{annotation.text.text}{quote} cannot be quoted.")
        quote = other
    return f"{quote}{new}{quote}"
