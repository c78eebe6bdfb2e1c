"""Items of lists, tuples, dicts and imports: added and removed without touching what stands around them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from stepgraph.document.editing.statements import begins_line, indent_at, line_start, rest_of_line
from stepgraph.document.model import Change, Span
from stepgraph.document.text import Text


def item_spans(text: Text, container: ast.expr) -> list[Span]:
    """Return where the items of a list, tuple, set or dict stand; a dict's item is a key with its value."""
    if isinstance(container, ast.Dict):
        return [
            Span(text.span(value if key is None else key).start, text.span(value).end)
            for key, value in zip(container.keys, container.values, strict=True)
        ]
    if isinstance(container, ast.List | ast.Tuple | ast.Set):
        return [text.span(item) for item in container.elts]
    return []


def appended(text: str, last: Span, items: Iterable[str]) -> Change:
    """Return the change that adds items behind the last one of a list that has some."""
    if not begins_line(text, last.start):
        return Change(last.end, last.end, "".join(f", {item}" for item in items))
    indent = indent_at(text, last.start)
    if text[last.end : last.end + 1] == ",":
        rest = rest_of_line(text, last.end + 1)
        at = last.end + 1 if rest is None else rest
        return Change(at, at, "".join(f"\n{indent}{item}," for item in items))
    return Change(last.end, last.end, "".join(f",\n{indent}{item}" for item in items))


def without(text: str, items: Sequence[Span], removed: Iterable[int], *, is_tuple: bool = False) -> Iterator[Change]:
    """Return the changes that remove some items, but not all, with their commas and the comments in their lines."""
    gone = sorted(set(removed))
    kept = [at for at in range(len(items)) if at not in gone]
    for at in gone:
        yield _without(text, items, at, last_kept=kept[-1])
    if is_tuple and len(kept) == 1 and not _keeps_comma(text, items, kept[0]):
        # What makes a tuple of one is its comma.
        yield Change(items[kept[0]].end, items[kept[0]].end, ",")


def _keeps_comma(text: str, items: Sequence[Span], kept: int) -> bool:
    """Return whether a comma stands behind an item once all others are gone."""
    if kept == len(items) - 1:
        return text[items[kept].end :].lstrip().startswith(",")
    following = items[kept + 1]
    return begins_line(text, following.start) or text[items[-1].end :].lstrip().startswith(",")


def _without(text: str, items: Sequence[Span], at: int, *, last_kept: int) -> Change:
    item = items[at]
    comma = item.end + 1 if text[item.end : item.end + 1] == "," else item.end
    rest = rest_of_line(text, comma)
    if begins_line(text, item.start) and rest is not None:
        return Change(line_start(text, item.start), min(rest + 1, len(text)), "")
    if at < last_kept:
        return Change(item.start, items[at + 1].start, "")
    return Change(items[at - 1].end, item.end, "")
