"""The values of a list that stands written out in a document, so that nothing has to run to know them."""

from __future__ import annotations

import ast
import re
from typing import Final

from stepgraph.document.reading.schema_annotations import Place, followed

_CHANGING: Final = "append|extend|insert|remove|pop|clear|sort|reverse|update|setdefault|popitem"
_MAX_DEPTH: Final = 8
_PAIRING: Final = frozenset({"builtins.zip", "builtins.enumerate", "itertools.pairwise"})


def written_items(place: Place, depth: int = 0) -> list[ast.expr] | None:
    """Return the values that an expression runs over, or None when they are not written out in its own file."""
    settled = followed(place)
    if depth > _MAX_DEPTH or settled.modules is not place.modules or _is_changed(place):
        return None
    return _items_of_call(settled, depth) if isinstance(settled.expr, ast.Call) else _items_of_literal(settled, depth)


def _is_changed(place: Place) -> bool:
    """Tell whether a named list is changed in place somewhere, so that it may be longer than it was written."""
    if not isinstance(place.expr, ast.Name):
        return False
    changes = rf"\b{re.escape(place.expr.id)}\s*(\[[^\]]*\]\s*=[^=]|\.\s*({_CHANGING})\s*\()"
    return re.search(changes, place.modules.text.text) is not None


def _items_of_literal(place: Place, depth: int) -> list[ast.expr] | None:
    found: list[ast.expr] | None = None
    match place.expr:
        case ast.List(elts=items) | ast.Tuple(elts=items):
            found = _flat([_starred(place.of(item), depth) for item in items])
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            found = _flat([written_items(place.of(side), depth + 1) for side in (left, right)])
        case ast.Constant(value=str() as letters):
            found = [ast.copy_location(ast.Constant(letter), place.expr) for letter in letters]
        case ast.Dict(keys=keys):
            found = _flat([None if key is None else [key] for key in keys])
        case ast.Subscript(value=inner, slice=ast.Slice() as part):
            found = _sliced(written_items(place.of(inner), depth + 1), part)
    return found


def _starred(item: Place, depth: int) -> list[ast.expr] | None:
    return written_items(item.of(item.expr.value), depth + 1) if isinstance(item.expr, ast.Starred) else [item.expr]


def _flat(lists: list[list[ast.expr] | None]) -> list[ast.expr] | None:
    known = [one for one in lists if one is not None]
    return [item for one in known for item in one] if len(known) == len(lists) else None


def _items_of_call(place: Place, depth: int) -> list[ast.expr] | None:
    call = place.expr
    assert isinstance(call, ast.Call)
    if isinstance(call.func, ast.Attribute) and call.func.attr == "items" and not call.args:
        return _pairs_of_dict(followed(place.of(call.func.value)))
    if place.modules.dotted(call.func, place.scope) not in _PAIRING or not call.args:
        return None
    if any(keyword.arg != "strict" for keyword in call.keywords):
        return None
    lists = [written_items(place.of(one), depth + 1) for one in call.args]
    known = [one for one in lists if one is not None]
    return _paired(place, known) if len(known) == len(lists) else None


def _sliced(items: list[ast.expr] | None, part: ast.Slice) -> list[ast.expr] | None:
    bounds = []
    for bound in (part.lower, part.upper, part.step):
        try:
            value = None if bound is None else ast.literal_eval(bound)
        except ValueError:
            return None
        if value is not None and not isinstance(value, int):
            return None
        bounds.append(value)
    return None if items is None or bounds[2] == 0 else items[slice(*bounds)]


def _pairs_of_dict(place: Place) -> list[ast.expr] | None:
    if not isinstance(place.expr, ast.Dict):
        return None
    pairs = zip(place.expr.keys, place.expr.values, strict=True)
    found = [_tuple(key, (key, value)) for key, value in pairs if key is not None]
    return found if len(found) == len(place.expr.keys) else None


def _paired(place: Place, lists: list[list[ast.expr]]) -> list[ast.expr]:
    """Return the rows that ``zip``, ``pairwise`` or ``enumerate`` makes."""
    assert isinstance(place.expr, ast.Call)
    name = place.modules.dotted(place.expr.func, place.scope)
    if name == "itertools.pairwise":
        lists = [lists[0], lists[0][1:]]
    elif name == "builtins.enumerate":
        lists = [[ast.copy_location(ast.Constant(index), item) for index, item in enumerate(lists[0])], lists[0]]
    return [_tuple(place.expr, row) for row in zip(*lists, strict=False)]


def _tuple(where: ast.expr, parts: tuple[ast.expr, ...]) -> ast.expr:
    return ast.copy_location(ast.Tuple(list(parts), ast.Load()), where)
