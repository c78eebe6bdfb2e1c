"""How a call is laid out: in one line, or the way black would break it."""

from __future__ import annotations

from collections.abc import Sequence

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
    rows = "".join(f"{deeper}{argument},\n" for argument in arguments)
    return f"{head}(\n{rows}{indent})"
