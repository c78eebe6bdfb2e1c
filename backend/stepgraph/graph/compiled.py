"""A compiled graph: what a builder becomes, with everything that a caller can do with it."""

from __future__ import annotations

from typing import Any, Generic

from typing_extensions import TypeVar

from stepgraph.graph.definition import GraphDefinition
from stepgraph.graph.description import describe_graph
from stepgraph.graph.drawing import draw
from stepgraph.graph.inputs import input_mapper
from stepgraph.graph.json_schemas import json_schema
from stepgraph.pregel.describe import GraphDescription
from stepgraph.pregel.drawing import Drawing
from stepgraph.pregel.pregel import Pregel
from stepgraph.pregel.program import Program
from stepgraph.scope import RunnableConfig

StateT = TypeVar("StateT", default=Any)
ContextT = TypeVar("ContextT", default=None)
InputT = TypeVar("InputT", default=Any)
OutputT = TypeVar("OutputT", default=Any)


class CompiledStateGraph(Pregel, Generic[StateT, ContextT, InputT, OutputT]):
    """A graph that runs, with the builder it was made from."""

    builder: GraphDefinition

    def __init__(self, builder: GraphDefinition, program: Program, **options: Any) -> None:
        super().__init__(
            program,
            stream_mode="updates",
            context_schema=builder.context_schema,
            output_mapper=input_mapper(builder.output_schema),
            state_mapper=input_mapper(builder.state_schema),
            **options,
        )
        self.builder = builder

    def get_input_jsonschema(self, config: RunnableConfig | None = None) -> dict[str, Any]:  # noqa: ARG002  # as called
        """Return what the graph takes as a JSON schema."""
        return json_schema(
            self.builder.input_schema, self._channels_of(self.builder.input_schema), self.get_name("Input")
        )

    def get_output_jsonschema(self, config: RunnableConfig | None = None) -> dict[str, Any]:  # noqa: ARG002  # as called
        """Return what the graph gives as a JSON schema."""
        return json_schema(
            self.builder.output_schema, self._channels_of(self.builder.output_schema), self.get_name("Output")
        )

    def _channels_of(self, schema: Any) -> dict[str, Any]:
        channels = self.builder.channels
        return {key: channels[key] for key in self.builder.schemas[schema] if key in channels}

    def describe(self) -> GraphDescription:
        """Return what the graph is made of: nodes, channels, managed values and edges."""
        return describe_graph(
            self.builder,
            self.program,
            interrupt_before=self.interrupt_before_nodes,
            interrupt_after=self.interrupt_after_nodes,
        )

    def _drawing(self) -> Drawing:
        return draw(self.describe(), self.program)

    @property
    def channels(self) -> dict[str, Any]:
        """Channels and managed values by name: those of the state, then what feeds and wires the graph."""
        state, program = self.builder.channels, self.program
        wiring = {name: channel for name, channel in program.channels.items() if name not in state}
        declared = {name: channel for name, channel in program.channels.items() if name in state}
        return {**declared, **program.managed, **wiring}
