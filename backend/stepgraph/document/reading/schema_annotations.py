"""Annotations read by syntax: aliases, strings and nested `Annotated` seen through, as `get_type_hints` would."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.modules import Definition, Modules

_MAX_ALIASES = 32


def _typing(*names: str) -> frozenset[str]:
    return frozenset(f"{module}.{name}" for module in ("typing", "typing_extensions") for name in names)


ANNOTATED = _typing("Annotated")
REQUIRED = _typing("Required", "NotRequired")
LITERAL = _typing("Literal")


@dataclass(frozen=True, slots=True)
class Place:
    """An expression with the names that it is read with."""

    modules: Modules
    expr: ast.expr
    scope: Scope | None

    def of(self, expr: ast.expr) -> Place:
        """Return a part of this expression as a place of its own."""
        return Place(self.modules, expr, self.scope)

    @property
    def text(self) -> str:
        """The expression as written."""
        return self.modules.text.piece(self.modules.text.span(self.expr))

    def resolve(self) -> Definition | None:
        """Return what the expression names."""
        return self.modules.resolve(self.expr, self.scope)


def followed(place: Place) -> Place:
    """Return the expression that a name is an alias of, or the place itself."""
    for _ in range(_MAX_ALIASES):
        found = place.resolve()
        if found is None or found.kind != "value" or not isinstance(found.node, ast.expr):
            break
        place = Place(found.modules, found.node, found.scope)
    return place


def settled(place: Place) -> Place:
    """Return the annotation that a name, a string or a parametrised alias stands for, or the place itself."""
    for _ in range(_MAX_ALIASES):
        found = followed(place)
        if isinstance(found.expr, ast.Constant) and isinstance(found.expr.value, str):
            inner = unquoted(found.modules, found.expr, found.expr.value)
            if inner is None:
                return found
            place = found.of(inner)
        elif (
            isinstance(found.expr, ast.Subscript) and followed(found.of(found.expr.value)).expr is not found.expr.value
        ):
            # `Log[int]` of `Log = Annotated[list[T], add]`.
            place = followed(found.of(found.expr.value))
        else:
            return found
    return place


def flattened(place: Place) -> tuple[Place, tuple[Place, ...]]:
    """Return the type of an annotation and what stands beside it in `Annotated`, nested ones joined as Python does."""
    arguments = arguments_of(settled(place), ANNOTATED)
    if len(arguments) < 2:
        return place, ()
    base, items = flattened(arguments[0])
    return base, (*items, *arguments[1:])


def without_required(place: Place) -> Place:
    """Return what an outer `Required` or `NotRequired` holds, or the place itself."""
    arguments = arguments_of(settled(place), REQUIRED)
    return arguments[0] if arguments else place


def arguments_of(place: Place, generic: frozenset[str]) -> tuple[Place, ...]:
    """Return the arguments of a subscript of one of the named generics; empty when it is none."""
    expr = place.expr
    if not isinstance(expr, ast.Subscript) or place.modules.dotted(expr.value, place.scope) not in generic:
        return ()
    return tuple(place.of(part) for part in _parts(expr))


def first_argument(place: Place) -> Place | None:
    """Return the first type argument of any generic or union; None for what has none."""
    expr = place.expr
    if isinstance(expr, ast.Subscript) and not arguments_of(place, LITERAL):
        return place.of(_parts(expr)[0])
    if isinstance(expr, ast.BinOp) and isinstance(expr.op, ast.BitOr):
        return place.of(expr.left)
    return None


def unquoted(modules: Modules, expr: ast.Constant, text: str) -> ast.expr | None:
    """Return the expression inside a string annotation, placed where it stands in the text; None if it is none."""
    try:
        inner = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    literal = modules.text.piece(modules.text.span(expr))
    opening = literal.find(text)
    is_plain = opening >= 0 and expr.lineno == expr.end_lineno
    before = len(literal[:opening].encode())
    for node in ast.walk(inner):
        if not isinstance(node, ast.expr):
            continue
        # A part of a literal with escapes or line breaks has no place of its own: the literal's is the nearest.
        start = expr.col_offset + before + node.col_offset if is_plain else expr.col_offset
        end = expr.col_offset + before + (node.end_col_offset or 0) if is_plain else expr.end_col_offset
        node.lineno, node.end_lineno = expr.lineno, expr.end_lineno
        node.col_offset, node.end_col_offset = start, end
    return inner


def _parts(expr: ast.Subscript) -> list[ast.expr]:
    return (expr.slice.elts or [expr.slice]) if isinstance(expr.slice, ast.Tuple) else [expr.slice]
