"""The JSON schemas of what a graph of a state takes and gives: of the schemas that its builder was given."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from inspect import isclass
from types import NoneType, UnionType
from typing import Annotated, Any, NotRequired, Required, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter
from typing_extensions import is_typeddict

from stepgraph.constants import ROOT
from stepgraph.pregel.schemas import REQUIRED, model_of_fields, model_of_value


def json_schema(schema: Any, channels: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the JSON schema of `schema`, whose keys `channels` hold; `name` is its title if it has none."""
    if isclass(schema) and issubclass(schema, BaseModel):
        return schema.model_json_schema()
    if is_typeddict(schema):
        return TypeAdapter(schema).json_schema()
    kinds = {key: channel.UpdateType for key, channel in channels.items()}
    if list(kinds) == [ROOT]:
        return model_of_value(name, kinds[ROOT], None).model_json_schema()
    fields = {key: (kind, _default(key, kind, schema)) for key, kind in kinds.items()}
    return model_of_fields(name, fields).model_json_schema()


def _default(key: str, kind: Any, schema: Any) -> Any:
    """Return the default of a field, `REQUIRED` if it must be given: what may be None need not."""
    said = _said_required(kind)
    if said is not None:
        return REQUIRED if said else None
    if dataclasses.is_dataclass(schema):
        for field in dataclasses.fields(schema):
            if field.name != key:
                continue
            if field.default is not dataclasses.MISSING and field.default is not ...:
                return field.default
            if field.default_factory is not dataclasses.MISSING:
                return field.default_factory()
    return None if _may_be_none(kind) else REQUIRED


def _said_required(kind: Any) -> bool | None:
    origin = get_origin(kind)
    if origin in (Required, NotRequired):
        return origin is Required
    return _said_required(get_args(kind)[0]) if origin is Annotated else None


def _may_be_none(kind: Any) -> bool:
    origin = get_origin(kind)
    if origin in (Annotated, Required, NotRequired):
        return _may_be_none(get_args(kind)[0])
    if origin in (Union, UnionType):
        return any(part is NoneType or _may_be_none(part) for part in get_args(kind))
    return kind is None or kind is NoneType
