"""The changes of one edit, collected: insertions, replacements, removed calls, and the imports they need."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from stepgraph.document.editing.calls import call_text
from stepgraph.document.editing.edit import Edit
from stepgraph.document.editing.imports import Imports
from stepgraph.document.editing.names import written_end, written_name
from stepgraph.document.editing.shape import Shape
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import (
    Link,
    Place,
    begins_line,
    indent_at,
    line_start,
    links_in,
    place_at,
    rest_of_line,
    root_of,
    whole_span,
)
from stepgraph.document.model import END, START, Change, Span
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

    def remove_function(self, place: Place) -> None:
        """Remove a definition at module level, with the comments right above it and the blank lines around it."""
        text = self.sheet.text.text
        span = whole_span(self.sheet.text, place.statement)
        start = line_start(text, span.start)
        while start > 0 and text[line_start(text, start - 1) : start].startswith("#"):
            start = line_start(text, start - 1)
        rest = rest_of_line(text, span.end)
        end = span.end if rest is None else rest
        following = text[end:]
        blank = len(following) - len(following.lstrip())
        if following.strip():
            last_line = text.rfind("\n", end, end + blank) + 1
            self._changes.append(Change(start, max(end, last_line), ""))
        else:
            before = len(text[:start].rstrip())
            self._changes.append(Change(before + 1 if before else 0, len(text), ""))

    def apply(self, changes: Iterable[Change]) -> None:
        """Take over changes that are ready."""
        self._changes += changes

    def rewrite(self, link: Link, method: str, arguments: Sequence[str]) -> None:
        """Make a building call another one, in its place."""
        text = self.sheet.text.text
        indent = indent_at(text, link.dot)
        before = text[line_start(text, link.name) : link.name].strip()
        written = call_text(before + method, arguments, indent).removeprefix(before)
        self.replace(Span(link.name, link.end), written)

    def name(self, name: str) -> str:
        """Return a node's name, START or END the way the file writes it, imported if need be."""
        if name not in {START, END}:
            return written_name(self.sheet, name)
        word = "START" if name == START else "END"
        module = f"{self.sheet.model.package or 'langgraph'}.graph"
        return written_end(self.sheet, name) or self.imports.need(module, word)

    def add_call(self, anchor: Link | None, method: str, arguments: Sequence[str]) -> None:
        """Add a building call behind another one (None: the graph's first), in that one's manner."""
        text = self.sheet.text.text
        if anchor is None:
            self._add_first(method, arguments)
            return
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

    def _add_first(self, method: str, arguments: Sequence[str]) -> None:
        text, graph = self.sheet.text, self.sheet.graph
        place = self._last_place()
        if place is None:
            raise EditRefused("edit.locked", f'The graph "{graph.name}" is built where drawing cannot add to it.')
        if graph.builder is not None:
            # Nodes come before the edges between them.
            making = place_at(text, graph.span.start) if method == "add_node" and not graph.nodes else None
            span = text.span((making or place).statement)
            self.add_statement(span, f"{graph.builder}.{method}", arguments, indent=indent_at(text.text, span.start))
            return
        root = next((root_of(link.call) for link in links_in(text, place)), None)
        end = graph.insert if root is None else text.span(root).end
        indent = indent_at(text.text, end)
        joint = text.text[end : len(text.text) - len(text.text[end:].lstrip())]
        if "\n" in joint and "\\" not in joint:
            self.insert(end, f"\n{indent}.{call_text(method, arguments, indent)}")
        else:
            self.insert(end, f".{method}({', '.join(arguments)})")

    def _last_place(self) -> Place | None:
        """Return the statement of the builder's own block that is the last one about the graph."""
        text, end = self.sheet.text, self.sheet.graph.insert
        place = place_at(text, end - 1)
        for at, owner in enumerate(place.owners if place is not None else ()):
            if text.span(owner).end == end:
                return Place(owner, [], place.owners[:at] if place is not None else ())
        return place

    def edit(self, title: str, *, select: Iterable[str] = (), intended: Shape) -> Edit:
        """Return the edit with all changes in ascending order."""
        removed = [*self._removed_links(), *self._removed_statements()]
        everything = [*self.imports.changes(), *self._changes, *removed]
        ordered = sorted(everything, key=lambda one: (one.start, one.end))
        merged = _merged_removals(self.sheet.text.text, ordered)
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


def _merged_removals(text: str, ordered: list[Change]) -> list[Change]:
    """Return the changes with removals joined that reach into each other: two statements of one line.

    A line of which nothing is left goes whole.
    """
    merged: list[Change] = []
    for change in ordered:
        last = merged[-1] if merged else None
        if last is not None and change.start < last.end and not last.text and not change.text:
            start, end = last.start, max(last.end, change.end)
            rest = rest_of_line(text, end)
            if begins_line(text, start) and rest is not None:
                start, end = line_start(text, start), min(rest + 1, len(text))
            merged[-1] = Change(start, end, "")
        else:
            merged.append(change)
    return merged
