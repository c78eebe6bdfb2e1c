"""The wire as one JSON Schema: what the server sends as it is written, what a client sends as it is validated."""

from __future__ import annotations

from typing import TypeAlias, cast

import msgspec
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from stepgraph.protocol import events, frames, snapshot, values
from stepgraph.protocol.problems import Problem
from stepgraph.protocol.shape import PROTOCOL_VERSION, Shape

Schema: TypeAlias = dict[str, object]

_FROM_SERVER: tuple[object, ...] = (
    frames.AnyServerFrame,
    frames.StartPage,
    frames.Source,
    frames.Steps,
    frames.Moment,
    frames.WholeValue,
    frames.Launch,
    Problem,
)
_NAMED: dict[str, object] = {
    "AnyEvent": events.AnyEvent,
    "AnyServerFrame": frames.AnyServerFrame,
    "Phase": events.Phase,
    "RunStatus": snapshot.RunStatus,
    "NodeStatus": snapshot.NodeStatus,
    "ValueKind": values.ValueKind,
}
"""Unions that have a name of their own; wherever one stands, its name is told instead."""


class _Untitled(GenerateJsonSchema):
    """Titles of fields would become names of types."""

    def field_title_should_be_set(self, schema: object) -> bool:  # noqa: ARG002  # pydantic's signature
        return False


def schema() -> Schema:
    """The whole wire: one definition for each record and named union, and the constants that both ends share."""
    definitions = _from_server() | _from_client()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The wire of Stepgraph",
        "x-constants": _constants(definitions),
        "$defs": definitions,
    }


def _from_server() -> dict[str, Schema]:
    named, components = msgspec.json.schema_components([*_NAMED.values(), *_FROM_SERVER], ref_template="#/$defs/{name}")
    for shape in _shapes(Shape):
        if shape.__name__ in components:
            _require_what_is_always_written(components[shape.__name__], shape)
    aliases = dict(zip(_NAMED, named, strict=False))
    replaced = {name: cast("Schema", _with_names(component, aliases)) for name, component in components.items()}
    return replaced | aliases


def _from_client() -> dict[str, Schema]:
    adapter: TypeAdapter[object] = TypeAdapter(frames.ClientFrame)
    whole = adapter.json_schema(ref_template="#/$defs/{model}", schema_generator=_Untitled)
    definitions = cast("dict[str, Schema]", whole.pop("$defs"))
    command = cast("dict[str, Schema]", definitions["Ask"]["properties"])["command"]
    gesture = cast("dict[str, Schema]", definitions["DocumentEdit"]["properties"])["gesture"]
    aliases = {"AnyGesture": gesture, "AnyCommand": command, "ClientFrame": cast("Schema", whole)}
    return {name: cast("Schema", _with_names(one, aliases)) for name, one in definitions.items()} | aliases


def _constants(definitions: dict[str, Schema]) -> Schema:
    return {
        "PROTOCOL_VERSION": PROTOCOL_VERSION,
        "PREVIEW_CHARACTERS": values.PREVIEW_CHARACTERS,
        "STEPS_IN_SNAPSHOT": snapshot.STEPS_IN_SNAPSHOT,
        "WARNINGS_IN_SNAPSHOT": snapshot.WARNINGS_IN_SNAPSHOT,
        "OUTPUT_CHARACTERS": snapshot.OUTPUT_CHARACTERS,
        "SOCKET": frames.SOCKET,
        "CLOSE_NO_HELLO": frames.CLOSE_NO_HELLO,
        "CLOSE_TOKEN": frames.CLOSE_TOKEN,
        "CLOSE_VERSION": frames.CLOSE_VERSION,
        "COMMANDS": _tags(definitions["AnyCommand"]),
        "EVENTS": _tags(definitions["AnyEvent"]),
    }


def _tags(union: Schema) -> list[str]:
    discriminator = cast("dict[str, dict[str, str]]", union["discriminator"])
    return list(discriminator["mapping"])


def _shapes(base: type[Shape]) -> list[type[Shape]]:
    return [base, *(shape for child in base.__subclasses__() for shape in _shapes(child))]


def _require_what_is_always_written(component: Schema, shape: type[Shape]) -> None:
    """A field with a default is on the wire all the same, unless the record leaves its defaults out.

    There ``None`` is never written, so that absent and null cannot mean different things.
    """
    properties = cast("dict[str, Schema]", component["properties"])
    if not shape.__struct_config__.omit_defaults:
        component["required"] = list(properties)
        return
    for field in properties.values():
        kinds = cast("list[Schema]", field.get("anyOf", []))
        if "default" in field and {"type": "null"} in kinds:
            (only,) = [kind for kind in kinds if kind != {"type": "null"}]
            field.clear()
            field.update(only)


def _with_names(part: object, aliases: dict[str, Schema]) -> object:
    for name, alias in aliases.items():
        if part == alias:
            return {"$ref": f"#/$defs/{name}"}
    if isinstance(part, dict):
        return {key: _with_names(value, aliases) for key, value in part.items()}
    if isinstance(part, list):
        return [_with_names(value, aliases) for value in part]
    return part
