"""What was studied of functions, kept for the next text: drawing changes few of them, and each is read again and again.

What a function says follows from its own source and from what the names in it mean. So it is kept with the questions
that were asked about those names, and holds for another text that has the same function and answers them alike.
"""

from __future__ import annotations

import ast
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from stepgraph.document.model import Span
from stepgraph.document.reading.function_body import Body, Question
from stepgraph.document.reading.function_facts import FunctionFacts, Mutation, Target

MAX_KEPT: Final = 2048
_Named = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class _Kept:
    facts: FunctionFacts
    start: int
    questions: tuple[Question, ...]


# By the source of a function and its parameter that gets the state.
_kept: OrderedDict[tuple[str, str | None], _Kept] = OrderedDict()
# Faults are looked for beside the drawing.
_lock = threading.Lock()


def remembered(body: Body, study: Callable[[Body], FunctionFacts]) -> FunctionFacts:
    """Return what a study gives, from an earlier one where that says the same."""
    if not _stands_alone(body.function):
        return study(body)
    span = body.modules.text.span(body.function)
    key = (body.modules.text.piece(span), None if body.first is None else body.first.arg)
    kept = _found(key)
    if kept is None or not all(body.answer(one) == one.answer for one in kept.questions):
        facts = study(body)
        if body.questions is not None:
            _keep(key, _Kept(facts, span.start, tuple(body.questions.values())))
        return facts
    return _moved(kept.facts, span.start - kept.start)


def _stands_alone(function: ast.AST) -> bool:
    """Tell whether a function is one of the module itself: around others there are names that are not asked for."""
    return isinstance(function, _Named) and function.col_offset == 0


def _found(key: tuple[str, str | None]) -> _Kept | None:
    with _lock:
        kept = _kept.get(key)
        if kept is not None:
            _kept.move_to_end(key)
        return kept


def _keep(key: tuple[str, str | None], kept: _Kept) -> None:
    with _lock:
        _kept[key] = kept
        _kept.move_to_end(key)
        while len(_kept) > MAX_KEPT:
            _kept.popitem(last=False)


def _moved(facts: FunctionFacts, by: int) -> FunctionFacts:
    """Return what is told of a function that stands elsewhere now."""
    if by == 0:
        return facts

    def span(one: Span) -> Span:
        return Span(one.start + by, one.end + by)

    def targets(several: tuple[Target, ...]) -> tuple[Target, ...]:
        return tuple(replace(one, span=None if one.span is None else span(one.span)) for one in several)

    def mutations(several: tuple[Mutation, ...]) -> tuple[Mutation, ...]:
        return tuple(replace(one, span=span(one.span)) for one in several)

    return replace(
        facts,
        reads_at={key: tuple(map(span, spans)) for key, spans in facts.reads_at.items()},
        writes_at={key: tuple(map(span, spans)) for key, spans in facts.writes_at.items()},
        goto=targets(facts.goto),
        returns=targets(facts.returns),
        sends=targets(facts.sends),
        mutates=mutations(facts.mutates),
        mutates_left=mutations(facts.mutates_left),
    )
