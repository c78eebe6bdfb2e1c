"""A chain of attributes and calls, taken apart: ``b.add_node(…).compile()`` is `b`, then two calls."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Final

from stepgraph.document.model import Span
from stepgraph.document.text import Text

GRAPH_CLASS: Final = "StateGraph"


@dataclass(frozen=True, slots=True)
class Link:
    """One piece of a chain: an attribute, and the call of it if it is called."""

    attribute: ast.Attribute
    call: ast.Call | None

    @property
    def name(self) -> str:
        return self.attribute.attr

    def span(self, text: Text) -> Span:
        """Return where the piece stands, from its dot on."""
        whole = text.span(self.attribute if self.call is None else self.call)
        name_at = text.span(self.attribute).end - len(self.name)
        dot = text.text.rfind(".", text.span(self.attribute.value).end, name_at)
        return Span(dot if dot >= 0 else name_at, whole.end)


def chain_of(expr: ast.expr) -> tuple[ast.expr, tuple[Link, ...]]:
    """Return what a chain begins with, and its pieces in the order in which they are evaluated.

    ``lg.StateGraph(…)`` begins one: it is the class of a module, not a method.
    """
    links: list[Link] = []
    while True:
        if isinstance(expr, ast.Call) and isinstance(expr.func, ast.Attribute) and expr.func.attr != GRAPH_CLASS:
            links.append(Link(expr.func, expr))
            expr = expr.func.value
        elif isinstance(expr, ast.Attribute):
            links.append(Link(expr, None))
            expr = expr.value
        else:
            return expr, tuple(reversed(links))


def line_of(node: ast.Call | ast.expr | ast.stmt, link: Link | None = None) -> int:
    """Return the line that a person would point at: that of the method's name in a chain over several lines."""
    if link is not None and link.attribute.end_lineno is not None:
        return link.attribute.end_lineno
    return node.lineno
