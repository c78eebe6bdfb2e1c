"""TypeScript from the wire's JSON Schema: readonly interfaces with their docstrings, unions, constants.

It stops at any schema word that it does not know, so the wire cannot grow a shape that the page cannot type.
"""

from __future__ import annotations

import json
import re
from typing import TypeAlias, cast

Schema: TypeAlias = dict[str, object]

_HEADER = """\
/**
 * The wire's types, made from `schema.json` by `stepgraph protocol`. Do not edit: change backend/stepgraph/protocol.
 *
 * A field with `?` may be left out; the server leaves nothing else out.
 */
"""
_JSON = """type JsonValue =
  | null | boolean | number | string | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
"""
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_SILENT = {
    *("title", "description", "default", "discriminator", "propertyNames"),
    *("minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "minProperties", "maxProperties"),
}
"""Words that say nothing about the type itself."""


class UnknownWord(ValueError):
    """The schema uses a word that has no translation yet."""


def emit(schema: Schema) -> str:
    """The whole file."""
    constants = cast("dict[str, object]", schema["x-constants"])
    definitions = cast("dict[str, Schema]", schema["$defs"])
    parts = [_HEADER]
    parts += [f"export const {name} = {json.dumps(value)} as const;\n" for name, value in constants.items()]
    parts += [_definition(name, one) for name, one in definitions.items()]
    return "\n".join(parts)


def _definition(name: str, schema: Schema) -> str:
    comment = _comment(cast("str", schema.get("description", "")))
    if not schema:
        return f"{comment}export {_JSON}"
    if schema.get("type") != "object":
        return f"{comment}export type {name} = {_type(schema)};\n"
    return f"{comment}export interface {name} {_members(schema)}\n"


def _members(schema: Schema) -> str:
    _know(schema, {"type", "properties", "required", "additionalProperties"})
    if schema.get("additionalProperties") is not False:
        raise UnknownWord(f"A record must refuse unknown fields: {json.dumps(schema)}")
    required = cast("list[str]", schema.get("required", []))
    lines = [
        f"  readonly {name}{'' if name in required else '?'}: {_type(field)};"
        for name, field in cast("dict[str, Schema]", schema["properties"]).items()
    ]
    return "\n".join(["{", *lines, "}"])


def _type(schema: Schema) -> str:
    for word, translate in _WORDS.items():
        if word in schema:
            return translate(schema)
    raise UnknownWord(f"No TypeScript is known for {json.dumps(schema)}")


def _reference(schema: Schema) -> str:
    _know(schema, {"$ref"})
    return cast("str", schema["$ref"]).removeprefix("#/$defs/")


def _values(schema: Schema) -> str:
    _know(schema, {"const", "enum", "type"})
    values = cast("list[object]", schema["enum"]) if "enum" in schema else [schema["const"]]
    return " | ".join(json.dumps(value) for value in values)


def _union(schema: Schema) -> str:
    _know(schema, {"anyOf", "oneOf"})
    kinds = cast("list[Schema]", schema.get("anyOf") or schema.get("oneOf"))
    return " | ".join(_type(kind) for kind in kinds)


def _typed(schema: Schema) -> str:
    kind = cast("str", schema["type"])
    if kind in _PLAIN:
        _know(schema, {"type"})
        return _PLAIN[kind]
    if kind == "array":
        _know(schema, {"type", "items"})
        items = _type(cast("Schema", schema["items"]))
        return f"readonly ({items})[]" if " " in items else f"readonly {items}[]"
    if kind == "object":
        _know(schema, {"type", "additionalProperties"})
        values = _type(cast("Schema", schema["additionalProperties"]))
        return f"{{ readonly [key: string]: {values} }}"
    raise UnknownWord(f"No TypeScript is known for the type {kind!r}")


def _know(schema: Schema, words: set[str]) -> None:
    unknown = set(schema) - words - _SILENT
    if unknown:
        raise UnknownWord(f"No TypeScript is known for {sorted(unknown)} in {json.dumps(schema)}")


def _comment(text: str) -> str:
    camel = re.sub(r"(?<=`)\w+(?=`)", lambda name: re.sub(r"_([a-z])", lambda c: c[1].upper(), name[0]), text)
    lines = camel.strip().replace("``", "`").splitlines()
    if len(lines) < 2:
        return f"/** {lines[0]} */\n" if lines else ""
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */\n"])


_WORDS = {"$ref": _reference, "const": _values, "enum": _values, "anyOf": _union, "oneOf": _union, "type": _typed}
