"""What an expression names that runs, and what the text of its function says of the state."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from dataclasses import replace

from stepgraph.document.model import Code, CodeKind, Span
from stepgraph.document.reading.function_body import Body, body_of
from stepgraph.document.reading.function_facts import UNKNOWN, FunctionFacts, Target
from stepgraph.document.reading.function_hints import hinted_targets
from stepgraph.document.reading.function_memo import remembered
from stepgraph.document.reading.function_results import Results
from stepgraph.document.reading.function_state import StateUse
from stepgraph.document.reading.module_names import Scope, statements
from stepgraph.document.reading.modules import Definition, Modules, class_member
from stepgraph.document.text import Text

_PARTIALS = frozenset({"functools.partial", "functools.partialmethod"})
# Wrappers of another library that run the function which they are given.
_WRAPPERS = (".RunnableLambda", ".RunnableCallable")
_MAX_DOC = 400
_Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def definition_of(modules: Modules, expr: ast.expr, scope: Scope | None = None) -> Definition | None:
    """Return the function that runs when `expr` is called as a node, a router or a reducer.

    That is the function or method itself, the inner one of a `partial`, the `__call__` of an instance, the inner
    function that a call returns; a lambda is a definition of kind "value". None when the text does not tell; of kind
    "external" when it is not of this project.
    """
    if isinstance(expr, ast.Lambda):
        return Definition("value", "<lambda>", expr, modules, scope)
    if isinstance(expr, ast.Call):
        return _of_call(modules, expr, scope)
    found = modules.resolve(expr, scope)
    if found is not None and found.kind == "value" and isinstance(found.node, ast.Call | ast.Lambda):
        return definition_of(found.modules, found.node, found.scope)
    return found


def code_of(modules: Modules, expr: ast.expr, scope: Scope | None = None, *, seen_from: Modules | None = None) -> Code:
    """Return what `expr` names that runs, and where its definition stands.

    `seen_from` is the document, where `expr` stands in another file than that.
    """
    home = (seen_from or modules).text
    kind, found = _kind(modules, expr, scope)
    text = modules.text.piece(modules.text.span(expr))
    name = _name(expr, found)
    if found is None or found.node is None:
        return Code(text, kind, name, None, None, None, None, None)
    span = definition_span(found.text, found.node)
    line, end_line = found.text.line_of(span.start), found.text.line_of(max(span.start, span.end - 1))
    is_here = found.text.path == home.path
    path = None if is_here else found.text.path
    return Code(text, kind, name, span if is_here else None, path, line, end_line, _doc(found.node))


def facts_of(definition: Definition | None) -> FunctionFacts:
    """Return what the text of a function says; nothing is known of what is no function of this project."""
    body = None if definition is None else body_of(definition)
    if definition is None or body is None:
        return UNKNOWN
    try:
        return _with_hint(remembered(body, study), definition)
    except RecursionError:  # an expression nested more deeply than any that a person wrote
        return UNKNOWN


def study(body: Body) -> FunctionFacts:
    """Return what the function itself says; its annotation comes to that."""
    use, results = StateUse(body), Results(body)
    written = results.writes.keys
    return FunctionFacts(
        reads=None if use.escapes else tuple(use.keys),
        writes=tuple(written) if results.writes.is_known else None,
        reads_at={key: tuple(spans) for key, spans in use.keys.items()},
        writes_at={key: tuple(spans) for key, spans in written.items()},
        goto=_each_once(results.goto.targets),
        goto_complete=results.goto.is_complete,
        returns=tuple(results.returns.targets),
        complete=results.returns.is_complete,
        sends=tuple(results.sends),
        mutates=tuple(one for one in use.mutations if not (one.is_shallow and (use.is_returned or one.key in written))),
        mutates_left=tuple(use.mutations),
    )


def _with_hint(facts: FunctionFacts, definition: Definition) -> FunctionFacts:
    hint, hinted = hinted_targets(definition)
    if hint == "none":
        return facts
    goto = _each_once(hinted, facts.goto) if hint == "command" else facts.goto
    return replace(facts, goto=goto, literal=hinted, hint=hint)


def _each_once(*groups: Iterable[Target]) -> tuple[Target, ...]:
    return tuple(dict.fromkeys(target for group in groups for target in group))


def definition_span(text: Text, node: ast.expr | ast.stmt) -> Span:
    """Return where a definition stands, its decorators included."""
    span = text.span(node)
    decorators = getattr(node, "decorator_list", ())
    if not decorators:
        return span
    # The tree's place of a decorator is behind its "@".
    return Span(text.text.rindex("@", 0, text.span(decorators[0]).start), span.end)


def _of_call(modules: Modules, call: ast.Call, scope: Scope | None) -> Definition | None:
    called = modules.resolve(call.func, scope)
    if called is None:
        return None
    if called.dotted in _PARTIALS:
        inner = definition_of(modules, call.args[0], scope) if call.args else None
        return None if inner is None else replace(inner, bound=inner.bound + len(call.args) - 1)
    if called.dotted.endswith(_WRAPPERS):
        return definition_of(modules, call.args[0], scope) if call.args else None
    return class_member(called, "__call__") if called.kind == "class" else _returned(called)


def _returned(called: Definition) -> Definition | None:
    """Return the inner function that a function makes and returns, if that is all that it returns."""
    node = called.node
    if not isinstance(node, ast.FunctionDef):
        return None
    returned = [one.value for one in statements(node.body) if isinstance(one, ast.Return) and one.value is not None]
    if len(returned) != 1:
        return None
    if isinstance(returned[0], ast.Lambda):
        return Definition("value", "<lambda>", returned[0], called.modules, node)
    found = called.modules.resolve(returned[0], node)
    return found if found is not None and found.kind == "function" and found.scope is node else None


def _kind(modules: Modules, expr: ast.expr, scope: Scope | None) -> tuple[CodeKind, Definition | None]:
    if isinstance(expr, ast.Lambda):
        return "lambda", definition_of(modules, expr, scope)
    if isinstance(expr, ast.Call):
        return _kind_of_call(modules, expr, scope)
    found = modules.resolve(expr, scope)
    if found is None:
        return "other", None
    if found.kind == "value" and isinstance(found.node, ast.expr):
        kind, inner = _kind(found.modules, found.node, found.scope)
        return ("imported" if kind == "function" else kind), inner
    return _kind_of_definition(modules, found)


def _kind_of_definition(modules: Modules, found: Definition) -> tuple[CodeKind, Definition | None]:
    if found.kind == "class":
        return "class", found
    if found.kind == "external" or (found.kind == "function" and found.text.path != modules.text.path):
        return "imported", found
    if found.kind != "function":
        return "other", None
    return ("method" if isinstance(found.scope, ast.ClassDef) else "function"), found


def _kind_of_call(modules: Modules, call: ast.Call, scope: Scope | None) -> tuple[CodeKind, Definition | None]:
    called = modules.resolve(call.func, scope)
    if called is not None and called.dotted in _PARTIALS:
        return "partial", definition_of(modules, call, scope)
    if called is None and isinstance(call.func, ast.Attribute) and call.func.attr == "compile":
        return "graph", None
    if called is not None and called.kind == "class":
        return "class", class_member(called, "__call__")
    return "other", None


def _name(expr: ast.expr, found: Definition | None) -> str | None:
    if found is not None and isinstance(found.scope, ast.ClassDef) and found.name == "__call__":
        return found.scope.name
    if found is not None:
        return None if isinstance(found.node, ast.Lambda) else found.name
    last = expr.func if isinstance(expr, ast.Call) else expr
    if isinstance(last, ast.Attribute):
        return last.attr
    return last.id if isinstance(last, ast.Name) else None


def _doc(node: ast.expr | ast.stmt) -> str | None:
    if not isinstance(node, _Documented):
        return None
    doc = ast.get_docstring(node, clean=False)
    return None if doc is None else inspect.cleandoc(doc).partition("\n\n")[0][:_MAX_DOC]
