"""A graph's input and context, and the answers to its questions, as JSON Schema: the page makes forms from it."""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter

from stepgraph.constants import MISSING
from stepgraph.debugger.exact_json import clean, is_exact
from stepgraph.debugger.input_fields import InputField, InputSchema, adapter_of

JsonSchema = dict[str, Any]


def input_form(schema: InputSchema) -> str | None:
    """Return the JSON Schema of a graph's input as JSON text, None when there is no such form."""
    definitions: JsonSchema = {}
    if schema.root is not None:
        form = _field_form(schema.root, definitions)
    else:
        form = {
            "type": "object",
            "properties": {name: _field_form(field, definitions) for name, field in schema.fields.items()},
            "required": [name for name, field in schema.fields.items() if field.is_required],
            "additionalProperties": False,
        }
    if definitions:
        form["$defs"] = definitions
    return _text(form)


def context_form(schema: Any) -> str | None:
    """Return the JSON Schema of a graph's context as JSON text, None when it takes none."""
    adapter = None if schema is None else adapter_of(schema)
    form = None if adapter is None else _schema_of(adapter)
    return None if form is None else _text(form)


def answer_form(schema: Any) -> str | None:
    """Return the JSON Schema that a question asks its answer in, as JSON text; it is one already, or a type."""
    if isinstance(schema, dict):
        return _text(schema)
    return context_form(schema)


def _field_form(field: InputField, definitions: JsonSchema) -> JsonSchema:
    adapter = adapter_of(field.hint)
    form = (None if adapter is None else _schema_of(adapter)) or {}
    definitions.update(form.pop("$defs", {}))
    if field.default is not MISSING and is_exact(field.default):
        form.setdefault("default", field.default)
    if field.description is not None:
        form["description"] = field.description
    # The key's own name is the better title for a form than the name of its class.
    form["title"] = field.name
    return form


def _schema_of(adapter: TypeAdapter[Any]) -> JsonSchema | None:
    try:
        return adapter.json_schema()
    except Exception:  # noqa: BLE001  a hint may be checkable and still have no JSON form
        return None


def _text(form: JsonSchema) -> str | None:
    try:
        return clean(json.dumps(form, ensure_ascii=False))
    except (TypeError, ValueError, RecursionError):
        return None
