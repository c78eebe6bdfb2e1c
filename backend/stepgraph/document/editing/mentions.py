"""Every place of the text that means one node: in building calls, and in what functions return or announce."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from stepgraph.document.editing.anchors import edge_parts, links_of
from stepgraph.document.editing.hints import is_shared
from stepgraph.document.editing.sheet import Sheet, unlocked
from stepgraph.document.editing.statements import Link, argument, link_at, links_in, place_at, scope_at
from stepgraph.document.model import Branch, Span
from stepgraph.document.reading.function_facts import FunctionFacts, Target
from stepgraph.document.reading.functions import definition_of, facts_of
from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.modules import Definition, Modules
from stepgraph.document.refused import EditRefused

_ENDS: dict[str, tuple[tuple[int, str], ...]] = {
    "add_edge": ((0, "start_key"), (1, "end_key")),
    "set_entry_point": ((0, "key"),),
    "set_finish_point": ((0, "key"),),
    "add_conditional_edges": ((0, "source"),),
}
_LISTS = frozenset({"destinations", "interrupt_before", "interrupt_after"})


@dataclass
class Mentions:
    """Collects where a node is named: string literals of the text. `relabelled` are branches whose labels go, too."""

    sheet: Sheet
    name: str
    modules: Modules
    spans: set[Span] = field(default_factory=set)
    relabelled: set[tuple[str, str]] = field(default_factory=set)

    def collect(self) -> None:
        """Find all of them. Raises EditRefused for one that is not a literal of this file."""
        for link in links_of(self.sheet, [node for node in self.sheet.graph.nodes if node.lock is None]):
            self._node_call(link)
        edges = [one for one in self.sheet.graph.edges if one.kind in {"static", "join"}]
        for link in links_of(self.sheet, [one for one in edges if self.name in {one.source, one.target}]):
            self._ends(link)
        for branch in self.sheet.graph.branches:
            self._branch(branch)
        if any(node.code.kind == "graph" for node in self.sheet.graph.nodes):
            self.spans.update(_to_parent(self.sheet, self.name))
        for option in self.sheet.graph.options:
            place = place_at(self.sheet.text, option.span.start)
            for link in links_in(self.sheet.text, place) if place is not None else ():
                self._lists(link)

    def check_locks(self) -> None:
        """Raise EditRefused where code that cannot be resolved names the node, or may do so, in a way of its own."""
        for part in edge_parts(self.sheet):
            if self.name in {part.source, getattr(part, "target", None)}:
                unlocked(part.lock, f'What leads to or from "{self.name}"')
        locks = self.sheet.graph.locks
        for node in ast.walk(self.sheet.text.tree) if locks else ():
            is_name = isinstance(node, ast.Constant) and node.value == self.name
            if is_name and isinstance(node, ast.Constant) and self.sheet.text.span(node) not in self.spans:
                raise EditRefused(
                    "edit.locked",
                    f'"{self.name}" stands in line {node.lineno}, and the graph is partly built by code in line '
                    f"{locks[0].line} that may use it. Change it in the code.",
                    line=node.lineno,
                )

    def _node_call(self, link: Link) -> None:
        scope = scope_of(link)
        if link.method == "add_sequence":
            listed = argument(link.call, 0, "nodes")
            for item in self._items(listed, scope):
                parts = item.elts if isinstance(item, ast.Tuple) else [item]
                self._leaf(parts[0], scope)
                self._facts(definition_of(self.modules, parts[-1], scope))
            return
        first = argument(link.call, 0, "node")
        action = argument(link.call, 1, "action")
        if first is not None and action is not None:
            self._leaf(first, scope)
        runs = action or first
        if runs is not None:
            self._facts(definition_of(self.modules, runs, scope))
        self._lists(link)

    def _ends(self, link: Link) -> None:
        scope = scope_of(link)
        for position, word in _ENDS.get(link.method, ()):
            given = argument(link.call, position, word)
            for item in self._items(given, scope):
                self._leaf(item, scope)

    def _branch(self, branch: Branch) -> None:
        link = link_at(self.sheet.text, branch.span)
        scope = scope_of(link)
        self._ends(link)
        shift = 1 if link.method == "set_conditional_entry_point" else 0
        router = argument(link.call, 1 - shift, "path")
        definition = None if router is None else definition_of(self.modules, router, scope)
        facts = facts_of(definition)
        self._targets(facts.sends, definition)
        self._targets(facts.goto, definition)
        ways = branch.targets or ()
        is_named = any(way.label == way.target == self.name for way in ways)
        says_so = any(one.name == self.name for one in (*facts.returns, *facts.literal))
        says_so = says_so and not (branch.form == "dict" and is_shared(self.sheet, branch))
        labels_go = branch.form == "list" or (branch.form != "dict" and says_so) or (is_named and says_so)
        self._path_map(argument(link.call, 2 - shift, "path_map"), scope, labels=labels_go and is_named)
        if labels_go and (is_named or branch.targets is None):
            self.relabelled.add((branch.source, branch.name))
            self._targets((*facts.returns, *facts.literal), definition)

    def _path_map(self, given: ast.expr | None, scope: Scope | None, *, labels: bool) -> None:
        value = self._container(given, scope)
        if not isinstance(value, ast.Dict):
            for item in self._items(given, scope):
                self._leaf(item, scope)
            return
        for key, target in zip(value.keys, value.values, strict=True):
            self._leaf(target, scope)
            if labels and key is not None:
                self._leaf(key, scope)

    def _lists(self, link: Link) -> None:
        for word in link.call.keywords:
            if word.arg in _LISTS:
                for item in self._items(word.value, scope_of(link)):
                    self._leaf(item, scope_of(link))

    def _container(self, given: ast.expr | None, scope: Scope | None) -> ast.expr | None:
        """Return the list or dict that an expression is or names in this file."""
        if not isinstance(given, ast.Name | ast.Attribute):
            return given
        found = self.modules.resolve(given, scope)
        is_here = found is not None and found.text is self.modules.text and isinstance(found.node, ast.expr)
        holds = is_here and found is not None and isinstance(found.node, ast.List | ast.Tuple | ast.Dict | ast.Set)
        return found.node if holds and found is not None and isinstance(found.node, ast.expr) else given

    def _items(self, given: ast.expr | None, scope: Scope | None) -> Iterable[ast.expr]:
        value = self._container(given, scope)
        if isinstance(value, ast.Dict):
            return [key for key in value.keys if key is not None]
        if isinstance(value, ast.List | ast.Tuple | ast.Set):
            return value.elts
        return [] if value is None else [value]

    def _leaf(self, expr: ast.expr, scope: Scope | None) -> None:
        if self.modules.constant(expr, scope) == self.name:
            self.spans.add(self._literal(expr, scope))

    def _literal(self, expr: ast.expr, scope: Scope | None) -> Span:
        """Return where the literal stands that an expression is or names. Raises EditRefused."""
        if isinstance(expr, ast.Name | ast.Attribute):
            found = self.modules.resolve(expr, scope)
            if found is not None and isinstance(found.node, ast.expr):
                if found.text.path != self.sheet.text.path:
                    raise _elsewhere(self.name, found)
                return self._literal(found.node, found.scope)
        if isinstance(expr, ast.Constant):
            return self.sheet.text.span(expr)
        raise EditRefused(
            "edit.name_made", f'The name "{self.name}" is put together by code; change it there.', line=expr.lineno
        )

    def _facts(self, definition: Definition | None) -> None:
        if not self._may_name(definition):
            return
        facts: FunctionFacts = facts_of(definition)
        is_command = facts.hint == "command"
        self._targets((*facts.goto, *facts.sends, *(facts.literal if is_command else ())), definition)

    def _may_name(self, definition: Definition | None) -> bool:
        """Return whether a function's text has the name, or that of something that may hold it; most have neither."""
        if definition is None or definition.node is None or definition.text is not self.sheet.text:
            return True
        piece = self.sheet.text.piece(self.sheet.text.span(definition.node))
        return not self.name.isalnum() or any(word in piece for word in (self.name, *self._holders))

    @cached_property
    def _holders(self) -> frozenset[str]:
        """What the module binds by statements that have the name in them."""
        found = set[str]()
        for statement in self.sheet.text.tree.body:
            is_binding = isinstance(statement, ast.Assign | ast.AnnAssign | ast.ClassDef)
            if is_binding and self.name in self.sheet.text.piece(self.sheet.text.span(statement)):
                found |= {one.id for one in ast.walk(statement) if isinstance(one, ast.Name)}
                found |= {statement.name} if isinstance(statement, ast.ClassDef) else set()
        return frozenset(found)

    def _targets(self, targets: Iterable[Target], definition: Definition | None) -> None:
        for target in targets:
            if target.name != self.name or definition is None:
                continue
            if definition.text.path != self.sheet.text.path:
                raise _elsewhere(self.name, definition)
            if target.span is None:
                raise EditRefused("edit.elsewhere", f'"{self.name}" is named by code of another file; rename it there.')
            if target.is_literal:
                self.spans.add(target.span)
            else:
                node = ast.parse(self.sheet.text.piece(target.span).strip(), mode="eval").body
                inner = definition.node if isinstance(definition.node, ast.FunctionDef | ast.AsyncFunctionDef) else None
                self.spans.add(self._literal(node, inner or definition.scope))


