"""The Python names of a file, to find those that are free."""

from __future__ import annotations

import ast
import builtins
import keyword
from collections.abc import Container, Iterator
from functools import cached_property

from stepgraph.document.reading.places import Words
from stepgraph.document.text import Text

_LANGUAGE = frozenset({*keyword.kwlist, *keyword.softkwlist, *dir(builtins)})


class Identifiers(Container[str]):
    """Every name that a file uses or binds, in any scope, with the language's own."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def __contains__(self, name: object) -> bool:
        if name in _LANGUAGE:
            return True
        if not isinstance(name, str) or not name:
            return False
        if not self._text.text.isascii():
            # Other letters may be read as these, so only a plain text is searched by its letters.
            return name in self._names
        words = Words(self._text, {name})
        return any(
            name in _named(node)
            for statement in self._text.tree.body
            if words.within(statement)
            for node in ast.walk(statement)
        )

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(name for node in ast.walk(self._text.tree) for name in _named(node))


def _named(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name, asname=other):
            yield (other or name).split(".", maxsplit=1)[0]
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            yield from names
