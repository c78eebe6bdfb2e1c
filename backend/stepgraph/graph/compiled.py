"""A compiled graph: what a builder becomes, with everything that a caller can do with it."""

from __future__ import annotations

from typing import Any, Generic

from typing_extensions import TypeVar

from stepgraph.graph.definition import GraphDefinition
from stepgraph.pregel.pregel import Pregel
from stepgraph.pregel.program import Program

StateT = TypeVar("StateT", default=Any)
ContextT = TypeVar("ContextT", default=None)
InputT = TypeVar("InputT", default=Any)
OutputT = TypeVar("OutputT", default=Any)


class CompiledStateGraph(Pregel, Generic[StateT, ContextT, InputT, OutputT]):
    """A graph that runs, with the builder it was made from."""

    builder: GraphDefinition

    def __init__(self, builder: GraphDefinition, program: Program, **options: Any) -> None:
        super().__init__(program, context_schema=builder.context_schema, **options)
        self.builder = builder
