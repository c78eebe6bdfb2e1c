"""Writing a field into a schema's text and taking one out, in the layout that is there."""

from __future__ import annotations

import ast

from stepgraph.document.editing.field_sites import FieldSite, SchemaSite, fields_dict
from stepgraph.document.editing.lists import item_spans, without
from stepgraph.document.editing.names import literal, quoted
from stepgraph.document.editing.placing import indent_unit
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import begins_line, indent_at, line_start, rest_of_line, whole_span
from stepgraph.document.model import Change, Span
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import Text


def added(sheet: Sheet, site: SchemaSite, name: str, *, annotation: str, default: str | None) -> list[Change]:
    """Return the changes that declare one more field."""
    if isinstance(site.node, ast.Call):
        return _added_entry(site, f"{_quoted(sheet, site, name)}: {annotation}")
    line = f"{name}: {annotation}" if default is None else f"{name}: {annotation} = {default}"
    first = first_with_default(site) if default is None else None
    if first is None or first.statement is None:
        return [_added_line(sheet, site.node, line)]
    at = site.text.span(first.statement).start
    follows = "\n" + indent_at(site.text.text, at) if begins_line(site.text.text, at) else "; "
    return [Change(at, at, line + follows)]


def _quoted(sheet: Sheet, site: SchemaSite, name: str) -> str:
    """Return a field's name in the quotes of the others beside it."""
    called = site.text.piece(site.text.span(site.node)) if isinstance(site.node, ast.Call) else ""
    single, double = called.count("'"), called.count('"')
    return quoted(sheet, name) if single == double else literal(name, "'" if single > double else '"')


def removed(site: SchemaSite, field: FieldSite) -> list[Change]:
    """Return the changes that take a field out, with its own comment and the text that documents it."""
    if isinstance(site.node, ast.Call):
        return _removed_entry(site, field)
    assert field.statement is not None
    return [_removed_statement(site.text, site.node, field.statement)]


def exchanged(sheet: Sheet, site: SchemaSite, gone: list[FieldSite], lines: list[str]) -> list[Change]:
    """Return the changes that take fields out of a class and declare others in it, behind those that stay."""
    assert isinstance(site.node, ast.ClassDef)
    text, last = site.text, site.fields[-1] if site.fields else None
    if not lines or last is None or last not in gone or last.statement is None:
        changes = [change for field in gone for change in removed(site, field)]
        return [*changes, _added_line(sheet, site.node, _joined(site, lines))] if lines else changes
    start, end = text.span(last.statement).start, text.span(last.statement).end
    rest = rest_of_line(text.text, end)
    changes = [change for field in gone if field is not last for change in removed(site, field)]
    return [*changes, Change(start, end if rest is None else rest, _joined(site, lines))]


def _joined(site: SchemaSite, lines: list[str]) -> str:
    first = site.node.body[0] if isinstance(site.node, ast.ClassDef) else None
    assert first is not None
    start = site.text.span(first).start
    is_inline = not begins_line(site.text.text, start)
    return ("; " if is_inline else "\n" + indent_at(site.text.text, start)).join(lines)


def first_with_default(site: SchemaSite) -> FieldSite | None:
    """Return the field before which one without a default must stand, where the order of defaults is a rule."""
    if not has_ordered_defaults(site):
        return None
    return next((field for field in site.fields if has_default(field)), None)


def has_ordered_defaults(site: SchemaSite) -> bool:
    """Tell whether a field without a default may not follow one with: a dataclass's or a NamedTuple's rule."""
    node = site.node
    if not isinstance(node, ast.ClassDef):
        return False
    if any(site.modules.dotted(base, site.scope) == "typing.NamedTuple" for base in node.bases):
        return True
    return is_dataclass(site) and not _is_keyword_only(node)


def is_dataclass(site: SchemaSite) -> bool:
    """Tell whether a class is made a dataclass by a decorator."""
    decorators = site.node.decorator_list if isinstance(site.node, ast.ClassDef) else []
    named = [one.func if isinstance(one, ast.Call) else one for one in decorators]
    return any((site.modules.dotted(one, site.scope) or "").endswith("dataclasses.dataclass") for one in named)


def has_default(field: FieldSite) -> bool:
    """Tell whether a field has a default; `field(repr=False)` alone is none."""
    value = field.default
    if isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] == "field":
        return any(keyword.arg in {"default", "default_factory"} for keyword in value.keywords)
    return value is not None


def _is_keyword_only(node: ast.ClassDef) -> bool:
    return any(
        keyword.arg == "kw_only" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True
        for one in node.decorator_list
        if isinstance(one, ast.Call)
        for keyword in one.keywords
    )


def _added_line(sheet: Sheet, node: ast.ClassDef, line: str) -> Change:
    text, body = sheet.text, node.body
    empty = next((one for one in body if _is_nothing(one)), None)
    if empty is not None and not any(isinstance(one, ast.AnnAssign) for one in body):
        span = text.span(empty)
        if begins_line(text.text, span.start):
            return Change(span.start, span.end, line)
        # What stands on the class's own line gets a line of its own.
        indent = indent_at(text.text, whole_span(text, node).start) + indent_unit(sheet)
        return Change(len(text.text[: span.start].rstrip(" \t")), span.end, f"\n{indent}{line}")
    return _added_after(text, node, line)


