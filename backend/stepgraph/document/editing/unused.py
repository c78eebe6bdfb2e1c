"""Functions that nothing in the file uses any more once an edit is made."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from stepgraph.document.editing.draft import Draft
from stepgraph.document.editing.sheet import Sheet
from stepgraph.document.editing.statements import Link, Place
from stepgraph.document.model import Code


def remove_functions(draft: Draft, codes: Iterable[Code], links: Sequence[Link]) -> None:
    """Remove the module's functions among ``codes`` that only the removed ``links`` use, and they themselves."""
    sheet = draft.sheet
    names = {code.name for code in codes if code.kind == "function" and code.span is not None}
    defined = {name: sheet.definitions[name] for name in names if name is not None and name in sheet.definitions}
    if not defined:
        return
    used = _used(sheet.text.tree, defined)
    for link in links:
        # Only the arguments: the call's function part holds the calls before it in a chain.
        for part in (*link.call.args, *link.call.keywords):
            used -= _used(part, defined)
    for name, definition in defined.items():
        inside = _used(definition, defined)[name]
        if used[name] - inside <= 0 and not _is_bound_again(sheet, name):
            draft.remove_function(Place(definition, sheet.text.tree.body, ()))


def _used(tree: ast.AST, names: Iterable[str]) -> Counter[str]:
    wanted = set(names)
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        found.update(name for name in _names(node) if name in wanted)
    return found


def _names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name):
            yield name
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            yield from names
        case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
            yield from (str(part.value) for part in ast.walk(value) if isinstance(part, ast.Constant))


def _is_bound_again(sheet: Sheet, name: str) -> bool:
    return [getattr(statement, "name", None) for statement in sheet.text.tree.body].count(name) > 1
