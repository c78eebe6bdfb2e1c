"""The names by which a function calls its first argument, or a part of it, and when they stand for something else."""

from __future__ import annotations

import ast

from stepgraph.document.reading.function_body import Body

DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_CONTAINERS = frozenset({"list", "dict", "set", "deque", "List", "Dict", "Set", "MutableSequence", "MutableMapping"})


def aliases(body: Body) -> set[str]:
    """Return the names of the first argument: its parameter, and locals that are bound to it and nothing else."""
    if body.first is None:
        return set()
    names = {body.first.arg}
    for node in body.own_nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id in names:
            own = (target.id for target in node.targets if isinstance(target, ast.Name))
            names |= {name for name in own if len(body.bounds(name)) == 1}
    return names


def part_aliases(body: Body, names: set[str]) -> dict[str, str | None]:
    """Return the locals that are bound once, to a part of the state as it is: `messages = state["messages"]`."""
    parts: dict[str, str | None] = {}
    for node in body.own_nodes:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            found = part_of(node.value, names, body)
            if found is not None and not isinstance(node.value, ast.Name) and len(body.bounds(name)) == 1:
                parts[name] = found[1]
    return parts


def part_of(expr: ast.expr, names: set[str], body: Body) -> tuple[str, str | None] | None:
    """Return the name and the first key of `state["key"]…`, or None for what is no part of one of the names."""
    key: str | None = None
    while not isinstance(expr, ast.Name):
        if isinstance(expr, ast.Subscript) and not isinstance(expr.slice, ast.Slice):
            key, expr = body.key(expr.slice), expr.value
        elif isinstance(expr, ast.Attribute):
            key, expr = expr.attr, expr.value
        elif isinstance(expr, ast.Call) and isinstance(expr.func, ast.Attribute) and expr.func.attr == "get":
            key = body.key(expr.args[0]) if expr.args else None
            expr = expr.func.value
        else:
            return None
    return (expr.id, key) if expr.id in names else None


def rebinds(body: Body, name: str) -> bool:
    """Tell whether a name may stand for something else than the argument: `left = list(left)`."""
    bounds = [bound for bound in body.bounds(name) if isinstance(bound, ast.expr)]
    return any(not _keeps(bound, name) for bound in bounds if not isinstance(bound, ast.Name)) or _is_walrus(body, name)


def _is_walrus(body: Body, name: str) -> bool:
    return any(isinstance(node, ast.NamedExpr) and node.target.id == name for node in body.own_nodes)


def _keeps(value: ast.expr, name: str) -> bool:
    """Tell whether a value is the argument itself at least at times: `left or []`, `left if left else []`."""
    if isinstance(value, ast.BoolOp):
        return any(_keeps(part, name) for part in value.values)
    if isinstance(value, ast.IfExp):
        return _keeps(value.body, name) or _keeps(value.orelse, name)
    return isinstance(value, ast.Name) and value.id == name


def is_in_place(body: Body, node: ast.AugAssign) -> bool:
    """Tell whether `left += …` changes the object: a number or text would be replaced, a list is changed."""
    if isinstance(node.value, DISPLAYS):
        return True
    hint = None if body.first is None else body.first.annotation
    while isinstance(hint, ast.Subscript):
        hint = hint.slice.elts[0] if _is_annotated(hint) and isinstance(hint.slice, ast.Tuple) else hint.value
    name = hint.id if isinstance(hint, ast.Name) else hint.attr if isinstance(hint, ast.Attribute) else None
    return name in _CONTAINERS


def _is_annotated(hint: ast.Subscript) -> bool:
    return isinstance(hint.value, ast.Name) and hint.value.id == "Annotated"
