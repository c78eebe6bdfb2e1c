"""Where the text names a field: in what graphs run, in what makes a state, in the input. Only what is certain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.model import Change, Code, Graph, Span
from stepgraph.document.reading.functions import definition_span, facts_of
from stepgraph.document.reading.module_names import Function, Scope
from stepgraph.document.reading.modules import Definition, Modules

_PACKAGES = ("langgraph.", "stepgraph.")
VALIDATORS = frozenset({"field_validator", "field_serializer", "validator"})
INPUT = "INPUT"
# A bare name, or a string that is written as it reads.
_WRITTEN = r"""(?:[A-Za-z](?=["']))?(\"{{3}}|'{{3}}|"|'|){}\1"""


class FieldNames:
    """Finds a field's name in one text, besides its declarations. `owners` are the classes that have the field."""

    def __init__(self, sheet: Sheet, modules: Modules, name: str, owners: Iterable[ast.ClassDef | ast.Call]) -> None:
        self._text = sheet.text
        self._model = sheet.model
        self._modules = modules
        self._name = name
        self._owners = {id(owner) for owner in owners}
        self._spans: set[Span] = set()
        self._studied: set[Span] = set()

    def changes(self, graphs: Iterable[Graph], to: str) -> list[Change]:
        """Return the changes that give the field another name in its own classes and in all that these graphs run."""
        graphs = list(graphs)
        if self._name in self._text.text:
            self._of_owners()
            for graph in graphs:
                for code in _codes(graph):
                    self._of_code(code)
            if graphs:
                self._of_text()
                self._of_input(graphs)
        return [change for span in self._spans for change in self._renamed(span, to)]

    def _renamed(self, span: Span, to: str) -> Iterator[Change]:
        # A name in a string of escapes, or in a place that the tree tells wrongly, is not certain.
        found = re.fullmatch(_WRITTEN.format(re.escape(self._name)), self._text.piece(span))
        if found is not None:
            start = span.end - len(found[1]) - len(self._name)
            yield Change(start, start + len(self._name), to)

    def _of_code(self, code: Code) -> None:
        found = self._functions.get(code.span) if code.span is not None else None
        if found is None or code.span is None or not self._names_it(code.span):
            return
        self._studied.add(code.span)
        node, scope = found
        bound = _bound(code.text) if code.kind == "partial" else 0
        facts = facts_of(Definition("function", code.name or "", node, self._modules, scope, bound=bound))
        self._spans.update(facts.reads_at.get(self._name, ()))
        self._spans.update(facts.writes_at.get(self._name, ()))

    def _of_owners(self) -> None:
        """Find it in the methods of the classes that have the field, and in what validates it."""
        for span, (node, _) in self._functions.items():
            if isinstance(node, ast.Lambda) or not self._names_it(span):
                continue
            if id(self._modules.names.parent(node)) not in self._owners:
                continue
            own = [*node.args.posonlyargs, *node.args.args][:1]
            for part in ast.walk(node):
                if isinstance(part, ast.Attribute) and part.attr == self._name and _is_name(part.value, own):
                    end = self._text.span(part).end
                    self._spans.add(Span(end - len(self._name), end))
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).rpartition(".")[2] in VALIDATORS:
                    self._add_strings(decorator.args)

    def _of_text(self) -> None:
        """Find it in what makes an instance of such a class, what is sent, and helpers that are given such a class."""
        for node, scope in self._scoped:
            if isinstance(node, ast.Call):
                self._of_call(node, scope)
        for span, (node, scope) in self._functions.items():
            if span in self._studied or not self._names_it(span):
                continue
            parameters = [*node.args.posonlyargs, *node.args.args][:1]
            hint = parameters[0].annotation if parameters else None
            if hint is not None and self._is_owner(hint, scope):
                facts = facts_of(Definition("function", "", node, self._modules, None))
                self._spans.update(facts.reads_at.get(self._name, ()))

    def _of_call(self, call: ast.Call, scope: Scope | None) -> None:
        named = next((keyword for keyword in call.keywords if keyword.arg == self._name), None)
        if named is not None and self._is_owner(call.func, scope):
            start = self._text.span(named).start
            self._spans.add(Span(start, start + len(self._name)))
        given = call.args[1] if len(call.args) > 1 else next((k.value for k in call.keywords if k.arg == "arg"), None)
        keys = [key for key in given.keys if key is not None] if isinstance(given, ast.Dict) else []
        if any(self._is_it(key) for key in keys) and self._is_engine(call.func, scope, "Send"):
            self._add_strings(keys)

    def _of_input(self, graphs: list[Graph]) -> None:
        # Another graph that takes the same key, and is not meant here, may be what the input is for.
        for graph in self._model.graphs:
            takes = any(one.name == self._name and one.io in {"input", "both"} for one in graph.channels)
            if takes and all(graph is not one for one in graphs):
                return
        for statement in self._text.tree.body:
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            if isinstance(statement, ast.AnnAssign):
                targets = [statement.target]
            is_input = any(isinstance(target, ast.Name) and target.id == INPUT for target in targets)
            if isinstance(statement, ast.Assign | ast.AnnAssign) and is_input and isinstance(statement.value, ast.Dict):
                self._add_strings(key for key in statement.value.keys if key is not None)

    def _add_strings(self, parts: Iterable[ast.expr]) -> None:
        self._spans.update(self._text.span(part) for part in parts if self._is_it(part))

    def _is_it(self, part: ast.expr) -> bool:
        return isinstance(part, ast.Constant) and part.value == self._name

    def _names_it(self, span: Span) -> bool:
        return self._text.text.find(self._name, span.start, span.end) >= 0

    def _is_owner(self, expr: ast.expr, scope: Scope | None) -> bool:
        if isinstance(expr, ast.Constant) and isinstance(expr.value, str) and expr.value.isidentifier():
            expr = ast.Name(expr.value, ast.Load())
        found = self._modules.resolve(expr, scope)
        return found is not None and id(found.node) in self._owners

    def _is_engine(self, expr: ast.expr, scope: Scope | None, name: str) -> bool:
        dotted = self._modules.dotted(expr, scope) or ""
        return dotted.startswith(_PACKAGES) and dotted.endswith(f".{name}")

    @cached_property
    def _scoped(self) -> list[tuple[ast.AST, Scope | None]]:
        return list(_scoped(self._text.tree))

    @cached_property
    def _functions(self) -> dict[Span, tuple[Function, Scope | None]]:
        return {
            definition_span(self._text, node): (node, scope)
            for node, scope in self._scoped
            if isinstance(node, Function)
        }


def _codes(graph: Graph) -> Iterator[Code]:
    yield from (node.code for node in graph.nodes)
    yield from (branch.code for branch in graph.branches)


def _scoped(tree: ast.Module) -> Iterator[tuple[ast.AST, Scope | None]]:
    """Yield the calls and functions of a text, each with the scope that it stands in."""
    pending: list[tuple[ast.AST, Scope | None]] = [(tree, None)]
    while pending:
        node, scope = pending.pop()
        if isinstance(node, ast.Call | Function):
            yield node, scope
        inner = node if isinstance(node, Scope) else scope
        pending.extend((child, inner) for child in ast.iter_child_nodes(node))


def _bound(partial: str) -> int:
    expr = ast.parse(partial.strip(), mode="eval").body
    return max(len(expr.args) - 1, 0) if isinstance(expr, ast.Call) else 0


def _is_name(expr: ast.expr, parameters: list[ast.arg]) -> bool:
    return isinstance(expr, ast.Name) and any(expr.id == one.arg for one in parameters)
