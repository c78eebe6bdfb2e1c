"""The state keys that a function's results write."""

from __future__ import annotations

import ast

from stepgraph.document.model import Span
from stepgraph.document.reading.function_body import Body
from stepgraph.document.reading.schema_classes import field_names, lineage

_HARMLESS = frozenset({"builtins.print", "builtins.len", "builtins.str", "builtins.repr", "builtins.sorted"})
_MAX_DEPTH = 12


class Writes:
    """Collects the keys of one result after the other. `is_known` is False as soon as one of them cannot be told."""

    def __init__(self, body: Body) -> None:
        self.keys: dict[str, list[Span]] = {}
        self.is_known = True
        self._body = body
        self._locals: set[str] = set()
        """Local names that were looked at: a dict that is made of itself, step by step, tells no more each time."""

    def add(self, value: ast.expr, depth: int = 0) -> None:
        """Add the keys of one returned value."""
        if depth > _MAX_DEPTH:
            self.is_known = False
            return
        parts = _parts(value)
        if parts is not None:
            self._each(parts, depth)
            return
        match value:
            case ast.Dict(keys=keys, values=values):
                self._dict(keys, values, depth)
            case ast.Call():
                self._call(value, depth)
            case ast.Name(id=name):
                self._local(name, depth)
            case _:
                self.is_known = False

    def _each(self, values: list[ast.expr], depth: int) -> None:
        for value in values:
            self.add(value, depth + 1)

    def _dict(self, keys: list[ast.expr | None], values: list[ast.expr], depth: int) -> None:
        for key, value in zip(keys, values, strict=True):
            if key is None:
                self.add(value, depth + 1)
            else:
                self._key(key)

    def _key(self, key: ast.expr) -> None:
        name = self._body.key(key)
        if name is None:
            self.is_known = False
            return
        places = self.keys.setdefault(name, [])
        if isinstance(key, ast.Constant):
            places.append(self._body.span(key))

    def _call(self, call: ast.Call, depth: int) -> None:
        called = call.func.value if isinstance(call.func, ast.Subscript) else call.func
        if self._body.is_engine(called, "Command"):
            self._command(call, depth)
        elif self._body.is_engine(called, "Send"):
            return
        elif self._body.dotted(called) == "builtins.dict":
            self._each(call.args, depth)
            self._keywords(call.keywords, depth)
        else:
            self._made(call, called, depth)

    def _command(self, call: ast.Call, depth: int) -> None:
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        graph = given.get("graph")
        # A command to the parent graph writes nothing here.
        if "update" in given and (graph is None or (isinstance(graph, ast.Constant) and graph.value is None)):
            update = given["update"]
            pairs = update.elts if isinstance(update, ast.List | ast.Tuple) else None
            if pairs is None:
                self.add(update, depth + 1)
            else:
                self._pairs(pairs)
        self.is_known = self.is_known and None not in given

    def _pairs(self, pairs: list[ast.expr]) -> None:
        for pair in pairs:
            if isinstance(pair, ast.Tuple) and len(pair.elts) == 2:
                self._key(pair.elts[0])
            else:
                self.is_known = False

    def _keywords(self, keywords: list[ast.keyword], depth: int) -> None:
        for keyword in keywords:
            if keyword.arg is None:
                self.add(keyword.value, depth + 1)
                continue
            start = self._body.modules.text.span(keyword).start
            self.keys.setdefault(keyword.arg, []).append(Span(start, start + len(keyword.arg)))

    def _made(self, call: ast.Call, called: ast.expr, depth: int) -> None:
        """Add the fields of a state object: it writes all of them, a TypedDict only those that are given."""
        made = self._body.resolve(called)
        if made is None or made.kind != "class":
            self.is_known = False
            return
        family = lineage(made)
        if family.form == "typeddict":
            self._each(call.args, depth)
        elif call.args or family.unknown or family.form == "class":
            self.is_known = False
        else:
            for name in field_names(family):
                self.keys.setdefault(name, [])
        self._keywords(call.keywords, depth)

    def _local(self, name: str, depth: int) -> None:
        """Add the keys of a dict that was built in a local name."""
        if name in self._locals:
            return
        self._locals.add(name)
        bounds = self._body.bounds(name)
        values = [bound for bound in bounds if isinstance(bound, ast.expr)]
        is_first = self._body.first is not None and name == self._body.first.arg
        if not values or len(values) != len(bounds) or is_first:
            self.is_known = False
            return
        self._each(values, depth)
        for node in self._body.own_nodes:
            self._use(node, name, depth)

    def _use(self, node: ast.AST, name: str, depth: int) -> None:
        """Add what a local dict is given after it was made."""
        match node:
            case ast.Subscript(value=ast.Name(id=owner), slice=key, ctx=ast.Store()) if owner == name:
                self._key(key)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=method)) if owner == name:
                self._method(node, method, depth)
            case ast.Call(args=arguments, func=called):
                is_passed = any(isinstance(one, ast.Name) and one.id == name for one in arguments)
                if is_passed and self._body.dotted(called) not in _HARMLESS:
                    self.is_known = self.is_known and self._is_spread(called)

    def _method(self, call: ast.Call, method: str, depth: int) -> None:
        if method == "update":
            self._each(call.args, depth)
            self._keywords(call.keywords, depth)
        elif method == "setdefault" and call.args:
            self._key(call.args[0])

    def _is_spread(self, called: ast.expr) -> bool:
        """Tell whether a call only copies the dict: `dict(out)`."""
        return self._body.dotted(called) == "builtins.dict"


def _parts(value: ast.expr) -> list[ast.expr] | None:
    """Return the results that an expression chooses from or puts together; none for None, which writes nothing."""
    match value:
        case ast.Constant(value=None):
            return []
        case ast.IfExp(body=first, orelse=second) | ast.BinOp(left=first, op=ast.BitOr(), right=second):
            return [first, second]
        case ast.BoolOp(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
            return parts
        case ast.NamedExpr(value=part) | ast.Await(value=part):
            return [part]
    return None
