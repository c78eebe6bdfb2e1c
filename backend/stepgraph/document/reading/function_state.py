"""How a function uses its first argument: the keys that it reads, and what it changes in place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from stepgraph.document.model import Span
from stepgraph.document.reading.function_aliases import DISPLAYS, aliases, is_in_place, part_aliases, part_of, rebinds
from stepgraph.document.reading.function_body import Body, children
from stepgraph.document.reading.function_facts import Mutation
from stepgraph.document.reading.module_names import Function, parameters

_CHANGERS = frozenset(
    {
        "add",
        "append",
        "appendleft",
        "clear",
        "discard",
        "extend",
        "extendleft",
        "insert",
        "pop",
        "popitem",
        "popleft",
        "remove",
        "reverse",
        "setdefault",
        "sort",
        "update",
    }
)
_KEYED = frozenset({"get", "pop", "setdefault"})
# Methods of dicts and models that hand all of the state on.
_WHOLE = frozenset({"copy", "dict", "items", "keys", "model_copy", "model_dump", "popitem", "values"})
_LOOKERS = frozenset({"builtins.bool", "builtins.isinstance", "builtins.len", "builtins.type"})


class StateUse:
    """Walks a function once.

    `keys` are the keys read, with their places. `escapes` says that the whole goes elsewhere, `is_returned` that it
    goes into what is returned.
    """

    def __init__(self, body: Body) -> None:
        self.keys: dict[str, list[Span]] = {}
        self.escapes = False
        self.is_returned = False
        self.mutations: list[Mutation] = []
        self._body = body
        self._names = aliases(body)
        self._parts = part_aliases(body, self._names)
        self._is_rebound = any(rebinds(body, name) for name in self._names)
        self._shadowed: set[str] = set()
        if self._names:
            for node in [body.function.body] if isinstance(body.function, ast.Lambda) else body.statements:
                self._visit(node)

    def _visit(self, node: ast.AST) -> None:
        match node:
            case ast.Return() | ast.Yield():
                self._returning(node)
            case ast.expr():
                self._expression(node)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._inner(node)
            case ast.AugAssign():
                self._augmented(node)
            case ast.Assign():
                self._assign(node)
            case ast.Match():
                self._match(node)
            case _:
                self._parts_of(node)

    def _expression(self, node: ast.expr) -> None:
        match node:
            case ast.Name():
                self._name(node)
            case ast.Subscript():
                self._subscript(node)
            case ast.Attribute():
                self._attribute(node)
            case ast.Call():
                self._call(node)
            case ast.Compare():
                self._compare(node)
            case ast.Lambda():
                self._inner(node)
            case _:
                self._parts_of(node)

    def _parts_of(self, node: ast.AST) -> None:
        for part in children(node):
            self._visit(part)

    def _name(self, node: ast.Name) -> None:
        if self._is_state(node) and isinstance(node.ctx, ast.Load):
            self.escapes = True

    def _subscript(self, node: ast.Subscript) -> None:
        if not self._is_state(node.value):
            if not isinstance(node.ctx, ast.Load):
                self._change(node, node.value)
            self._parts_of(node)
            return
        key = self._body.key(node.slice)
        if isinstance(node.ctx, ast.Load):
            self._read(key, node.slice)
        else:
            self._note(key, node, is_shallow=True)
        self._visit(node.slice)

    def _attribute(self, node: ast.Attribute) -> None:
        if not self._is_state(node.value):
            if not isinstance(node.ctx, ast.Load):
                self._change(node, node.value)
            self._parts_of(node)
        elif isinstance(node.ctx, ast.Load):
            self._read_name(node.attr, _end_name(self._body, node))
        else:
            self._note(node.attr, node, is_shallow=True)

    def _call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and self._is_state(node.func.value):
            self._state_method(node, node.func.attr)
            return
        if isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGERS:
            self._change(node, node.func.value)
        skipped = node.args[:1] if self._body.dotted(node.func) in _LOOKERS else []
        for child in children(node):
            if child not in skipped or not self._is_state(child):
                self._visit(child)

    def _compare(self, node: ast.Compare) -> None:
        """`"key" in state` reads the key; `state is None` reads nothing."""
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn) and self._is_state(right):
                self._read(self._body.key(left), left)
            elif not self._is_state(right):
                self._visit(right)
            left = right
        if not (self._is_state(node.left) and isinstance(node.ops[0], ast.Is | ast.IsNot)):
            self._visit(node.left)

    def _augmented(self, node: ast.AugAssign) -> None:
        """`state["key"] += …` both reads the key and changes it."""
        target = node.target
        # A list that is given more is changed itself; a number is replaced in the function's own state.
        is_shallow = not isinstance(node.value, DISPLAYS)
        if isinstance(target, ast.Subscript) and self._is_state(target.value):
            key = self._body.key(target.slice)
            self._read(key, target.slice)
            self._note(key, node, is_shallow=is_shallow)
            self._visit(target.slice)
        elif isinstance(target, ast.Attribute) and self._is_state(target.value):
            self._read_name(target.attr, _end_name(self._body, target))
            self._note(target.attr, node, is_shallow=is_shallow)
        elif isinstance(target, ast.Name) and self._is_state(target):
            if is_in_place(self._body, node):
                self._note(None, node, is_shallow=True)
        else:
            self._visit(target)
        self._visit(node.value)

    def _returning(self, node: ast.Return | ast.Yield) -> None:
        before, self.escapes = self.escapes, False
        self._parts_of(node)
        self.is_returned = self.is_returned or self.escapes
        self.escapes = self.escapes or before

    def _assign(self, node: ast.Assign) -> None:
        # `s = state` hands it to a name that is followed.
        is_alias = self._is_state(node.value) and isinstance(node.targets[0], ast.Name)
        for target in node.targets:
            self._visit(target)
        if not is_alias:
            self._visit(node.value)

    def _match(self, node: ast.Match) -> None:
        if not self._is_state(node.subject):
            self._parts_of(node)
            return
        for case in node.cases:
            self._pattern(case.pattern)
            for part in (case.guard, *case.body):
                if part is not None:
                    self._visit(part)

    def _inner(self, node: Function) -> None:
        """An inner function sees the state too, unless it has a parameter of that name."""
        before = self._shadowed
        self._shadowed = before | {parameter.arg for parameter in parameters(node)}
        self._parts_of(node)
        self._shadowed = before

    def _is_state(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id in self._names and node.id not in self._shadowed

    def _read(self, key: str | None, expr: ast.expr) -> None:
        if key is None:
            self.escapes = True
            return
        places = self.keys.setdefault(key, [])
        if isinstance(expr, ast.Constant):
            places.append(self._body.span(expr))

    def _read_name(self, key: str, span: Span) -> None:
        self.keys.setdefault(key, []).append(span)

    def _state_method(self, call: ast.Call, name: str) -> None:
        key = self._body.key(call.args[0]) if call.args else None
        if name in _KEYED:
            if call.args:
                self._read(key, call.args[0])
        elif name in _WHOLE:
            self.escapes = True
        elif name not in _CHANGERS:
            assert isinstance(call.func, ast.Attribute)
            self._read_name(name, _end_name(self._body, call.func))
        if name in _CHANGERS:
            self._note(key if name in _KEYED else None, call, is_shallow=True)
        for part in (*call.args, *call.keywords):
            self._visit(part)

    def _change(self, node: ast.expr, owner: ast.expr) -> None:
        """Note a change of what `owner` is, when that is a part of the state."""
        found = part_of(owner, self._names | set(self._parts), self._body)
        if found is None or found[0] in self._shadowed:
            return
        name, key = found
        self._note(self._parts.get(name, key), node)

    def _note(self, key: str | None, node: ast.expr | ast.stmt, *, is_shallow: bool = False) -> None:
        if not self._is_rebound:
            self.mutations.append(Mutation(key, self._body.modules.text.span(node), is_shallow))

    def _pattern(self, pattern: ast.pattern) -> None:
        match pattern:
            case ast.MatchMapping(keys=keys, rest=rest):
                for key in keys:
                    self._read(self._body.key(key), key)
                self.escapes = self.escapes or rest is not None
            case ast.MatchClass(kwd_attrs=names, patterns=positional):
                self.escapes = self.escapes or bool(positional)
                for name in names:
                    self.keys.setdefault(name, []).extend(_keyword_places(self._body, pattern, name))
            case ast.MatchOr(patterns=several):
                for one in several:
                    self._pattern(one)
            case _:
                # All but `_` gives the whole of it a name or looks at it in some other way.
                self.escapes = self.escapes or not (isinstance(pattern, ast.MatchAs) and pattern.name is None)


def _end_name(body: Body, node: ast.Attribute) -> Span:
    end = body.span(node).end
    return Span(end - len(node.attr), end)


def _keyword_places(body: Body, pattern: ast.MatchClass, name: str) -> Iterator[Span]:
    text = body.modules.text
    start = text.offset(pattern.lineno, pattern.col_offset)
    end = text.offset(pattern.end_lineno, pattern.end_col_offset)
    for found in re.finditer(rf"\b{re.escape(name)}\b(?=\s*=)", text.text[start:end]):
        yield Span(start + found.start(), start + found.end())
