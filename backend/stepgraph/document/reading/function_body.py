"""One function as it is studied: its own statements, its first argument, and the values of its local names."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from stepgraph.document.model import Span
from stepgraph.document.reading.module_names import Bound, Function, Scope
from stepgraph.document.reading.modules import Definition, Modules

_LEAVES = (ast.Name, ast.Constant)
# What is not looked into: it has no parts, or is a function or class of its own.
_CLOSED = (*_LEAVES, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_SIGNS = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop)
_PACKAGES = ("langgraph.", "stepgraph.")


About: TypeAlias = Literal["key", "dotted", "kind"]


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked about an expression of a function, and the answer. `is_local`: it has a name of the function."""

    about: About
    expr: ast.expr
    is_local: bool
    answer: str | None


@dataclass
class Body:
    """A function with the names that it is read with. `first` is the parameter that gets the state, if it has one.

    `questions` are all that were asked about its names, None as soon as an answer was more than a word.
    """

    function: Function
    modules: Modules
    first: ast.arg | None
    questions: dict[object, Question] | None = field(default_factory=dict)

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
        if isinstance(expr, ast.Constant):
            return expr.value if isinstance(expr.value, str) else None
        return self._ask("key", expr)

    def dotted(self, expr: ast.expr) -> str | None:
        return self._ask("dotted", expr)

    def resolve(self, expr: ast.expr) -> Definition | None:
        """Return what an expression means, for a look at its definition if that is a class or a value."""
        found = self.modules.resolve(expr, self.function)
        self._note("kind", expr, None if found is None else found.kind)
        if found is not None and found.kind in {"class", "value"}:
            self.questions = None
        return found

    def answer(self, question: Question) -> str | None:
        """Answer what was asked about another function of the same source."""
        # What has no name of the function's own means the same in the module, which asks once for all functions.
        return self._answer(question.about, question.expr, self.function if question.is_local else None)

    def _ask(self, about: About, expr: ast.expr) -> str | None:
        answer = self._answer(about, expr, self.function)
        self._note(about, expr, answer)
        return answer

    def _answer(self, about: About, expr: ast.expr, scope: Scope | None) -> str | None:
        if about == "key":
            value = self.modules.constant(expr, scope)
            return value if isinstance(value, str) else None
        if about == "dotted":
            return self.modules.dotted(expr, scope)
        found = self.modules.resolve(expr, scope)
        return None if found is None else found.kind

    def _note(self, about: About, expr: ast.expr, answer: str | None) -> None:
        if self.questions is None:
            return
        key = (about, expr.id if isinstance(expr, ast.Name) else expr)
        if key not in self.questions:
            names = (one.id for one in ast.walk(expr) if isinstance(one, ast.Name))
            self.questions[key] = Question(about, expr, any(map(self.bounds, names)), answer)

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
