"""From a schema to the channel or managed value of each of its keys."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from inspect import Parameter
from typing import Annotated, Any, NotRequired, Required, TypeAlias, get_args, get_origin, get_type_hints

from stepgraph.channels import BaseChannel, BinaryOperatorAggregate, DeltaChannel, LastValue
from stepgraph.constants import ROOT
from stepgraph.managed import ManagedValueSpec, is_managed_value

Field: TypeAlias = BaseChannel[Any, Any, Any] | ManagedValueSpec
"""What a schema says of one key."""


@dataclass(frozen=True, slots=True)
class SchemaFields:
    """The keys of one schema: those that channels hold and those that are computed."""

    channels: dict[str, BaseChannel[Any, Any, Any]]
    managed: dict[str, ManagedValueSpec]


def read_schema(schema: Any) -> SchemaFields:
    """Return what `schema` says of its keys; a schema without fields is one channel named `__root__`."""
    if not hasattr(schema, "__annotations__"):
        return SchemaFields({ROOT: _root_channel(schema)}, {})
    fields = {
        name: read_field(annotation, key=name)
        for name, annotation in get_type_hints(schema, include_extras=True).items()
        if name != "__slots__"
    }
    return SchemaFields(
        {key: field for key, field in fields.items() if isinstance(field, BaseChannel)},
        {key: field for key, field in fields.items() if not isinstance(field, BaseChannel)},
    )


def warn_of_schema(schema: Any) -> None:
    """Warn, like the reference, of a schema that is no type at all, and go on with it."""
    if not isinstance(schema, type) and not get_args(schema):
        text = (
            f"Invalid state_schema: {schema}. Expected a type or Annotated[type, reducer]. "
            "Please provide a valid schema to ensure correct updates.\n"
            " See: https://langchain-ai.github.io/langgraph/reference/graphs/#stategraph"
        )
        warnings.warn(text, stacklevel=5)


def read_field(annotation: Any, *, key: str) -> Field:
    """Return the managed value, or else the channel, that `annotation` asks for.

    Tried in this order: a managed value, a channel, a reducer, and LastValue for everything else.
    """
    if get_origin(annotation) in (Required, NotRequired):
        annotation = get_args(annotation)[0]
    managed = _managed_value(annotation)
    if managed is not None:
        return managed
    channel = _explicit_channel(annotation) or _reducer_channel(annotation) or LastValue(annotation)
    channel.key = key
    return channel


def _root_channel(schema: Any) -> BaseChannel[Any, Any, Any]:
    field = read_field(schema, key=ROOT)
    if not isinstance(field, BaseChannel):
        raise ValueError(f"This {schema} not allowed in this position")
    return field


def _items(annotation: Any) -> tuple[Any, ...]:
    """Return what stands beside the type in a top-level `Annotated`."""
    return tuple(annotation.__metadata__) if get_origin(annotation) is Annotated else ()


def _managed_value(annotation: Any) -> ManagedValueSpec | None:
    items = _items(annotation)
    if items and is_managed_value(items[-1]):
        return items[-1]
    # `Optional[RemainingSteps]` means RemainingSteps, and so does any other generic over it.
    arguments = get_args(annotation)
    return _managed_value(arguments[0]) if arguments else None


def _explicit_channel(annotation: Any) -> BaseChannel[Any, Any, Any] | None:
    for item in _items(annotation):
        if isinstance(item, DeltaChannel):
            # The type is in the annotation, so one instance may serve several keys.
            return DeltaChannel(item.reducer, annotation.__origin__, snapshot_frequency=item.snapshot_frequency)
        if isinstance(item, BaseChannel):
            return item
        if inspect.isclass(item) and issubclass(item, BaseChannel):
            return item(annotation.__origin__)
    return None


def _reducer_channel(annotation: Any) -> BaseChannel[Any, Any, Any] | None:
    items = _items(annotation)
    if not items or not callable(items[-1]):
        return None
    _require_two_parameters(items[-1])
    return BinaryOperatorAggregate(annotation, items[-1])


def _require_two_parameters(reducer: Callable[..., Any]) -> None:
    signature = inspect.signature(reducer)
    positional = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    if sum(parameter.kind in positional for parameter in signature.parameters.values()) != 2:
        raise ValueError(f"Invalid reducer signature. Expected (a, b) -> c. Got {signature}")
