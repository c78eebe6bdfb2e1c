"""Rules about the fields of a schema: what the engine makes of a declaration, where that may surprise."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from stepgraph.document.finding import Finding, Mend
from stepgraph.document.lint.context import Context, Marks
from stepgraph.document.model import Change, Field, Schema
from stepgraph.document.reading.merge import conflicts

_KNOWN_REDUCERS = frozenset(
    {"operator.add", "operator.or_", "operator.and_", "operator.mul", "operator.iadd", "operator.ior"}
)


def ignored_default(context: Context) -> Iterator[Finding]:
    """A reducer's channel begins with its type's empty value, whatever the field declares."""
    for _, field in _fields(context):
        if field.default is None or field.reducer is None or field.kind != "BinaryOperatorAggregate":
            continue
        if _is_empty(field.default):
            continue
        sentence = (
            f'The default {field.default} of "{field.name}" is ignored: a field with a reducer begins with the empty '
            f"value of its type. Write the first value in the input, or from a first node."
        )
        yield context.finding("ignored_default", sentence, at=field.span, marks=_marks(field))


def reducer_not_last(context: Context) -> Iterator[Finding]:
    """Only the last thing in Annotated can be the reducer."""
    for schema, field in _fields(context):
        parts = _metadata(field.annotation)
        if field.reducer is not None or field.kind != "LastValue" or len(parts) < 2:
            continue
        found = next((part for part in parts[:-1] if _is_reducer(context, part)), None)
        if found is None:
            continue
        text = ast.unparse(found)
        sentence = (
            f'"{field.name}" keeps only its last value: the reducer {text} is not the last thing in Annotated, and '
            f"only the last one counts. Move it to the end."
        )
        mends = () if schema.path is not None else _moved_last(field, parts, found)
        yield context.finding(
            "reducer_not_last", sentence, at=field.annotation_span or field.span, marks=_marks(field), mends=mends
        )


def schemas_disagree(context: Context) -> Iterator[Finding]:
    """One key cannot be two kinds of channel, unless the later declaration is plain and gives way."""
    for one in conflicts(context.graph.schemas):
        field = one.second
        sentence = (
            f'"{one.key}" is {_merge(one.first)} in {one.first_schema} and {_merge(field)} in {one.second_schema}: one '
            f"key has one channel, so the graph is refused. Declare it alike in both."
        )
        yield context.finding("schemas_disagree", sentence, at=field.span, severity="error", marks=_marks(field))


def _fields(context: Context) -> Iterator[tuple[Schema, Field]]:
    for schema in context.graph.schemas:
        if "context" not in schema.roles or len(schema.roles) > 1:
            for field in schema.fields:
                yield schema, field


def _marks(field: Field) -> Marks:
    return Marks(channels=(field.name,))


def _merge(field: Field) -> str:
    return field.kind if field.reducer is None else f"{field.kind}({field.reducer.text})"


def _is_empty(default: str) -> bool:
    empty = {"[]", "{}", "()", "0", "0.0", '""', "''", "False", "None", "list()", "dict()", "set()"}
    factories = {"field(default_factory=list)", "field(default_factory=dict)", "field(default_factory=set)"}
    text = default.replace("dataclasses.", "").replace("Field(", "field(")
    return text in empty or text in factories


def _metadata(annotation: str) -> list[ast.expr]:
    """Return the parts of Annotated behind the type; a string annotation is read too."""
    try:
        tree: ast.expr = ast.parse(annotation, mode="eval").body
        if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
            tree = ast.parse(tree.value, mode="eval").body
    except (SyntaxError, ValueError):
        return []
    if isinstance(tree, ast.Subscript) and ast.unparse(tree.value).rpartition(".")[2] == "Annotated":
        return tree.slice.elts[1:] if isinstance(tree.slice, ast.Tuple) else []
    return []


def _is_reducer(context: Context, part: ast.expr) -> bool:
    """Say whether this could be meant as a reducer: a function of two arguments."""
    if isinstance(part, ast.Lambda):
        return len(part.args.args) == 2
    if not isinstance(part, ast.Name | ast.Attribute):
        return False
    found = context.studied.modules.resolve(part, context.studied.scope)
    if found is None:
        return False
    if isinstance(found.node, ast.FunctionDef):
        return len(found.node.args.args) == 2
    return found.dotted in _KNOWN_REDUCERS or found.name == "add_messages"


def _moved_last(field: Field, parts: list[ast.expr], found: ast.expr) -> tuple[Mend, ...]:
    span = field.annotation_span
    if span is None or not field.annotation.isascii() or "\n" in field.annotation:
        return ()
    pieces = [ast.get_source_segment(field.annotation, part) for part in parts]
    if None in pieces or field.annotation.startswith(("'", '"')):
        return ()
    chosen = ast.get_source_segment(field.annotation, found)
    head = field.annotation[: parts[0].col_offset]
    tail = field.annotation[parts[-1].end_col_offset or len(field.annotation) :]
    moved = [piece for piece in pieces if piece != chosen and piece is not None]
    text = f"{head}{', '.join([*moved, chosen or ''])}{tail}"
    return (Mend("Move the reducer to the end", (Change(span.start, span.end, text),)),)