def _added_after(text: Text, node: ast.ClassDef, line: str) -> Change:
    body = node.body
    at = max((index for index, one in enumerate(body) if isinstance(one, ast.AnnAssign)), default=None)
    if at is None:
        return _added_first(text, node, line)
    while at + 1 < len(body) and is_text(body[at + 1]):
        at += 1
    end = text.span(body[at]).end
    first = text.span(body[0]).start
    if text.line_of(first) == text.line_of(text.span(body[at]).start) and not begins_line(text.text, first):
        return Change(end, end, f"; {line}")
    rest = _line_rest(text.text, end)
    indent = indent_at(text.text, text.span(body[at]).start)
    return Change(rest, rest, f"\n{indent}{line}")


def _added_first(text: Text, node: ast.ClassDef, line: str) -> Change:
    # There are methods or settings only: the fields come before them, below the text that documents the class.
    head = node.body[0]
    indent = indent_at(text.text, whole_span(text, head).start)
    if is_text(head) and not begins_line(text.text, text.span(head).start):
        end = text.span(head).end
        return Change(end, end, f"; {line}")
    if is_text(head):
        end = _line_rest(text.text, text.span(head).end)
        return Change(end, end, f"\n\n{indent}{line}")
    at = whole_span(text, head).start
    return Change(at, at, f"{line}\n\n{indent}")


def _line_rest(text: str, end: int) -> int:
    # Behind the line's comment; where more statements share the line, behind all of them.
    found = rest_of_line(text, end)
    if found is not None:
        return found
    line_end = text.find("\n", end)
    return len(text) if line_end < 0 else line_end


def _is_nothing(statement: ast.stmt) -> bool:
    is_dots = (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) and statement.value.value is ...
    )
    return isinstance(statement, ast.Pass) or is_dots


def is_text(statement: ast.stmt) -> bool:
    """Tell whether a statement is a mere text: a docstring, or what documents the field above it."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _removed_statement(text: Text, node: ast.ClassDef, statement: ast.AnnAssign) -> Change:
    body = node.body
    at = last = body.index(statement)
    while last + 1 < len(body) and is_text(body[last + 1]):
        last += 1
    start, end = text.span(statement).start, text.span(body[last]).end
    rest = rest_of_line(text.text, end)
    rest_after_sign = rest_of_line(text.text, end + 1) if text.text[end : end + 1] == ";" else None
    others = [one for index, one in enumerate(body) if not at <= index <= last]
    if not any(not is_text(one) for one in others):
        return Change(start, end, "pass")
    if begins_line(text.text, start) and (rest is not None or rest_after_sign is not None):
        stop = rest if rest is not None else rest_after_sign
        assert stop is not None
        return Change(line_start(text.text, start), min(stop + 1, len(text.text)), "")
    if last + 1 < len(body) and text.line_of(text.span(body[last + 1]).start) == text.line_of(end):
        return Change(start, text.span(body[last + 1]).start, "")
    return Change(text.span(body[at - 1]).end, end, "")


def _added_entry(site: SchemaSite, entry: str) -> list[Change]:
    assert isinstance(site.node, ast.Call)
    entries = _dict_of(site, site.node)
    text = site.text.text
    if not entries.values:
        at = site.text.span(entries).start + 1
        return [Change(at, at, entry)]
    last_key = entries.keys[-1]
    end = site.text.span(entries.values[-1]).end
    start = end if last_key is None else site.text.span(last_key).start
    if not begins_line(text, start):
        return [Change(end, end, f", {entry}")]
    indent = indent_at(text, start)
    has_comma = text[end : end + 1] == ","
    rest = rest_of_line(text, end + 1 if has_comma else end)
    if rest is None:
        return [Change(end, end, f",\n{indent}{entry}")]
    if has_comma:
        return [Change(rest, rest, f"\n{indent}{entry},")]
    line = Change(rest, rest, f"\n{indent}{entry}")
    return [Change(end, end, f",{line.text}")] if rest == end else [Change(end, end, ","), line]


def _removed_entry(site: SchemaSite, field: FieldSite) -> list[Change]:
    assert isinstance(site.node, ast.Call)
    entries = _dict_of(site, site.node)
    spans = item_spans(site.text, entries)
    if len(spans) == 1:
        whole = site.text.span(entries)
        return [Change(whole.start, whole.end, "{}")]
    return list(without(site.text.text, spans, [entries.values.index(field.annotation)]))


def _dict_of(site: SchemaSite, call: ast.Call) -> ast.Dict:
    found = fields_dict(call)
    if found is None or None in found.keys:
        raise EditRefused(
            "edit.locked",
            f'The fields of "{site.name}" are not written as one plain dict; change them in the code.',
            line=call.lineno,
        )
    return found


def insertion_above(text: Text, span: Span) -> int:
    """Return where a definition above a statement goes: before the comments that stand directly on it."""
    at = line_start(text.text, span.start)
    while at > 0:
        start = line_start(text.text, at - 1)
        if not text.text[start:at].lstrip(" \t").startswith("#"):
            return at
        at = start
    return at
