"""A document's text with its syntax tree: one parse, and offsets from the tree's places."""

from __future__ import annotations

import ast
import warnings
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from stepgraph.document.model import Change, Span
from stepgraph.document.outline import SyntaxFault, syntax_fault


class Unparsed(Exception):
    """The text is not Python. ``fault`` says where."""

    def __init__(self, fault: SyntaxFault) -> None:
        self.fault = fault
        super().__init__(fault.sentence)


@dataclass(frozen=True)
class Text:
    """The text of a document and its tree. Its line ends are LF here, whatever the file has."""

    path: str
    text: str
    tree: ast.Module

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    @cached_property
    def _is_ascii(self) -> bool:
        return self.text.isascii()

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a place of the tree: a line from 1, a column in UTF-8 bytes."""
        start = self._starts[line - 1]
        if self._is_ascii:
            return start + column
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        return start + len(self.text[start:end].encode()[:column].decode(errors="replace"))

    def span(self, node: ast.expr | ast.stmt | ast.keyword | ast.arg | ast.alias) -> Span:
        """Return where a part of the tree stands; a definition's decorators are not in it."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        if self._is_ascii:
            starts = self._starts
            return Span(starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset)
        return Span(self.offset(node.lineno, node.col_offset), self.offset(node.end_lineno, node.end_col_offset))

    def piece(self, span: Span) -> str:
        """Return the text of a span."""
        return self.text[span.start : span.end]

    def line_of(self, offset: int) -> int:
        """Return the line, from 1, that an offset is in."""
        return bisect_right(self._starts, offset)

    def line_span(self, line: int) -> Span:
        """Return a whole line, its line end included."""
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        return Span(self._starts[line - 1], end)


def parse_text(path: str, text: str) -> Text:
    """Parse a document's text, which never runs anything of it. Raises Unparsed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return Text(path, text, ast.parse(text, filename=path))
    except SyntaxError as error:
        raise Unparsed(syntax_fault(error)) from None
    except ValueError as error:
        fault = SyntaxFault("document.syntax", f"This is not Python text: {error}.", None, None)
        raise Unparsed(fault) from None
    except (MemoryError, RecursionError):
        sentence = "The code is nested too deeply to be parsed; Python itself would refuse it."
        raise Unparsed(SyntaxFault("document.too_deep", sentence, None, None)) from None


def changed(text: str, changes: Iterable[Change]) -> str:
    """Return the text with changes applied: each span counts in the old text; they are sorted and do not overlap."""
    parts: list[str] = []
    at = 0
    for change in changes:
        parts += (text[at : change.start], change.text)
        at = change.end
    parts.append(text[at:])
    return "".join(parts)
