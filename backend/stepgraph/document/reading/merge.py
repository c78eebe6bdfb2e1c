"""The channels that several schemas together declare, by the engine's own rule, and where they contradict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from stepgraph.document.model import Channel, Field, Role, Schema

Io: TypeAlias = Literal["input", "output", "both", "none"]

_ORDER: tuple[Role, ...] = ("state", "input", "output", "private")
_PLAIN = "LastValue"
_MANAGED = "managed"


@dataclass(frozen=True, slots=True)
class Conflict:
    """One key that a later schema declares in another way than an earlier one; the engine refuses the graph."""

    key: str
    first: Field
    first_schema: str
    second: Field
    second_schema: str


def channels_of(schemas: Iterable[Schema]) -> tuple[Channel, ...]:
    """Return the state channels of a graph from its schemas; managed values are computed and have none.

    The schemas count in the engine's order (state, input, output, those of nodes), and the first to declare a key
    says how its writes merge. Without an input or output schema, the state's keys are input or output.
    """
    ordered = _ordered(schemas)
    fields: dict[str, Field] = {}
    declarers: dict[str, list[str]] = {}
    for schema, field in _fields(ordered):
        if field.kind != _MANAGED:
            fields.setdefault(field.name, field)
            declarers.setdefault(field.name, []).append(schema.name)
    inputs, outputs = _keys(ordered, "input"), _keys(ordered, "output")
    return tuple(
        Channel(
            name=key,
            kind=field.kind,
            type=field.type,
            reducer=None if field.reducer is None else field.reducer.text,
            io=_io(key, inputs, outputs),
            schemas=tuple(dict.fromkeys(declarers[key])),
        )
        for key, field in fields.items()
    )


def conflicts(schemas: Iterable[Schema]) -> tuple[Conflict, ...]:
    """Return the keys that the engine refuses: declared twice, and the later declaration is neither plain nor equal."""
    first: dict[tuple[bool, str], tuple[Schema, Field]] = {}
    found: list[Conflict] = []
    for schema, field in _fields(_ordered(schemas)):
        key = (field.kind == _MANAGED, field.name)
        known, earlier = first.setdefault(key, (schema, field))
        if field.kind != _PLAIN and not _is_same(earlier, field):
            found.append(Conflict(field.name, earlier, known.name, field, schema.name))
    return tuple(found)


def _ordered(schemas: Iterable[Schema]) -> list[Schema]:
    """Return the schemas that make channels in the order in which a builder gets them."""
    given = [schema for schema in schemas if set(schema.roles) & set(_ORDER)]
    return sorted(given, key=lambda schema: min(_ORDER.index(role) for role in schema.roles if role in _ORDER))


def _fields(schemas: Iterable[Schema]) -> Iterator[tuple[Schema, Field]]:
    for schema in schemas:
        for field in schema.fields:
            yield schema, field


def _keys(schemas: list[Schema], role: Role) -> frozenset[str]:
    own = [schema for schema in schemas if role in schema.roles]
    chosen = own or [schema for schema in schemas if "state" in schema.roles]
    return frozenset(field.name for schema in chosen for field in schema.fields)


def _io(key: str, inputs: frozenset[str], outputs: frozenset[str]) -> Io:
    if key in inputs:
        return "both" if key in outputs else "input"
    return "output" if key in outputs else "none"


def _is_same(one: Field, other: Field) -> bool:
    if one.kind != other.kind or one.accumulate != other.accumulate:
        return False
    if one.reducer is None or other.reducer is None:
        return one.reducer is other.reducer
    # The engine cannot tell two lambdas apart and lets any pass.
    is_lambda = "lambda" in {one.reducer.kind, other.reducer.kind}
    return is_lambda or (one.reducer.name, one.reducer.span) == (other.reducer.name, other.reducer.span)
