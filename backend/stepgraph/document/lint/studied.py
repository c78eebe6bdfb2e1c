"""What the functions of a graph say, worked out once for each."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from stepgraph.document.model import Code, Graph, Span
from stepgraph.document.reading.function_facts import UNKNOWN, FunctionFacts
from stepgraph.document.reading.functions import definition_of, facts_of
from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.modules import Definition, Modules
from stepgraph.document.text import Text

_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.GeneratorExp)


class Studied:
    """The definitions behind the expressions that a graph runs."""

    def __init__(self, text: Text, modules: Modules, graph: Graph) -> None:
        self.modules = modules
        self._text = text
        self._scope = _function_of(text, graph)
        self._lambdas: dict[Span, ast.Lambda] | None = None
        self._facts: dict[tuple[str, Span | None], FunctionFacts] = {}
        # Other letters may be read as these, so only a plain text is known by its letters.
        may_mention = "PARENT" in text.text or not text.text.isascii()
        self._mentions_parent = may_mention and _mentions_parent(text.tree)

    @property
    def scope(self) -> Scope | None:
        """The function that makes the graph, None for one made at module level."""
        return self._scope

    def may_jump(self, code: Code) -> bool:
        """Say whether what an expression runs may lead where no text tells: by a Command, or out of a subgraph."""
        if code.kind == "graph":
            return code.graph is None or self._mentions_parent
        found = self.definition(code)
        if found is None:
            return True
        return not self.facts(code).goto_complete or (self._mentions_parent and _mentions_parent(found.node))

    def definition(self, code: Code) -> Definition | None:
        """Return the function that an expression of the graph runs, if its text is at hand."""
        if code.kind == "lambda":
            return self._lambda(code)
        try:
            expr = ast.parse(code.text, mode="eval").body
        except (SyntaxError, ValueError):
            return None
        found = definition_of(self.modules, expr, self._scope)
        return None if found is None or found.kind == "external" else found

    def facts(self, code: Code) -> FunctionFacts:
        """Return what the function of an expression says."""
        key = (code.text, code.span)
        if key not in self._facts:
            found = self.definition(code)
            self._facts[key] = UNKNOWN if found is None else facts_of(found)
        return self._facts[key]

    def repeats(self, code: Code, span: Span | None) -> bool:
        """Say whether a part of an expression's function stands in a loop or a comprehension."""
        found = self.definition(code)
        if found is None or found.node is None or span is None:
            return False
        for node in ast.walk(found.node):
            if isinstance(node, _LOOPS):
                whole = found.text.span(node)
                if whole.start <= span.start and span.end <= whole.end:
                    return True
        return False

    def _lambda(self, code: Code) -> Definition | None:
        if self._lambdas is None:
            nodes = (node for node in ast.walk(self._text.tree) if isinstance(node, ast.Lambda))
            self._lambdas = {self._text.span(node): node for node in nodes}
        node = None if code.span is None else self._lambdas.get(code.span)
        return None if node is None else Definition("value", "<lambda>", node, self.modules, self._scope)


def _function_of(text: Text, graph: Graph) -> Scope | None:
    if graph.function is None:
        return None
    around = [one for one in _functions(text.tree) if one.lineno <= graph.line <= (one.end_lineno or one.lineno)]
    # The innermost one begins last.
    return max(around, key=lambda one: one.lineno, default=None)


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def _mentions_parent(node: ast.AST | None) -> bool:
    """Say whether code speaks of the graph around its own, to which a Command may lead."""
    return node is not None and any(isinstance(one, ast.Attribute) and one.attr == "PARENT" for one in ast.walk(node))
