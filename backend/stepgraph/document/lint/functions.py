"""Rules about what the functions of a graph do with the state that they are given."""

from __future__ import annotations

from collections.abc import Iterator

from stepgraph.document.finding import Finding
from stepgraph.document.lint.context import Context, Marks
from stepgraph.document.lint.mends import declared
from stepgraph.document.model import Code, Span, shown


def undeclared_keys(context: Context) -> Iterator[Finding]:
    """A key that no schema declares is dropped without a word."""
    if context.graph.locks or not context.channels or "__root__" in context.channels:
        return
    for name, node in context.nodes.items():
        for key in node.writes or ():
            if key in context.channels:
                continue
            sentence = (
                f'{shown(name)} returns "{key}", which no schema of the graph declares: that write is dropped and '
                f"nothing says so. Declare the field, or correct the key."
            )
            at = context.write_of(name, key) or node.span
            marks = Marks(nodes=(name,))
            yield context.finding("undeclared_key", sentence, at=at, marks=marks, mends=declared(context, key))


def state_changed_in_place(context: Context) -> Iterator[Finding]:
    """What a node changes in place passes by the channels: no version moves, and others may see it too early."""
    for name, node in context.nodes.items():
        facts = context.studied.facts(node.code)
        for mutation in facts.mutates:
            key = "the state" if mutation.key is None else f'state["{mutation.key}"]'
            sentence = (
                f"{shown(name)} changes {key} in place. That is no write: nothing is woken by it, and whether "
                f"others see it depends on copies. Return the new value instead."
            )
            channels = () if mutation.key is None else (mutation.key,)
            marks = Marks(nodes=(name,), channels=channels)
            yield context.finding("state_changed_in_place", sentence, at=_here(node.code, mutation.span), marks=marks)


def reducer_changes_left(context: Context) -> Iterator[Finding]:
    """A reducer that changes its left argument changes what earlier checkpoints and nodes hold."""
    told: set[str] = set()
    for schema in context.graph.schemas:
        for field in schema.fields:
            if field.reducer is None or field.reducer.text in told:
                continue
            facts = context.studied.facts(field.reducer)
            if not facts.mutates_left:
                continue
            told.add(field.reducer.text)
            sentence = (
                f'The reducer {field.reducer.name or field.reducer.text} of "{field.name}" changes its left argument '
                f"in place: the value that others were given changes under them. Return a new value."
            )
            at = _here(field.reducer, facts.mutates_left[0].span) or field.span
            yield context.finding("reducer_changes_left", sentence, at=at, marks=Marks(channels=(field.name,)))


def _here(code: Code, span: Span) -> Span | None:
    return span if code.path is None else None
