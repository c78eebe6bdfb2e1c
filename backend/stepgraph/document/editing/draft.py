"""The changes of one edit, collected: insertions, replacements, removed calls, and the imports they need."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from stepgraph.document.editing.calls import call_text
from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.imports import Imports
from stepgraph.document.editing.shape import Shape
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import (
    Link,
    Place,
    begins_line,
    indent_at,
    line_start,
    rest_of_line,
    root_of,
    whole_span,
)
from stepgraph.document.model import Change, Span
from stepgraph.document.refused import EditRefused


class Draft:
    """Collects what an edit changes; `edit` puts it in order."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.imports = Imports(sheet)
        self._changes: list[Change] = []
        self._links: list[Link] = []
        self._statements: list[Place] = []

    def replace(self, span: Span, text: str) -> None:
        """Replace a piece of the text."""
        if self.sheet.text.piece(span) != text:
            self._changes.append(Change(span.start, span.end, text))

    def insert(self, at: int, text: str) -> None:
        """Insert a piece of text."""
        self._changes.append(Change(at, at, text))

    def remove_link(self, link: Link) -> None:
        """Remove a building call, with its line and that line's comment."""
        if link not in self._links:
            self._links.append(link)

    def remove_statement(self, place: Place) -> None:
        """Remove a whole statement, with its decorators and its line's comment."""
        if all(place.statement is not one.statement for one in self._statements):
            self._statements.append(place)

    def add_after(self, anchor: Link, method: str, arguments: Sequence[str]) -> None:
        """Add a building call behind another one, as a statement or a link of the chain, as that one is."""
        text = self.sheet.text.text
        if not anchor.alone:
            self._add_link(anchor, method, arguments)
            return
        statement = self.sheet.text.span(anchor.place.statement)
        root = self.sheet.text.piece(self.sheet.text.span(root_of(anchor.call)))
        self.add_statement(statement, f"{root}.{method}", arguments, indent=indent_at(text, statement.start))

    def add_statement(self, behind: Span, head: str, arguments: Sequence[str], *, indent: str) -> None:
        """Add a statement that calls ``head`` behind another one."""
        text = self.sheet.text.text
        rest = rest_of_line(text, behind.end)
        if rest is None or not begins_line(text, behind.start):
            self.insert(behind.end, f"; {head}({', '.join(arguments)})")
        else:
            self.insert(rest, f"\n{indent}{call_text(head, arguments, indent)}")

    def _add_link(self, anchor: Link, method: str, arguments: Sequence[str]) -> None:
        text = self.sheet.text.text
        joint = text[anchor.before : anchor.dot]
        indent = indent_at(text, anchor.dot)
        if "\\" in joint:
            self.insert(anchor.end, f" \\\n{indent}.{call_text(method, arguments, indent)}")
        elif begins_line(text, anchor.dot):
            rest = rest_of_line(text, anchor.end)
            self.insert(anchor.end if rest is None else rest, f"\n{indent}.{call_text(method, arguments, indent)}")
        else:
            self.insert(anchor.end, f".{method}({', '.join(arguments)})")

    def edit(self, title: str, *, select: Iterable[str] = (), intended: Shape) -> Edit:
        """Return the edit with all changes in ascending order."""
        removed = [*self._removed_links(), *self._removed_statements()]
        everything = [*self.imports.changes(), *self._changes, *removed]
        ordered = sorted(everything, key=lambda one: (one.start, one.end))
        merged = _merged_removals(ordered)
        if any(later.start < earlier.end for earlier, later in pairwise(merged)):
            raise EditRefused(
                "edit.unfaithful", f"{title}: two changes meet in one place. Make this change in the code."
            )
        return Edit(title, tuple(merged), tuple(select), intended)

    def _removed_links(self) -> Iterator[Change]:
        for link in self._links:
            if link.alone or self._nothing_left(link):
                self.remove_statement(link.place)
            else:
                yield self._cut(link)

    def _nothing_left(self, link: Link) -> bool:
        # A chain on a variable, all of whose calls go, would leave the bare variable as a statement.
        statement = link.place.statement
        if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
            return False
        if not isinstance(root_of(statement.value), ast.Name):
            return False
        removed = {one.end for one in self._links if one.place.statement is statement}
        at: ast.expr = statement.value
        while isinstance(at, ast.Call) and isinstance(at.func, ast.Attribute):
            if self.sheet.text.span(at).end not in removed:
                return False
            at = at.func.value
        return True

    def _cut(self, link: Link) -> Change:
        text = self.sheet.text.text
        rest = rest_of_line(text, link.end)
        joint = text[link.before : link.dot]
        if "\\" in joint or "\n" not in joint:
            return Change(link.before, link.end, "")
        if rest is not None and begins_line(text, link.dot):
            return Change(line_start(text, link.dot), min(rest + 1, len(text)), "")
        return Change(link.dot if "#" in joint else link.before, link.end, "")

    def _removed_statements(self) -> Iterator[Change]:
        removed = {id(place.statement) for place in self._statements}
        kept: set[int] = set()
        for place in self._statements:
            empty = all(id(statement) in removed for statement in place.block)
            in_block = bool(place.owners) and empty and id(place.block) not in kept
            kept.add(id(place.block))
            yield self._without(place, filler="pass" if in_block else "")

    def _without(self, place: Place, *, filler: str) -> Change:
        text = self.sheet.text.text
        span = whole_span(self.sheet.text, place.statement)
        if filler:
            return Change(span.start, span.end, filler)
        rest = rest_of_line(text, span.end)
        if rest is None:
            # Another statement follows in the same line.
            end = span.end + len(text[span.end :]) - len(text[span.end :].lstrip(" \t;"))
            return Change(span.start, end, "")
        if not begins_line(text, span.start):
            start = len(text[: span.start].rstrip(" \t;"))
            return Change(start, span.end, "")
        return Change(line_start(text, span.start), min(rest + 1, len(text)), "")


def _merged_removals(ordered: list[Change]) -> list[Change]:
    """Return the changes with removals joined that reach into each other: two statements of one line."""
    merged: list[Change] = []
    for change in ordered:
        last = merged[-1] if merged else None
        if last is not None and change.start < last.end and not last.text and not change.text:
            merged[-1] = Change(last.start, max(last.end, change.end), "")
        else:
            merged.append(change)
    return merged
