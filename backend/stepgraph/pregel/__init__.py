"""The superstep core: plan, execute, apply and commit over explicit state, driven from outside."""

from __future__ import annotations

from stepgraph.pregel.node_builder import NodeBuilder
from stepgraph.pregel.pregel import Pregel

__all__ = ["NodeBuilder", "Pregel"]
