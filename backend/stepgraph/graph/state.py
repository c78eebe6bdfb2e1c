"""The public home of the builder and of what it compiles to."""

from __future__ import annotations

from stepgraph.graph.builder import StateGraph
from stepgraph.graph.compiled import CompiledStateGraph

__all__ = ["CompiledStateGraph", "StateGraph"]
