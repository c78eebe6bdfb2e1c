"""The containers of a graph that is being built, and the schemas that fill its channels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import MutableSet
from typing import Any

from stepgraph.channels import BaseChannel, LastValue
from stepgraph.graph.branches import BranchSpec
from stepgraph.graph.defaults import NodeDefaults
from stepgraph.graph.nodes import StateNodeSpec
from stepgraph.graph.ordered_set import OrderedSet
from stepgraph.graph.schema import Field, SchemaFields, read_schema, warn_of_schema
from stepgraph.managed import ManagedValueSpec


class GraphDefinition:
    """What a builder has been told so far: all that compiling needs to know.

    Edges and joins keep the order in which they were added, so that a graph behaves the same in every process.
    """

    nodes: dict[str, StateNodeSpec]
    edges: MutableSet[tuple[str, str]]
    waiting_edges: MutableSet[tuple[tuple[str, ...], str]]
    branches: defaultdict[str, dict[str, BranchSpec]]
    channels: dict[str, BaseChannel[Any, Any, Any]]
    managed: dict[str, ManagedValueSpec]
    schemas: dict[Any, dict[str, Field]]
    node_defaults: NodeDefaults
    compiled: bool
    state_schema: Any
    input_schema: Any
    output_schema: Any
    context_schema: Any

    def __init__(self, state_schema: Any, context_schema: Any, *, input_schema: Any, output_schema: Any) -> None:
        self.nodes = {}
        self.edges = OrderedSet()
        self.waiting_edges = OrderedSet()
        self.branches = defaultdict(dict)
        self.channels = {}
        self.managed = {}
        self.schemas = {}
        self.node_defaults = NodeDefaults()
        self.compiled = False
        self.state_schema = state_schema
        self.input_schema = state_schema if input_schema is None else input_schema
        self.output_schema = state_schema if output_schema is None else output_schema
        self.context_schema = context_schema
        self.add_schema(self.state_schema)
        self.add_boundary_schema(self.input_schema)
        self.add_boundary_schema(self.output_schema)

    def add_schema(self, schema: Any) -> None:
        """Give the graph the keys of `schema`, which is read only once."""
        if schema not in self.schemas:
            warn_of_schema(schema)
            self._add_fields(schema, read_schema(schema))

    def add_boundary_schema(self, schema: Any) -> None:
        """Give the graph the keys of an input or output schema, which cannot have managed values."""
        if schema in self.schemas:
            return
        warn_of_schema(schema)
        fields = read_schema(schema)
        if fields.managed:
            raise ValueError(
                f"Invalid managed channels detected in {getattr(schema, '__name__', '')}: {', '.join(fields.managed)}. "
                "Managed channels are not permitted in Input/Output schema."
            )
        self._add_fields(schema, fields)

    def _add_fields(self, schema: Any, fields: SchemaFields) -> None:
        # Kept before the conflicts are found: the reference, too, passes over a schema that it has refused once.
        self.schemas[schema] = {**fields.channels, **fields.managed}
        for key, channel in fields.channels.items():
            if key not in self.channels:
                self.channels[key] = channel
            # A plain field says nothing about how writes are combined, so it takes what an earlier schema said.
            elif self.channels[key] != channel and not isinstance(channel, LastValue):
                raise ValueError(f"Channel '{key}' already exists with a different type")
        for key, managed in fields.managed.items():
            if self.managed.setdefault(key, managed) is not managed:
                raise ValueError(f"Managed value '{key}' already exists with a different type")
