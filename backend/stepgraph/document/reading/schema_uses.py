"""The schemas of one graph with the parts they play: state, input, output, context, and those of single nodes."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from stepgraph.document.model import Role, Schema
from stepgraph.document.reading.built import Built
from stepgraph.document.reading.calls import Unresolved, arguments, is_none
from stepgraph.document.reading.modules import Modules
from stepgraph.document.reading.schema_annotations import Place
from stepgraph.document.reading.schemas import read_schema
from stepgraph.document.reading.unrolled import substituted

_Key: TypeAlias = tuple[str | None, int | None, str]

_PARAMETERS: Final = ("state_schema", "context_schema")
_ROLES: Final[Mapping[str, Role]] = {
    "state_schema": "state",
    "input_schema": "input",
    "input": "input",
    "output_schema": "output",
    "output": "output",
    "context_schema": "context",
    "config_schema": "context",
}


class Schemas:
    """The schemas of a document, each read once."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._read: dict[int | tuple[str, str, int], Schema | None] = {}

    def read(self, place: Place) -> Schema | None:
        """Return the schema that an expression names; None when the text does not tell."""
        found = place.resolve()
        if found is not None and found.node is not None:
            key: int | tuple[str, str, int] = id(found.node)
        else:
            key = (ast.dump(place.expr), place.modules.text.path, id(place.scope))
        if key not in self._read:
            self._read[key] = read_schema(place.modules, place.expr, scope=place.scope)
        return self._read[key]

    def as_input(self, place: Place | None) -> Schema | None:
        """Return the schema of a first parameter if the engine takes it for one: a class with fields."""
        schema = None if place is None else self.read(place)
        if schema is None or schema.form == "root" or not (schema.fields or schema.lock):
            return None
        return schema


class SchemaRoles:
    """Collects the schemas of one graph in the order in which its builder gets them."""

    def __init__(self) -> None:
        self._schemas: dict[_Key, Schema] = {}
        self._roles: dict[_Key, dict[Role, None]] = {}

    def add(self, schema: Schema, role: Role) -> None:
        """Note that a schema plays a part; one that is the state is not private beside that."""
        key = (schema.path, schema.line, schema.name)
        self._schemas.setdefault(key, schema)
        roles = self._roles.setdefault(key, {})
        if role != "private" or not set(roles) & {"state", "input", "output"}:
            roles[role] = None

    def all(self) -> tuple[Schema, ...]:
        """Return the schemas, each once and with all its parts."""
        return tuple(replace(schema, roles=tuple(self._roles[key])) for key, schema in self._schemas.items())

    def state(self) -> Schema | None:
        """Return the schema of the state, if it is known."""
        return next((one for key, one in self._schemas.items() if "state" in self._roles[key]), None)


def builder_schemas(built: Built, modules: Modules, schemas: Schemas) -> SchemaRoles:
    """Return the schemas that a builder is made with; one that cannot be read locks the graph."""
    found = SchemaRoles()
    try:
        root = substituted(built.root, built.parameters)
        given = arguments(root, _PARAMETERS) if isinstance(root, ast.Call) else {}
    except Unresolved:
        built.lock(built.root.lineno)
        return found
    by_role = {_ROLES[name]: expr for name, expr in given.items() if name in _ROLES and not is_none(expr)}
    for role in ("state", "input", "output", "context"):
        expr = by_role.get(role)
        schema = None if expr is None else schemas.read(Place(modules, expr, built.place.scope))
        if schema is not None:
            found.add(schema, role)
        elif expr is not None:
            built.lock(expr.lineno)
    return found
