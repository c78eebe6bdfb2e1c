"""What a document does with one builder: the calls that add to it, how it is compiled, and what hides from us."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from stepgraph.document.model import Lock, Span
from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.places import Place
from stepgraph.document.reading.unrolled import Names


@dataclass(frozen=True, slots=True)
class Step:
    """One call that adds to a graph. `span` is its statement, or its piece of a chain.

    In a loop over written-out values there is one for each turn `at`; `call` has the values for the loop's names then,
    and `lock` says that this part is not edited.
    """

    method: str
    call: ast.Call
    scope: Scope | None
    span: Span
    line: int
    at: tuple[int, ...] = ()
    loop: ast.stmt | None = None
    lock: Lock | None = None


@dataclass(frozen=True, slots=True)
class Compiling:
    """One call of ``compile``, and how many steps were before it."""

    call: ast.Call
    after: int
    line: int


@dataclass(slots=True)
class Built:
    """One builder of a document and all that is done with it, in order.

    `root` is the call that makes it, `name` what a person opens the graph by. `names` are the variables that it is
    bound to, `compiled` those of what it compiles to, `in_module` those of the module that keep what a function made.
    `parameters` are what those of the function stand for that makes it.
    `locks` say by line what is done with it that cannot be resolved.
    """

    root: ast.Call
    place: Place
    package: str
    name: str = ""
    form: Literal["statements", "chain"] = "statements"
    names: list[str] = field(default_factory=list)
    compiled: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    compilings: list[Compiling] = field(default_factory=list)
    locks: dict[int, Lock] = field(default_factory=dict)
    is_returned: bool = False
    in_module: list[str] = field(default_factory=list)
    parameters: Names = field(default_factory=dict)
    insert: int = 0

    @property
    def function(self) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        """The function that makes it, if one does."""
        scope = self.place.scope
        return scope if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef) else None

    def lock(self, line: int) -> Lock:
        """Say that a part is built by code in a line, and return what says it."""
        return self.locks.setdefault(line, built_by_code(line))

    def conditions(self, place: Place) -> tuple[tuple[ast.stmt, str], ...] | None:
        """Return what decides about a statement once the builder is made; None when it may run at any time."""
        around = self.place.conditions
        if place.scope is not self.place.scope:
            return None
        if place.conditions == around[: len(place.conditions)]:
            return ()
        return place.conditions[len(around) :] if place.conditions[: len(around)] == around else None

    def anchor(self, place: Place) -> ast.stmt:
        """Return the statement of the builder's own block that a place is in."""
        depth = len(self.place.trail) - 1
        is_inside = place.trail[:depth] == self.place.trail[:depth] and len(place.trail) > depth
        return place.trail[depth] if is_inside else place.trail[0]


def built_by_code(line: int) -> Lock:
    """Return the lock of what code decides that cannot be resolved."""
    return Lock(f"read-only: built by code in line {line}", line)


def unique(names: Iterable[str]) -> tuple[str, ...]:
    """Return names without those that repeat, in their order."""
    return tuple(dict.fromkeys(names))
