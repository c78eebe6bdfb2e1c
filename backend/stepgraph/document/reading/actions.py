"""What a node or a branch runs, and which function of it speaks to the engine."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from stepgraph.document.model import Code
from stepgraph.document.reading.function_facts import UNKNOWN, FunctionFacts
from stepgraph.document.reading.functions import code_of, definition_of
from stepgraph.document.reading.module_names import Scope
from stepgraph.document.reading.modules import Definition
from stepgraph.document.reading.names import Namer, effective


@dataclass(frozen=True, slots=True)
class Action:
    """What an expression runs.

    `function` is what runs in the end; `hinted` is it too if its annotations count, which those of a partial do not.
    `facts` are what its text says.
    """

    code: Code
    function: Definition | None
    hinted: Definition | None
    facts: FunctionFacts = UNKNOWN


NO_ACTION = Action(Code("", "other", None, None, None, None, None, None), None, None)


def action_of(namer: Namer, expr: ast.expr, scope: Scope | None) -> Action:
    """Return what an expression runs; a graph of this document is told by its name."""
    code = code_of(namer.modules, expr, scope)
    held = namer.holders.holding(expr, scope)
    if held is not None and held.compiled:
        return Action(replace(code, kind="graph", graph=held.built.name), None, None)
    found = definition_of(namer.modules, expr, scope)
    if found is None or found.kind == "external":
        return Action(code, None, None)
    at_run_time = effective(found)
    is_silent = code.kind in {"partial", "lambda", "other"} or found.kind == "class"
    return Action(code, found, None if is_silent else at_run_time, namer.facts(found))
