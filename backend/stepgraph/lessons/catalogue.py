"""The list of the shipped examples, read from their docstrings without importing them."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "graphs"

# The order in which they are best read.
_ORDER = (
    "two_writers",
    "two_writers_with_a_reducer",
    "router_loop",
    "join_and_single_edges",
    "deferred_node",
    "growing_conversation",
    "channel_zoo",
    "single_value",
)


@dataclass(frozen=True, slots=True)
class Example:
    """One example: its file's name without the ending, the docstring's first line, and its first paragraph."""

    id: str
    title: str
    summary: str
    path: Path


def examples() -> tuple[Example, ...]:
    """Return the shipped examples in the order in which they are best read."""
    return tuple(_example(name) for name in _ORDER)


def _example(name: str) -> Example:
    path = FOLDER / f"{name}.py"
    docstring = ast.get_docstring(ast.parse(path.read_bytes())) or name
    title, _, text = docstring.partition("\n\n")
    return Example(id=name, title=title.strip(), summary=" ".join(text.split("\n\n")[0].split()), path=path)
