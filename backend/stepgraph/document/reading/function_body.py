"""One function as it is studied: its own statements, its first argument, and the values of its local names."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property

from stepgraph.document.model import Span
from stepgraph.document.reading.module_names import Bound, Function, Scope
from stepgraph.document.reading.modules import Definition, Modules

_LEAVES = (ast.Name, ast.Constant)
# What is not looked into: it has no parts, or is a function or class of its own.
_CLOSED = (*_LEAVES, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_SIGNS = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop)
_PACKAGES = ("langgraph.", "stepgraph.")


@dataclass(frozen=True)
class Body:
    """A function with the names that it is read with. `first` is the parameter that gets the state, if it has one."""

    function: Function
    modules: Modules
    first: ast.arg | None

    @property
    def statements(self) -> list[ast.stmt]:
        """Its statements; none for a lambda."""
        return [] if isinstance(self.function, ast.Lambda) else self.function.body

    @cached_property
    def own_nodes(self) -> tuple[ast.AST, ...]:
        """All parts of the function in the order of the text, none of an inner function or class."""
        nodes: list[ast.AST] = []
        pending: list[ast.AST] = [self.function.body] if isinstance(self.function, ast.Lambda) else []
        pending += reversed(self.statements)
        while pending:
            node = pending.pop()
            nodes.append(node)
            if not isinstance(node, _CLOSED):
                pending += reversed(children(node))
        return tuple(nodes)

    def bounds(self, name: str) -> list[Bound]:
        """Return all that a local name is bound to; empty for a name of the module."""
        return self.modules.names.table(self.function).names.get(name, [])

    def span(self, expr: ast.expr) -> Span:
        return self.modules.text.span(expr)

    def key(self, expr: ast.expr) -> str | None:
        """Return the string that an expression is or names."""
        value = self.modules.constant(expr, self.function)
        return value if isinstance(value, str) else None

    def dotted(self, expr: ast.expr) -> str | None:
        return self.modules.dotted(expr, self.function)

    def is_engine(self, expr: ast.expr, name: str) -> bool:
        """Tell whether an expression is a class of the engine's, such as `Command`."""
        dotted = self.dotted(expr)
        return dotted is not None and dotted.startswith(_PACKAGES) and dotted.endswith(f".{name}")


def children(node: ast.AST) -> list[ast.AST]:
    """Return the parts of a node, the signs of operators left out: what `ast` yields, in a third of the time."""
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [part for part in value if isinstance(part, ast.AST)]
        elif isinstance(value, ast.AST) and not isinstance(value, _SIGNS):
            found.append(value)
    return found


def body_of(definition: Definition) -> Body | None:
    """Return the function of a definition for study, or None for what is no function."""
    node = definition.node
    if not isinstance(node, Function):
        return None
    given = [*node.args.posonlyargs, *node.args.args][definition.bound + _own_parameters(node, definition.scope) :]
    return Body(node, definition.modules, given[0] if given else None)


def _own_parameters(function: Function, scope: Scope | None) -> int:
    """Return how many parameters of a method its class fills: `self`, `cls`, or none."""
    if isinstance(function, ast.Lambda) or not isinstance(scope, ast.ClassDef):
        return 0
    return 0 if any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in function.decorator_list) else 1
