"""How a call is laid out: in one line, or the way black would break it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from stepgraph.document.editing.lists import item_spans
from stepgraph.document.text import parse_text

WIDTH = 100


def call_text(head: str, arguments: Sequence[str], indent: str) -> str:
    """Return a call that begins behind ``indent``; its further lines carry the indent themselves."""
    line = f"{head}({', '.join(arguments)})"
    if len(indent) + len(line) <= WIDTH:
        return line
    deeper = indent + ("\t" if "\t" in indent else "    ")
    inner = ", ".join(arguments)
    if len(deeper) + len(inner) <= WIDTH:
        return f"{head}(\n{deeper}{inner}\n{indent})"
    rows = "".join(f"{deeper}{_laid_out(argument, deeper)},\n" for argument in arguments)
    return f"{head}(\n{rows}{indent})"


def _laid_out(argument: str, indent: str) -> str:
    """Return an argument as it is, or a list or dict that is too long for a line with one item in each."""
    if len(indent) + len(argument) + 1 <= WIDTH or argument[0] not in "[{":
        return argument
    text = parse_text("", argument)
    container = text.tree.body[0]
    items = item_spans(text, container.value) if isinstance(container, ast.Expr) else []
    deeper = indent + ("\t" if "\t" in indent else "    ")
    rows = "".join(f"{deeper}{text.piece(item)},\n" for item in items)
    return f"{argument[0]}\n{rows}{indent}{argument[-1]}"
