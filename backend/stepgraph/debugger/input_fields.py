"""The keys that a graph's input may have, and what each of them takes."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired, Required, get_args, get_origin

from pydantic import TypeAdapter
from typing_extensions import ReadOnly

from stepgraph.channels import BaseChannel, BinaryOperatorAggregate, Topic
from stepgraph.constants import MISSING, ROOT
from stepgraph.graph.state import CompiledStateGraph
from stepgraph.pregel.pregel import Pregel

_WRAPPERS = (Annotated, Required, NotRequired, ReadOnly)


@dataclass(frozen=True, slots=True)
class InputField:
    """One key of the input. ``default`` is MISSING when the schema gives none."""

    name: str
    hint: Any
    is_required: bool
    default: object
    description: str | None
    is_checked: bool
    """Whether a value must fit the hint: a reducer of the user's own may take more forms than its key has."""


@dataclass(frozen=True, slots=True)
class InputSchema:
    """The input of a graph: its keys, or the one hint of a graph whose input is a single value.

    ``root`` is the field of such a graph: of a state that is one value, of a function's parameter, of a bare channel.
    """

    fields: Mapping[str, InputField]
    root: InputField | None = None


def input_schema(graph: Pregel) -> InputSchema:
    """Return the input of a graph."""
    if isinstance(graph, CompiledStateGraph):
        fields = _state_fields(graph)
        return InputSchema(fields, fields.get(ROOT) if len(fields) == 1 else None)
    taken = graph.program.input_channel
    names = (taken,) if isinstance(taken, str) else taken
    fields = {name: _bare_field(name, graph.program.channels[name]) for name in names if name in graph.program.channels}
    return InputSchema(fields, fields.get(taken) if isinstance(taken, str) else None)


def _bare_field(name: str, channel: BaseChannel[Any, Any, Any]) -> InputField:
    """Return what a channel takes of which no schema tells more; no key has to be there."""
    return InputField(
        name,
        base_hint(channel.typ),
        is_required=False,
        default=MISSING,
        description=None,
        is_checked=_is_checked(channel),
    )


def _state_fields(graph: CompiledStateGraph[Any, Any, Any, Any]) -> dict[str, InputField]:
    builder = graph.builder
    schema = builder.input_schema
    defaults = _defaults(schema)
    fields: dict[str, InputField] = {}
    for name in builder.schemas[schema]:
        channel = builder.channels.get(name)
        if channel is not None:
            # A reducer starts from its type's empty value, whatever default the field declares.
            folds = isinstance(channel, BinaryOperatorAggregate)
            fields[name] = InputField(
                name,
                base_hint(channel.typ),
                is_required=not folds and defaults.get(name) is MISSING,
                default=MISSING if folds else defaults.get(name, MISSING),
                description=_description(schema, name),
                is_checked=_is_checked(channel),
            )
    return fields


def base_hint(hint: Any) -> Any:
    """Return a type hint without what stands around it for the graph: reducers, channels, Required and the like."""
    while get_origin(hint) in _WRAPPERS:
        hint = get_args(hint)[0]
    return hint


def adapter_of(hint: Any) -> TypeAdapter[Any] | None:
    """Return what checks values against a type hint, or None for a hint that says nothing to pydantic."""
    try:
        return TypeAdapter(hint)
    except Exception:  # noqa: BLE001  any class may stand in a hint, and pydantic has many ways to say that it cannot
        return None


def _is_checked(channel: object) -> bool:
    if isinstance(channel, BinaryOperatorAggregate):
        return getattr(channel.operator, "__module__", None) in {"operator", "_operator"}
    return not isinstance(channel, Topic)


def _description(schema: Any, name: str) -> str | None:
    field = getattr(schema, "model_fields", {}).get(name)
    return getattr(field, "description", None)


def _defaults(schema: Any) -> dict[str, object]:
    """Return the fields of a dataclass or a pydantic class with their defaults; a TypedDict has none."""
    model_fields = getattr(schema, "model_fields", None)
    if isinstance(model_fields, dict):
        return {
            name: MISSING if field.is_required() else field.get_default(call_default_factory=True, validated_data={})
            for name, field in model_fields.items()
        }
    if not dataclasses.is_dataclass(schema):
        return {}
    found: dict[str, object] = {}
    for field in dataclasses.fields(schema):
        if field.default_factory is not dataclasses.MISSING:
            found[field.name] = field.default_factory()
        else:
            found[field.name] = MISSING if field.default is dataclasses.MISSING else field.default
    return found
