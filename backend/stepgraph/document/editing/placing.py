"""Where a new function goes: behind the last one that the graph uses, before the graph is built."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from stepgraph.document.editing.code import indented
from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import Place, indent_at, line_start, place_at, rest_of_line, whole_span
from stepgraph.document.model import Schema, Span

_INDENT = re.compile(r":[^\n]*\n(?:[ \t]*\n)*(\t|  +)\S")


def place_functions(draft: Draft, codes: Sequence[str]) -> None:
    """Insert functions' source (from column 0, without a line end behind it) where the graph can use them."""
    if not codes:
        return
    sheet = draft.sheet
    builder = _builder(sheet)
    nested = _nested(sheet, builder)
    if nested is not None:
        indent = indent_at(sheet.text.text, whole_span(sheet.text, nested.statement).start)
        _insert_behind(draft, nested.statement, indented("\n\n".join(codes), indent), blanks=1)
        return
    code = "\n\n\n".join(codes)
    outer = _outermost(builder)
    before = [one for one in _used(sheet) if one.end <= whole_span(sheet.text, outer).start]
    # Statements of the module do not overlap: the last definition is in the last of them.
    last = next(_places(sheet, sorted(before, key=lambda one: one.start, reverse=True)), None)
    if last is not None:
        _insert_behind(draft, _outermost(last), code, blanks=2)
    else:
        _insert_before(draft, outer, code)


def indent_unit(sheet: Sheet) -> str:
    """Return what the file indents by: four blanks unless it shows another way."""
    found = _INDENT.search(sheet.text.text)
    return found.group(1) if found is not None else "    "


def state_name(sheet: Sheet) -> str | None:
    """Return the state's class where a function at module level can name it."""
    schema = next((one for one in sheet.graph.schemas if "state" in one.roles), None)
    if schema is None or schema.form == "root" or not schema.name.isidentifier():
        return None
    return schema.name if schema.name in _module_names(sheet) else None


def is_root(sheet: Sheet) -> bool:
    """Return whether the graph's state is one value without fields."""
    return any("state" in schema.roles and schema.form == "root" for schema in sheet.graph.schemas)


def stub(sheet: Sheet, function: str) -> str:
    """Return the source of a node's function that does nothing yet."""
    state = state_name(sheet)
    head = f"def {function}(state: {state}) -> dict:" if state else f"def {function}(state):"
    return f"{head}\n{indent_unit(sheet)}return {None if is_root(sheet) else '{}'}"


def _module_names(sheet: Sheet) -> set[str]:
    names = set(sheet.definitions)
    for statement in sheet.text.tree.body:
        match statement:
            case ast.Import() | ast.ImportFrom():
                names |= {alias.asname or alias.name for alias in statement.names}
            case ast.Assign():
                names |= {target.id for target in statement.targets if isinstance(target, ast.Name)}
    return names


def _builder(sheet: Sheet) -> Place:
    place = place_at(sheet.text, sheet.graph.span.start)
    assert place is not None
    return place


def _outermost(place: Place) -> ast.stmt:
    return place.owners[0] if place.owners else place.statement


def _used(sheet: Sheet) -> Iterator[Span]:
    """Return where the functions stand that the graph uses, and its state, which they may name."""
    codes = [node.code for node in sheet.graph.nodes] + [branch.code for branch in sheet.graph.branches]
    for code in codes:
        if code.span is not None and code.kind in {"function", "partial", "class", "method"}:
            yield code.span
    for schema in sheet.graph.schemas:
        if _is_state(schema) and schema.span is not None:
            yield schema.span


def _is_state(schema: Schema) -> bool:
    return schema.path is None and "state" in schema.roles


def _places(sheet: Sheet, spans: list[Span]) -> Iterator[Place]:
    for span in spans:
        place = _definition_at(sheet, span)
        if place is not None:
            yield place


def _definition_at(sheet: Sheet, span: Span) -> Place | None:
    # The end of a definition is in its last statement; the definition itself is one of those around that.
    place = place_at(sheet.text, span.end - 1)
    while place is not None and place.owners and sheet.text.span(place.statement).start > span.start:
        owner = place.owners[-1]
        around = place.owners[:-1]
        place = Place(owner, _block_of(sheet, owner, around), around)
        if whole_span(sheet.text, owner).start <= span.start:
            break
    return place


def _block_of(sheet: Sheet, statement: ast.stmt, owners: tuple[ast.stmt, ...]) -> list[ast.stmt]:
    if not owners:
        return sheet.text.tree.body
    body: list[ast.stmt] = getattr(owners[-1], "body", [])
    return body if statement in body else []


def _nested(sheet: Sheet, builder: Place) -> Place | None:
    """Return the last function of the graph that is defined in the block of its builder, inside a function."""
    if not builder.owners:
        return None
    start = sheet.text.span(builder.statement).start
    spans = [
        node.code.span
        for node in sheet.graph.nodes
        if node.code.span is not None and node.code.kind == "function" and node.code.span.end <= start
    ]
    places = [place for place in _places(sheet, spans) if place.block is builder.block]
    return max(places, key=lambda place: place.statement.lineno, default=None)


def _insert_behind(draft: Draft, statement: ast.stmt, code: str, *, blanks: int) -> None:
    text = draft.sheet.text.text
    end = draft.sheet.text.span(statement).end
    rest = rest_of_line(text, end)
    at = _line_end(text, end) if rest is None else rest
    following = text[at:]
    gap = following[: len(following) - len(following.lstrip())].count("\n")
    more = max(0, blanks + 1 - gap) if following.strip() else 0
    draft.insert(at, "\n" * (blanks + 1) + code + "\n" * more)


def _line_end(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end


def _insert_before(draft: Draft, statement: ast.stmt, code: str) -> None:
    text = draft.sheet.text.text
    at = line_start(text, whole_span(draft.sheet.text, statement).start)
    # Comments right above belong to the statement.
    while at > 0 and text[line_start(text, at - 1) : at].lstrip().startswith("#"):
        at = line_start(text, at - 1)
    before = text[:at]
    gap = len(before) - len(before.rstrip("\n"))
    draft.insert(at, "\n" * (max(0, 3 - gap) if before.strip() else 0) + code + "\n\n\n")
