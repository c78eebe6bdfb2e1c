"""All rules over all graphs of a document."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stepgraph.document.finding import Finding
from stepgraph.document.lint.context import Context
from stepgraph.document.lint.fields import ignored_default, reducer_not_last, schemas_disagree
from stepgraph.document.lint.functions import reducer_changes_left, state_changed_in_place, undeclared_keys
from stepgraph.document.lint.joins import incomplete_joins
from stepgraph.document.lint.routers import missing_ways
from stepgraph.document.lint.shared import shared_writes
from stepgraph.document.lint.structure import (
    dead_end,
    duplicate_names,
    goto_beside_edge,
    no_entry,
    node_named_like_field,
    unknown_names,
    unreachable,
)
from stepgraph.document.lint.studied import Studied
from stepgraph.document.model import Model
from stepgraph.document.reading.modules import Modules
from stepgraph.document.text import Text

Rule = Callable[[Context], Iterable[Finding]]

RULES: tuple[Rule, ...] = (
    no_entry,
    unreachable,
    dead_end,
    duplicate_names,
    unknown_names,
    node_named_like_field,
    goto_beside_edge,
    incomplete_joins,
    missing_ways,
    shared_writes,
    undeclared_keys,
    state_changed_in_place,
    reducer_changes_left,
    ignored_default,
    reducer_not_last,
    schemas_disagree,
)
_ORDER = {"error": 0, "warning": 1, "info": 2}


def lint(text: Text, model: Model) -> tuple[Finding, ...]:
    """Return what the rules find in a document, errors first, then in the order of the text. Runs nothing of it."""
    modules = Modules(text)
    found: dict[tuple[str, str, object], Finding] = {}
    for graph in model.graphs:
        context = Context(text, model, graph, Studied(text, modules, graph))
        for rule in RULES:
            for finding in rule(context):
                # Two graphs may share a schema or a function.
                found.setdefault((finding.code, finding.sentence, finding.span), finding)
    return tuple(sorted(found.values(), key=_place))


def _place(finding: Finding) -> tuple[int, int, int]:
    return _ORDER[finding.severity], finding.line or 0, finding.column or 0