def scope_of(link: Link) -> Scope | None:
    """Return the function or class that a building call stands in."""
    return scope_at(link.place)


def _to_parent(sheet: Sheet, name: str) -> Iterator[Span]:
    """Return where the nodes of a subgraph name a node of the graph around it: in commands for their parent."""
    for call in ast.walk(sheet.text.tree):
        given = {word.arg: word.value for word in call.keywords} if isinstance(call, ast.Call) else {}
        if "goto" in given and isinstance(given.get("graph"), ast.Attribute):
            for part in ast.walk(given["goto"]):
                if isinstance(part, ast.Constant) and part.value == name:
                    yield sheet.text.span(part)


def _elsewhere(name: str, found: Definition) -> EditRefused:
    line = None if found.node is None else found.node.lineno
    return EditRefused(
        "edit.elsewhere", f'"{name}" is named in {found.text.path}, line {line}; rename it there.', line=line
    )


def literal_pieces(sheet: Sheet, spans: Iterable[Span], name: str) -> Iterator[tuple[Span, str]]:
    """Return the literals at these places with their quotation marks. Raises EditRefused for what is no literal."""
    for span in sorted(spans, key=lambda one: one.start):
        piece = sheet.text.piece(span)
        try:
            value = ast.literal_eval(piece)
        except (SyntaxError, ValueError):
            value = None
        if value != name:
            line = sheet.text.line_of(span.start)
            raise EditRefused(
                "edit.name_made", f'The name "{name}" is written in a way that drawing cannot edit.', line=line
            )
        yield span, piece[0]
