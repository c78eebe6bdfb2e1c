"""What a graph takes and gives, as pydantic models and as JSON schemas: for callers that check before they run."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from inspect import isclass
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, RootModel, TypeAdapter, create_model
from typing_extensions import is_typeddict

from stepgraph.channels import BaseChannel
from stepgraph.scope import RunnableConfig
from stepgraph.warnings import LangGraphDeprecatedSinceV10

REQUIRED: Any = ...
_RESERVED = frozenset(name for name in dir(BaseModel) if not name.startswith("_"))


class Schemas:
    """The part of a graph that says what it takes and gives."""

    name: str
    context_schema: Any

    @property
    def channels(self) -> dict[str, Any]:
        """Channels and managed values by name."""
        raise NotImplementedError

    @property
    def input_channels(self) -> str | list[str]:
        """The channel that takes the input, or those that take it by name."""
        raise NotImplementedError

    @property
    def output_channels(self) -> str | list[str]:
        """The keys of the output, or the one channel that is the whole output."""
        raise NotImplementedError

    def get_name(self, suffix: str | None = None, *, name: str | None = None) -> str:
        """Return the name under which the graph was compiled; a suffix is added the way the name is written."""
        own = name or self.name
        if not suffix:
            return own
        return f"{own}{suffix.title()}" if own[0].isupper() else f"{own}_{suffix.lower()}"

    @property
    def InputType(self) -> Any:  # noqa: N802  # the reference's name
        """The type of the input of a graph that takes one value; None of one that takes values by name."""
        return _type_of(self.channels, self.input_channels, "UpdateType")

    @property
    def OutputType(self) -> Any:  # noqa: N802  # the reference's name
        """The type of the output of a graph that gives one value; None of one that gives values by name."""
        return _type_of(self.channels, self.output_channels, "ValueType")

    @property
    def input_schema(self) -> type[BaseModel]:
        """A model of what the graph takes."""
        return self.get_input_schema()

    @property
    def output_schema(self) -> type[BaseModel]:
        """A model of what the graph gives."""
        return self.get_output_schema()

    def get_input_schema(self, config: RunnableConfig | None = None) -> type[BaseModel]:  # noqa: ARG002  # as called
        """Return a model of what the graph takes."""
        return _schema(self.get_name("Input"), self.channels, self.input_channels, "UpdateType")

    def get_output_schema(self, config: RunnableConfig | None = None) -> type[BaseModel]:  # noqa: ARG002  # as called
        """Return a model of what the graph gives."""
        return _schema(self.get_name("Output"), self.channels, self.output_channels, "ValueType")

    def get_input_jsonschema(self, config: RunnableConfig | None = None) -> dict[str, Any]:
        """Return what the graph takes as a JSON schema."""
        return self.get_input_schema(config).model_json_schema()

    def get_output_jsonschema(self, config: RunnableConfig | None = None) -> dict[str, Any]:
        """Return what the graph gives as a JSON schema."""
        return self.get_output_schema(config).model_json_schema()

    def get_context_jsonschema(self) -> dict[str, Any] | None:
        """Return the context that the graph declares as a JSON schema, None if it declares none.

        Raises `ValueError` for a class of which no schema can be made.
        """
        declared = self.context_schema
        if declared is None:
            return None
        if isclass(declared) and issubclass(declared, BaseModel):
            return declared.model_json_schema()
        if is_typeddict(declared) or is_dataclass(declared):
            return TypeAdapter(declared).json_schema()
        raise ValueError(f"Invalid context schema type: {declared}. Must be a BaseModel, TypedDict or dataclass.")

    def config_schema(self, *, include: Sequence[str] | None = None) -> type[BaseModel]:
        """Return a model of the config; given up, the context has a schema of its own."""
        _warn("`config_schema` is deprecated. Use `get_context_jsonschema` for the relevant schema instead.")
        return self._config_schema(include or ())

    def get_config_jsonschema(self, *, include: Sequence[str] | None = None) -> dict[str, Any]:
        """Return the config as a JSON schema; given up, the context has a schema of its own."""
        _warn("`get_config_jsonschema` is deprecated. Use `get_context_jsonschema` instead.")
        return self._config_schema(include or ()).model_json_schema()

    def _config_schema(self, include: Sequence[str]) -> type[BaseModel]:
        declared = {"configurable": (self.context_schema, None)} if self.context_schema else {}
        hints = get_type_hints(RunnableConfig)
        named = {name: (hint, None) for name, hint in hints.items() if name in include and name != "configurable"}
        return model_of_fields(self.get_name("Config"), {**declared, **named})


def model_of_fields(name: str, fields: Mapping[str, tuple[Any, Any]]) -> type[BaseModel]:
    """Return a model with these fields, each a type and a default, which is `REQUIRED` for none."""
    settings = ConfigDict(arbitrary_types_allowed=True, frozen=True, protected_namespaces=())
    named: dict[str, Any] = {}
    for key, (kind, default) in fields.items():
        if key.startswith("_") or key in _RESERVED:
            # A model has no fields of such names, so they are aliases.
            title = key.lstrip("_").replace("_", " ").title()
            named[f"private_{key}"] = (kind, Field(default=default, alias=key, serialization_alias=key, title=title))
        else:
            named[key] = (kind, default)
    return create_model(name, __config__=settings, **named)


class _Whole(RootModel[Any]):
    """The base of models of one bare value, whose schemas have the model's name for a title."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    @classmethod
    def model_json_schema(cls, *args: Any, **options: Any) -> dict[str, Any]:
        """Return the schema of the value under the model's name."""
        return {**super().model_json_schema(*args, **options), "title": cls.__name__}


def model_of_value(name: str, kind: Any, default: Any = REQUIRED) -> type[BaseModel]:
    """Return a model of one bare value."""
    return create_model(name, __base__=_Whole, root=(kind, default))


def _schema(name: str, channels: Mapping[str, Any], named: str | Sequence[str], side: str) -> type[BaseModel]:
    if not isinstance(named, str):
        fields = {key: (getattr(channels[key], side), None) for key in named if isinstance(channels[key], BaseChannel)}
        return model_of_fields(name, fields)
    kind = _type_of(channels, named, side)
    return kind if isclass(kind) and issubclass(kind, BaseModel) else model_of_value(name, kind)


def _type_of(channels: Mapping[str, Any], named: str | Sequence[str], side: str) -> Any:
    return getattr(channels[named], side, None) if isinstance(named, str) else None


def _warn(text: str) -> None:
    warnings.warn(LangGraphDeprecatedSinceV10(text), stacklevel=3)
