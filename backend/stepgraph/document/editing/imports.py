"""Names from other modules, imported the way the file does it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from itertools import takewhile

from stepgraph.document.editing.lists import appended
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import rest_of_line, whole_span
from stepgraph.document.model import Change

WIDTH = 100
_ALSO = {
    "langgraph.graph": ("langgraph.constants",),
    "stepgraph.graph": ("stepgraph.constants",),
    "typing": ("typing_extensions",),
}


class Imports:
    """The names that an edit needs. Each is imported once, beside those that the file imports from there."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._needed: dict[tuple[str, str], str] = {}

    def need(self, module: str, name: str) -> str:
        """Return how the file writes a name of a module, importing it if it does not yet."""
        found = self.found(module, name) or self._needed.get((module, name))
        if found is not None:
            return found
        taken = name in self._sheet.identifiers
        written = f"{module.split('.', maxsplit=1)[0]}_{name}" if taken else name
        self._needed[module, name] = written
        return written

    def found(self, module: str, name: str) -> str | None:
        """Return how the file can write a name of a module without a further import."""
        for place in (module, *_ALSO.get(module, ())):
            for statement in self._sheet.text.tree.body:
                written = _written(statement, place, name)
                if written is not None:
                    return written
        return None

    def changes(self) -> Iterator[Change]:
        """Return the changes that import what is needed."""
        by_module: dict[str, list[str]] = {}
        for (module, name), written in self._needed.items():
            by_module.setdefault(module, []).append(name if name == written else f"{name} as {written}")
        for module, names in by_module.items():
            statement = self._import_from(module)
            if statement is None:
                yield self._new(module, sorted(names, key=_order))
            else:
                yield self._longer(statement, names)

    def _import_from(self, module: str) -> ast.ImportFrom | None:
        for statement in self._sheet.text.tree.body:
            if isinstance(statement, ast.ImportFrom) and statement.module == module and statement.level == 0:
                return statement
        return None

    def _longer(self, statement: ast.ImportFrom, names: list[str]) -> Change:
        text = self._sheet.text
        spans = [text.span(alias) for alias in statement.names]
        whole = text.span(statement)
        first, last = spans[0], spans[-1]
        if "\n" in text.piece(whole):
            is_open = "(" in text.text[whole.start : first.start]
            inline = Change(last.end, last.end, "".join(f", {name}" for name in names))
            return appended(text.text, last, names) if is_open else inline
        everything = _sorted_in([text.piece(span) for span in spans], names)
        joined = ", ".join(everything)
        closed = text.text[last.end : whole.end]
        if closed or whole.end - whole.start + len(joined) - (last.end - first.start) <= WIDTH:
            return Change(first.start, last.end, joined)
        rows = "".join(f"    {name},\n" for name in everything)
        return Change(first.start, last.end, f"(\n{rows})")

    def _new(self, module: str, names: list[str]) -> Change:
        text = self._sheet.text
        line = f"from {module} import {', '.join(names)}\n"
        block = _import_block(text.tree.body)
        own = _is_standard(module)
        alike = [one for one in block if _is_standard(_module_of(one)) == own and _module_of(one) != "__future__"]
        if alike:
            earlier = [one for one in alike if _module_of(one) <= module]
            return _after(self._sheet, earlier[-1], line) if earlier else _before(self._sheet, alike[0], line)
        others = [one for one in block if _module_of(one) != "__future__"]
        if others:
            if own:
                return _before(self._sheet, others[0], line + "\n")
            return _after(self._sheet, others[-1], "\n" + line)
        return self._first(line)

    def _first(self, line: str) -> Change:
        body = self._sheet.text.tree.body
        head = list(takewhile(lambda one: _is_docstring(one) or _module_of(one) == "__future__", body))
        if head:
            return _after(self._sheet, head[-1], "\n" + line)
        if body:
            return _before(self._sheet, body[0], line + "\n")
        at = len(self._sheet.text.text)
        return Change(at, at, line)


def _sorted_in(old: list[str], names: list[str]) -> list[str]:
    """Return old and new names: in the order that the old ones keep, or the new ones behind them."""
    if old == sorted(old, key=_order):
        return sorted([*old, *names], key=_order)
    if old == sorted(old):
        return sorted([*old, *names])
    return [*old, *names]


def _order(name: str) -> tuple[int, str]:
    # Constants, then classes, then functions, as import sorters do it.
    word = name.split(" ", maxsplit=1)[0]
    return (0 if word.isupper() else 1 if word[:1].isupper() else 2), word


def _written(statement: ast.stmt, module: str, name: str) -> str | None:
    """Return how a file can write a name of a module because of this statement."""
    if isinstance(statement, ast.Import):
        aliases = (alias.asname or alias.name for alias in statement.names if alias.name == module)
        return next((f"{alias}.{name}" for alias in aliases), None)
    if not isinstance(statement, ast.ImportFrom) or statement.level or statement.module is None:
        return None
    for alias in statement.names:
        if statement.module == module and alias.name in {name, "*"}:
            return alias.asname or name
        if f"{statement.module}.{alias.name}" == module:
            return f"{alias.asname or alias.name}.{name}"
    return None


def _import_block(body: list[ast.stmt]) -> list[ast.stmt]:
    rest = body[1:] if body and _is_docstring(body[0]) else body
    return list(takewhile(lambda one: isinstance(one, ast.Import | ast.ImportFrom), rest))


def _module_of(statement: ast.stmt) -> str:
    match statement:
        case ast.ImportFrom():
            return "." * statement.level + (statement.module or "")
        case ast.Import():
            return statement.names[0].name
    return ""


def _is_standard(module: str) -> bool:
    return module.split(".", maxsplit=1)[0] in sys.stdlib_module_names


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _after(sheet: Sheet, statement: ast.stmt, lines: str) -> Change:
    text = sheet.text.text
    end = sheet.text.span(statement).end
    rest = rest_of_line(text, end)
    at = end if rest is None else rest
    return Change(at, at, "\n" + lines.removesuffix("\n"))


def _before(sheet: Sheet, statement: ast.stmt, lines: str) -> Change:
    at = whole_span(sheet.text, statement).start
    return Change(at, at, lines)
