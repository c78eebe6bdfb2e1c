"""Joins that wait for a node which does not come."""

from __future__ import annotations

from collections.abc import Iterator

from stepgraph.document.finding import Finding
from stepgraph.document.lint.context import Context, Marks, way, words
from stepgraph.document.lint.wiring import Join
from stepgraph.document.model import END, Span, shown


def incomplete_joins(context: Context) -> Iterator[Finding]:
    """A join whose members never all arrive, or do not when a router decides so, ends the graph without its target."""
    wiring = context.wiring
    if not wiring.joins or not wiring.is_whole:
        return
    activity = context.activity
    if not activity.is_complete:
        return
    ran = frozenset().union(*(moment.active for moment in activity.moments))
    for number, join in enumerate(wiring.joins):
        if join.target == END or not join.members <= ran:
            continue  # END waits for nobody; a member that is never reached is told as that
        if join.target not in ran:
            yield _never(context, join)
            continue
        yield from _sometimes(context, number, join)


def _never(context: Context, join: Join) -> Finding:
    members = sorted(join.members)
    sentence = (
        f"{shown(join.target)} waits for {words(members)}, and no run comes by all of them: at least one sits behind a "
        f"branch that then leads elsewhere. So {shown(join.target)} never runs. Connect them by single edges instead."
    )
    return context.finding("join_never", sentence, at=_place(context, join), severity="error", marks=_marks(join, ()))


def _sometimes(context: Context, number: int, join: Join) -> Iterator[Finding]:
    for moment in context.activity.ends():
        here = {member for which, member in moment.arrived if which == number}
        missing = sorted(join.members - here)
        if not here or not missing:
            continue
        there = sorted(here)
        path = next(
            context.activity.path(earlier, there[0])
            for earlier in context.activity.moments
            if there[0] in earlier.active
        )
        sentence = (
            f"{shown(join.target)} waits for {words(sorted(join.members))}, but a branch may lead past "
            f"{words(missing)}: after {way(path)} the run then ends without {shown(join.target)}, and nothing says so."
        )
        yield context.finding("join_incomplete", sentence, at=_place(context, join), marks=_marks(join, (path,)))
        return


def _marks(join: Join, paths: tuple[tuple[str, ...], ...]) -> Marks:
    edges = tuple(f"{member}->{join.target}" for member in sorted(join.members))
    return Marks(nodes=(join.target,), edges=edges, paths=paths)


def _place(context: Context, join: Join) -> Span | None:
    edges = (edge for edge in context.graph.edges if edge.join == join.channel)
    return next((edge.span for edge in edges), None)
