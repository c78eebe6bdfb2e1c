"""What the return annotation of a function says: the names that it may lead to, and in which form."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from stepgraph.document.model import Span
from stepgraph.document.reading import hints
from stepgraph.document.reading.function_facts import HintForm, Target
from stepgraph.document.reading.modules import Definition, Modules
from stepgraph.document.reading.schema_annotations import LITERAL, Place, arguments_of, settled

_LISTS = frozenset(
    f"{module}.{name}"
    for module in ("typing", "collections.abc", "builtins")
    for name in ("list", "List", "tuple", "Tuple", "set", "Set", "Sequence", "Iterable")
)


def hinted_targets(definition: Definition) -> tuple[HintForm, tuple[Target, ...]]:
    """Return the names in a returned `Literal[…]`, `Command[Literal[…]]` or list of `Literal`, and which it was."""
    direct = hints.literal_targets(definition)
    if direct:
        return "literal", _targets(definition, direct)
    command = hints.command_targets(definition)
    if command:
        return "command", _targets(definition, command)
    listed = tuple(_listed(definition))
    return ("list", listed) if listed else ("none", ())


def _targets(definition: Definition, found: Iterable[hints.Target]) -> tuple[Target, ...]:
    return tuple(_target(definition, one.name, one.modules, one.span) for one in found)


def _target(definition: Definition, name: str, modules: Modules, span: Span) -> Target:
    is_here = modules.text.path == definition.text.path
    return Target(name, span if is_here else None, modules.text.text.startswith(("'", '"'), span.start))


def _listed(definition: Definition) -> Iterable[Target]:
    """Yield the names in a returned list: `list[Literal["a", "b"]]`, `list[Literal["a"] | Send]`."""
    node = definition.node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.returns is None:
        return
    pending = list(arguments_of(settled(Place(definition.modules, node.returns, definition.scope)), _LISTS))
    while pending:
        place = settled(pending.pop(0))
        if isinstance(place.expr, ast.BinOp):
            pending[:0] = [place.of(place.expr.left), place.of(place.expr.right)]
        for item in arguments_of(place, LITERAL):
            value = item.modules.constant(item.expr, item.scope)
            if isinstance(value, str):
                yield _target(definition, value, item.modules, item.modules.text.span(item.expr))
