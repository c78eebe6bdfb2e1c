"""A compiled graph: what a builder becomes, with everything that a caller can do with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

from typing_extensions import TypeVar

from stepgraph.graph.definition import GraphDefinition
from stepgraph.graph.description import describe_graph
from stepgraph.graph.drawing import Drawing, draw
from stepgraph.graph.inputs import input_mapper
from stepgraph.pregel.describe import GraphDescription
from stepgraph.pregel.pregel import Pregel
from stepgraph.pregel.program import NodeProgram, Program

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
            context_schema=builder.context_schema,
            output_mapper=input_mapper(builder.output_schema),
            state_mapper=input_mapper(builder.state_schema),
            **options,
        )
        self.builder = builder

    def describe(self) -> GraphDescription:
        """Return what the graph is made of: nodes, channels, managed values and edges."""
        return describe_graph(
            self.builder,
            self.program,
            interrupt_before=self.interrupt_before_nodes,
            interrupt_after=self.interrupt_after_nodes,
        )

    def get_graph(self) -> Drawing:
        """Return the drawing that the reference's callers know: nodes and edges reachable from the start."""
        return draw(self.describe())

    @property
    def channels(self) -> dict[str, Any]:
        """Channels and managed values by name: those of the state, then what feeds and wires the graph."""
        state, program = self.builder.channels, self.program
        wiring = {name: channel for name, channel in program.channels.items() if name not in state}
        declared = {name: channel for name, channel in program.channels.items() if name in state}
        return {**declared, **program.managed, **wiring}

    @property
    def nodes(self) -> Mapping[str, NodeProgram]:
        """The nodes by name, the one that takes the input first."""
        return self.program.nodes

    @property
    def trigger_to_nodes(self) -> Mapping[str, tuple[str, ...]]:
        """Which nodes a channel wakes."""
        return self.program.wakes

    @property
    def input_channels(self) -> str:
        """The channel that takes the input."""
        return self.program.input_channel

    @property
    def output_channels(self) -> str | list[str]:
        """The keys of the output, or the one channel that is the whole output."""
        reader = self.program.output
        return list(reader.keys) if reader.bare is None else reader.bare

    @property
    def stream_channels(self) -> str | list[str]:
        """The keys that streams and snapshots show, or the one channel that is the whole state."""
        reader = self.program.stream
        return list(reader.keys) if reader.bare is None else reader.bare
