"""Which names of a document look like graphs, told from its syntax alone.

A guess with two uses: a person sees what a file holds before anything runs, and the worker knows which functions it
may call to get a graph. A function that is not named here is never called unasked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stepgraph.document.methods import BUILDING

GRAPH_CLASSES = frozenset({"StateGraph", "MessageGraph", "CompiledStateGraph", "CompiledGraph", "Pregel"})
_ENTRY_POINT = "entrypoint"
"""What makes a graph of the function that it decorates."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda


@dataclass(frozen=True, slots=True)
class GraphNames:
    """Names bound to a graph at module level, and functions that return one when called without arguments.

    A function that another one uses is left out, since what it makes is a part of what the other makes.
    """

    variables: tuple[str, ...]
    functions: tuple[str, ...]

    @property
    def candidates(self) -> tuple[str, ...]:
        """The names to choose from: functions count only in a file that holds no graph at module level."""
        return self.variables or self.functions


def graph_names(tree: ast.Module) -> GraphNames:
    """Return the names of `tree` that look like graphs, in the order in which they stand in the file."""
    functions = [node for node in _statements(tree.body) if isinstance(node, ast.FunctionDef)]
    makers: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    # A function may return what another one makes, so this goes on until nothing new is found.
    while True:
        found = frozenset(variables | _bound(tree.body, variables, makers))
        made = frozenset(f.name for f in functions if _returns_graph(f, found, makers))
        if (found, made) == (variables, makers):
            break
        variables, makers = found, made
    callable_now = [f for f in functions if f.name in makers and not _requires_arguments(f)]
    return GraphNames(_in_order(tree, variables), _outermost(callable_now))


def _outermost(functions: list[ast.FunctionDef]) -> tuple[str, ...]:
    """Return the names of the functions that no other one of them uses: a graph that another one holds is its part."""
    names = dict.fromkeys(function.name for function in functions)
    used = {
        node.id
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and node.id in names and node.id != function.name
    }
    return tuple(name for name in names if name not in used) or tuple(names)


def _in_order(tree: ast.Module, names: frozenset[str]) -> tuple[str, ...]:
    bound = (name for statement in _statements(tree.body) for name, _ in _bindings(statement))
    return tuple(dict.fromkeys(name for name in bound if name in names))


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of one scope, those inside `if`, `with`, `try` and loops too, none of an inner scope."""
    pending = list(body)[::-1]
    while pending:
        statement = pending.pop()
        yield statement
        if not isinstance(statement, _Scope):
            inner = [part for child in ast.iter_child_nodes(statement) for part in _statement_parts(child)]
            pending.extend(reversed(inner))


def _statement_parts(node: ast.AST) -> list[ast.stmt]:
    if isinstance(node, ast.stmt):
        return [node]
    if isinstance(node, ast.ExceptHandler | ast.match_case):
        return list(node.body)
    return []


def _bindings(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Name):
                yield target.id, statement.value
    elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value:
        yield statement.target.id, statement.value
    elif isinstance(statement, _Function):
        # A decorated function is what its decorators return.
        for decorator in statement.decorator_list:
            yield statement.name, ast.Call(decorator, [], [])


def _bound(body: Iterable[ast.stmt], known: frozenset[str], makers: frozenset[str]) -> frozenset[str]:
    """Return the names of one scope that are bound to a graph."""
    names = set(known)
    bindings = [binding for statement in _statements(body) for binding in _bindings(statement)]
    for name, value in bindings:
        if _is_graph(value, names, makers):
            names.add(name)
    return frozenset(names)


def _is_graph(value: ast.expr, names: set[str] | frozenset[str], makers: frozenset[str]) -> bool:
    """Tell whether an expression looks like a graph; a chain of builder calls is followed to its root."""
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in BUILDING:
        value = value.func.value
    if isinstance(value, ast.Name):
        return value.id in names
    if not isinstance(value, ast.Call):
        return False
    if isinstance(value.func, ast.Call):
        return _last_name(value.func.func) == _ENTRY_POINT
    called = _last_name(value.func)
    return called in GRAPH_CLASSES or (isinstance(value.func, ast.Name) and called in makers)


def _last_name(node: ast.expr | None) -> str | None:
    """Return the name that an expression ends in: `StateGraph` of `graph.StateGraph[int]` and of `"StateGraph"`."""
    if isinstance(node, ast.Subscript):
        return _last_name(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.partition("[")[0].rpartition(".")[2]
    return None


def _returns_graph(function: _Function, known: frozenset[str], makers: frozenset[str]) -> bool:
    if _last_name(function.returns) in GRAPH_CLASSES:
        return True
    names = _bound(function.body, known, makers)
    returns = (s.value for s in _statements(function.body) if isinstance(s, ast.Return))
    return any(value is not None and _is_graph(value, names, makers) for value in returns)


def _requires_arguments(function: _Function) -> bool:
    arguments = function.args
    positional = len(arguments.posonlyargs) + len(arguments.args)
    return positional > len(arguments.defaults) or any(default is None for default in arguments.kw_defaults)
