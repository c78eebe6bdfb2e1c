"""Names as a file writes them: quotes, constants, START and END, and names that are still free."""

from __future__ import annotations

import ast
import keyword
import re
import unicodedata
from collections.abc import Container
from dataclasses import dataclass

from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import argument, link_at
from stepgraph.document.model import END, START
from stepgraph.document.refused import EditRefused

_NO_WORD = re.compile(r"\W+")
_RESERVED = {":": "a colon", "|": "a vertical bar"}


@dataclass(frozen=True, slots=True)
class Either(Container[str]):
    """What is in any of several."""

    parts: tuple[Container[str], ...]

    def __contains__(self, name: object) -> bool:
        return any(name in part for part in self.parts)


def checked_name(sheet: Sheet, name: str) -> str:
    """Return a name that a new node may have. Raises EditRefused with the reason."""
    if not name.strip():
        raise EditRefused("edit.name_empty", "A node needs a name.")
    if name in {START, END}:
        raise EditRefused("edit.name_reserved", f'"{name}" is reserved: it is the name of the graph\'s own end point.')
    for sign, words in _RESERVED.items():
        if sign in name:
            raise EditRefused(
                "edit.name_reserved", f'"{name}" has {words} in it, which separates names in checkpoints. Leave it out.'
            )
    if name in sheet.nodes:
        raise EditRefused("edit.name_taken", f'There is a node "{name}" already.')
    if any(channel.name == name for channel in sheet.graph.channels):
        raise EditRefused("edit.name_taken", f'"{name}" is a field of the state, and a node may not have its name.')
    return name


def identifier(name: str) -> str:
    """Return a Python name made of any name: "ask user" gives ask_user."""
    # Python itself reads some signs as others, so the name is spelled the way it would read it.
    word = _NO_WORD.sub("_", unicodedata.normalize("NFKC", name)).strip("_") or "node"
    word = word if word.isidentifier() else f"node_{word}"
    word = word if word.isidentifier() else "node"
    return f"{word}_" if keyword.iskeyword(word) else word


def free_name(word: str, taken: Container[str]) -> str:
    """Return the word, with a number behind it where it is taken."""
    found, number = word, 2
    while found in taken:
        found, number = f"{word}_{number}", number + 1
    return found


def free_function(name: str, taken: Container[str]) -> str:
    """Return a free Python name for the function of a node."""
    word = identifier(name)
    if word not in taken:
        return word
    return free_name(f"{word.rstrip('_')}_node", taken)


def quoted(sheet: Sheet, value: str) -> str:
    """Return a text as a Python literal, in the quotes that the file prefers."""
    return literal(value, quote_of(sheet))


def literal(value: str, quote: str) -> str:
    """Return a text as a Python literal that means exactly it, whatever is in it."""
    return quote + "".join(_escaped(sign, quote) for sign in value) + quote


def _escaped(sign: str, quote: str) -> str:
    if sign in {quote, "\\"}:
        return f"\\{sign}"
    return sign if sign.isprintable() else repr(sign)[1:-1]


def quote_of(sheet: Sheet) -> str:
    """Return the quotation mark that the graph's own calls use more, or else the file."""
    spans = [*(node.span for node in sheet.graph.nodes), *(edge.span for edge in sheet.graph.edges)]
    calls = "".join(sheet.text.piece(span) for span in spans if span is not None)
    text = calls if "'" in calls or '"' in calls else sheet.text.text
    return "'" if text.count("'") > text.count('"') else '"'


def written_name(sheet: Sheet, name: str) -> str:
    """Return a node's name as the file writes it where it adds the node: a literal, or a constant's name."""
    node = sheet.nodes.get(name)
    if node is not None and node.span is not None and node.lock is None:
        call = link_at(sheet.text, node.span).call
        first = argument(call, 0, "node")
        named = len(call.args) > 1 or any(word.arg == "action" for word in call.keywords)
        if named and isinstance(first, ast.Name | ast.Attribute):
            return sheet.text.piece(sheet.text.span(first))
    return quoted(sheet, name)


def written_end(sheet: Sheet, name: str) -> str | None:
    """Return how an edge of the file writes START or END; None when no edge does."""
    position, word = (0, "start_key") if name == START else (1, "end_key")
    for edge in sheet.graph.edges:
        if edge.kind != "static" or edge.span is None or name != (edge.source, edge.target)[position]:
            continue
        link = link_at(sheet.text, edge.span)
        expr = argument(link.call, position, word) if link.method == "add_edge" else None
        if expr is not None:
            return sheet.text.piece(sheet.text.span(expr))
    return None
