"""Source that a person hands in: one function, or one expression. It is parsed and never run."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Container

from stepgraph.document.editing.names import free_function
from stepgraph.document.refused import EditRefused
from stepgraph.document.text import Text, Unparsed, parse_text

Function = ast.FunctionDef | ast.AsyncFunctionDef


def one_function(code: str) -> tuple[str, str]:
    """Return the name and the source of the one function that the code is. Raises EditRefused."""
    source = textwrap.dedent(code.replace("\r\n", "\n").replace("\r", "\n")).strip("\n").rstrip()
    text = _parsed(source)
    if len(text.tree.body) != 1 or not isinstance(text.tree.body[0], Function):
        raise EditRefused("edit.code", "A node's code must be exactly one function: def name(state): ….")
    return text.tree.body[0].name, source


def renamed(code: str, name: str) -> str:
    """Return a function's source under another name; where it calls itself it does so by that name."""
    text = _parsed(code)
    function = text.tree.body[0]
    assert isinstance(function, Function)
    starts = [name_start(text, function)]
    starts += [
        text.span(node).start for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == function.name
    ]
    for start in sorted(starts, reverse=True):
        code = code[:start] + name + code[start + len(function.name) :]
    return code


def usable_function(code: str, taken: Container[str]) -> tuple[str, str]:
    """Return name and source of a function, under a free name when its own is taken. Raises EditRefused."""
    name, source = one_function(code)
    if name not in taken:
        return name, source
    free = free_function(name, taken)
    return free, renamed(source, free)


def indented(source: str, indent: str) -> str:
    """Return source moved to the right; what strings over several lines hold stays as it is."""
    inside = _in_strings(source)
    lines = source.split("\n")
    return "\n".join(
        line if number in inside or not line.strip() else indent + line for number, line in enumerate(lines, start=1)
    )


def dedented(source: str) -> str:
    """Return a definition's source, whose first line is indented, from column 0; strings stay as they are."""
    indent = source[: len(source) - len(source.lstrip())]
    if not indent:
        return source
    inside = {number - 1 for number in _in_strings(f"if True:\n{source}")}
    lines = source.split("\n")
    return "\n".join(
        line if number in inside else line.removeprefix(indent) for number, line in enumerate(lines, start=1)
    )


def _in_strings(source: str) -> set[int]:
    """Return the lines that begin inside a string."""
    strings = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant | ast.JoinedStr)]
    return {line for node in strings for line in range(node.lineno + 1, (node.end_lineno or node.lineno) + 1)}


def name_start(text: Text, definition: Function | ast.ClassDef) -> int:
    """Return where the name stands in a definition's head."""
    word = "class" if isinstance(definition, ast.ClassDef) else "def"
    start = text.span(definition).start
    return text.text.index(definition.name, text.text.index(word, start) + len(word))


def one_expression(source: str) -> str:
    """Return an expression's source, checked to be exactly one that can stand in a call. Raises EditRefused."""
    written = source.strip()
    try:
        # With another argument behind it, so that neither a comma nor a comment may end it.
        call = ast.parse(f"f({written}, x=0)", mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        call = None
    given = call.args if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else []
    others = call.keywords if isinstance(call, ast.Call) else []
    if len(given) != 1 or len(others) != 1 or isinstance(given[0], ast.Starred):
        raise EditRefused("edit.expression", f'"{written}" is not one Python expression.')
    return written


def _parsed(source: str) -> Text:
    try:
        compile(source, "<code>", "exec", dont_inherit=True)
        return parse_text("<code>", source)
    except SyntaxError as error:
        raise EditRefused("edit.code", f"The code is not Python: {error.msg}.", line=error.lineno) from None
    except (ValueError, MemoryError, RecursionError) as error:
        raise EditRefused("edit.code", f"The code cannot be read: {error}.") from None
    except Unparsed as error:
        raise EditRefused("edit.code", error.fault.sentence, line=error.fault.line) from None
