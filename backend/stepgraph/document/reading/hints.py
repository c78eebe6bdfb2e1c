"""What the annotations of a function tell the engine: the schema of its input, and where its answer may lead."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from stepgraph.document.model import Span
from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.modules import Definition, Modules
from stepgraph.document.reading.schema_annotations import LITERAL, Place, arguments_of, settled

_COMMAND: Final = frozenset({"langgraph.types.Command", "stepgraph.types.Command"})
_UNION: Final = frozenset(
    f"{module}.{name}" for module in ("typing", "typing_extensions") for name in ("Union", "Optional")
)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Target:
    """A node that an annotation names, with the place of that name; `modules` tell in which file that is."""

    name: str
    span: Span
    modules: Modules


def first_parameter(found: Definition | None) -> Place | None:
    """Return the annotation of a function's first parameter; of a method, the one after the instance."""
    function = _function(found)
    if function is None or found is None:
        return None
    given = [*function.args.posonlyargs, *function.args.args]
    given = given[1:] if _has_instance(found, function) else given
    given = given or function.args.kwonlyargs
    annotation = given[0].annotation if given else None
    return None if annotation is None else Place(found.modules, annotation, _scope(found))


def literal_targets(found: Definition | None) -> tuple[Target, ...]:
    """Return what a router names in a returned ``Literal``, which is all that the engine looks for."""
    place = _returned(found)
    return () if place is None else tuple(_literals(place, set()))


def command_targets(found: Definition | None) -> tuple[Target, ...]:
    """Return what a node names in a returned ``Command[Literal[…]]``, alone or in a union."""
    place = _returned(found)
    if place is None:
        return ()
    for option in _options(settled(place), set()):
        held = arguments_of(settled(option), _COMMAND)
        if held:
            return tuple(_literals(held[0], set()))
    return ()


def _returned(found: Definition | None) -> Place | None:
    function = _function(found)
    if function is None or found is None or function.returns is None:
        return None
    return Place(found.modules, function.returns, _scope(found))


def _function(found: Definition | None) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    node = None if found is None else found.node
    return node if isinstance(node, _Function) else None


def _scope(found: Definition) -> Scope | None:
    return found.scope


def _has_instance(found: Definition, function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    if not isinstance(found.scope, ast.ClassDef):
        return False
    return not any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in function.decorator_list)


def _options(place: Place, seen: set[ast.expr]) -> Iterator[Place]:
    """Yield the members of a union, or the one type that there is; none that was seen, as an alias may name itself."""
    expr = place.expr
    if expr in seen:
        return
    seen.add(expr)
    if isinstance(expr, ast.BinOp) and isinstance(expr.op, ast.BitOr):
        yield from _options(settled(place.of(expr.left)), seen)
        yield from _options(settled(place.of(expr.right)), seen)
        return
    members = arguments_of(place, _UNION)
    if not members:
        yield place
    for member in members:
        yield from _options(settled(member), seen)


def _literals(place: Place, seen: set[ast.expr]) -> Iterator[Target]:
    """Yield the names of a ``Literal``, nested ones and aliases in it too, each of them once."""
    literal = settled(place)
    if literal.expr in seen:
        return
    seen.add(literal.expr)
    for item in arguments_of(literal, LITERAL):
        value = item.modules.constant(item.expr, item.scope)
        if isinstance(value, str):
            yield Target(value, item.modules.text.span(item.expr), item.modules)
        else:
            yield from _literals(item, seen)
